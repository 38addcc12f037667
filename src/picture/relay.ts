/**
 * Passes the picture of one table on by WebRTC: to those who watch, from the film or from the
 * dealer’s camera, whichever there is. A camera goes before the film, as long as its picture comes.
 */
import {
  MediaStreamTrack,
  RTCPeerConnection,
  type RTCRtpTransceiver,
  useOPUS,
  useVP8,
} from 'werift';
import type { Cancel, Clock } from '../platform/clock.js';
import { type Kind, type Packet, Splice, readPacket, writePacket } from './rtp.js';

/** So many watch a table by WebRTC at a time. Others are served HLS. */
const VIEWERS_MOST = 40;
/** Of them so many lines are one person’s: one that was left may not have ended yet. */
const LINES_EACH = 2;
/** Whoever is not connected by then is given up. */
const CONNECT_WITHIN_MS = 15_000;
/** A camera is asked for a whole picture no more often than this. */
const WHOLE_EVERY_MS = 500;

/** A camera from which nothing has come for longer than this has no picture now. */
const SILENT_MS = 2_000;

const CODECS = { video: [useVP8()], audio: [useOPUS()] };

export type RelayRefusal = 'full' | 'not_the_dealer' | 'bad_offer';

interface Opened {
  readonly id: string;
  /** The answer to the offer: SDP. */
  readonly answer: string;
}

interface Line {
  readonly id: string;
  readonly connection: RTCPeerConnection;
  readonly cancel: Cancel;
}

interface Viewer extends Line {
  /** Who watches. */
  readonly by: string;
  readonly tracks: Readonly<Record<Kind, MediaStreamTrack>>;
}

interface Camera extends Line {
  readonly dealer: string;
  readonly askWhole: () => void;
}

interface RelayParts {
  readonly clock: Clock;
  /** A name that nobody guesses. */
  readonly makeId: () => string;
  readonly viewersMost?: number;
}

export class Relay {
  readonly #viewers = new Map<string, Viewer>();
  readonly #splices = { video: new Splice(90_000), audio: new Splice(48_000) };
  #camera: Camera | undefined;
  #dealer: string | null = null;
  #askedAtMs = -Infinity;
  /** When the camera’s last packet of a picture came. */
  #seenAtMs = -Infinity;

  constructor(private readonly parts: RelayParts) {}

  get viewers(): number {
    return this.#viewers.size;
  }

  /** Whoever deals now. The camera of anybody else is cut off. */
  dealtBy(dealer: string | null): void {
    this.#dealer = dealer;
    if (this.#camera !== undefined && this.#camera.dealer !== dealer) this.leave(this.#camera.id);
  }

  /** A packet of the film, as ffmpeg sends it. */
  film(kind: Kind, bytes: Buffer): void {
    const packet = readPacket(bytes);
    if (packet !== undefined && !this.#hasCamera()) this.#pass(kind, packet);
  }

  /** Refuses `full`, also to whoever has all places that one person may have, and `bad_offer`. */
  async watch(by: string, offer: string): Promise<Opened | RelayRefusal> {
    if (this.#viewers.size >= (this.parts.viewersMost ?? VIEWERS_MOST)) return 'full';
    const own = [...this.#viewers.values()].filter((viewer) => viewer.by === by);
    if (own.length >= LINES_EACH) return 'full';
    const tracks = {
      video: new MediaStreamTrack({ kind: 'video' }),
      audio: new MediaStreamTrack({ kind: 'audio' }),
    };
    const line = this.#line();
    // The place is taken before anything is waited for.
    this.#viewers.set(line.id, { ...line, by, tracks });
    return this.#answer(line, offer, async (transceiver) => {
      if (!isKind(transceiver.kind)) return;
      transceiver.setDirection('sendonly');
      await transceiver.sender.replaceTrack(tracks[transceiver.kind]);
      transceiver.sender.onPictureLossIndication.subscribe(() => this.#askWhole());
    });
  }

  /** The dealer’s camera, in place of an earlier one. Refuses `not_the_dealer` and `bad_offer`. */
  async publish(dealer: string, offer: string): Promise<Opened | RelayRefusal> {
    if (dealer !== this.#dealer) return 'not_the_dealer';
    const line = this.#line();
    const { connection } = line;
    let askWhole = (): void => undefined;
    const camera = { ...line, dealer, askWhole: () => askWhole() };
    connection.onRemoteTransceiverAdded.subscribe((transceiver) => {
      const { kind, receiver } = transceiver;
      if (!isKind(kind)) return;
      transceiver.onTrack.subscribe((track) => {
        track.onReceiveRtp.subscribe(({ header, payload }) => {
          if (this.#camera !== camera) return;
          if (kind === 'video') this.#seenAtMs = this.parts.clock.nowMs();
          if (!this.#hasCamera()) return; // Its sound has come before its picture.
          const { ssrc: source, sequenceNumber: sequence, timestamp, marker } = header;
          this.#pass(kind, { source, sequence, timestamp, isMarked: marker, payload });
        });
        if (kind === 'video') {
          askWhole = () => {
            if (track.ssrc !== undefined) void receiver.sendRtcpPLI(track.ssrc);
          };
        }
      });
    });
    const opened = await this.#answer(line, offer, (transceiver) =>
      transceiver.setDirection('recvonly'),
    );
    if (typeof opened === 'string') return opened;
    if (dealer !== this.#dealer) {
      end(line);
      return 'not_the_dealer';
    }
    if (this.#camera !== undefined) this.leave(this.#camera.id);
    this.#camera = camera;
    this.#seenAtMs = -Infinity;
    return opened;
  }

  /** Ends a viewer’s or a camera’s line. Answers whether there was one. */
  leave(id: string): boolean {
    const line = this.#camera?.id === id ? this.#camera : this.#viewers.get(id);
    if (line === undefined) return false;
    if (this.#camera === line) this.#camera = undefined;
    this.#viewers.delete(id);
    end(line);
    return true;
  }

  close(): void {
    for (const id of [...this.#viewers.keys()]) this.leave(id);
    if (this.#camera !== undefined) this.leave(this.#camera.id);
  }

  /** Whether the picture is the camera’s. One that has not come through yet has none. */
  #hasCamera(): boolean {
    return this.#camera !== undefined && this.parts.clock.nowMs() - this.#seenAtMs <= SILENT_MS;
  }

  #line(): Line {
    const { clock, makeId } = this.parts;
    const id = makeId();
    const connection = new RTCPeerConnection({
      codecs: CODECS,
      iceServers: [],
      // Where the page and the demo are on one machine, this way is always open.
      iceAdditionalHostAddresses: ['127.0.0.1'],
      iceUseIpv6: false,
      bundlePolicy: 'max-bundle',
    });
    let hasConnected = false;
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'connected') {
        hasConnected = true;
        this.#askWhole();
      }
      if (state === 'failed' || state === 'closed' || state === 'disconnected') this.leave(id);
    });
    const cancel = clock.after(CONNECT_WITHIN_MS, () => {
      if (!hasConnected) this.leave(id);
    });
    return { id, connection, cancel };
  }

  async #answer(
    line: Line,
    offer: string,
    prepare: (transceiver: RTCRtpTransceiver) => unknown,
  ): Promise<Opened | RelayRefusal> {
    const { id, connection } = line;
    try {
      await connection.setRemoteDescription({ type: 'offer', sdp: offer });
      const hasVideo = connection.getTransceivers().some(({ kind }) => kind === 'video');
      if (!hasVideo) throw new Error('an offer without a picture');
      for (const transceiver of connection.getTransceivers()) await prepare(transceiver);
      await connection.setLocalDescription(await connection.createAnswer());
      const answer = connection.localDescription?.sdp;
      if (answer !== undefined) return { id, answer };
    } catch {
      // What is not an offer is not understood.
    }
    this.#viewers.delete(id);
    end(line);
    return 'bad_offer';
  }

  #pass(kind: Kind, packet: Packet): void {
    const bytes = writePacket(this.#splices[kind].follow(packet));
    for (const { tracks } of this.#viewers.values()) tracks[kind].writeRtp(bytes);
  }

  #askWhole(): void {
    const nowMs = this.parts.clock.nowMs();
    if (nowMs - this.#askedAtMs < WHOLE_EVERY_MS) return;
    this.#askedAtMs = nowMs;
    this.#camera?.askWhole();
  }
}

const end = ({ cancel, connection }: Line): void => {
  cancel();
  void connection.close();
};

const isKind = (kind: string): kind is Kind => kind === 'video' || kind === 'audio';
