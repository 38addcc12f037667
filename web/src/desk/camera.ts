/**
 * The camera of this machine as the table’s picture: sent by WHIP to the studio itself, while the
 * member at this desk deals. The studio refuses that of anybody else.
 */
import { createStore } from 'zustand/vanilla';

type CameraState =
  /** It was not asked for, or was stopped here. */
  | 'off'
  | 'starting'
  | 'on'
  /** This browser has no cameras: the page does not come by HTTPS, nor from this machine. */
  | 'unknown'
  | 'notAllowed'
  | 'noCamera'
  /** Another program has it. */
  | 'inUse'
  | 'notTheDealer'
  | 'refused'
  /** It was sent, and is no longer. */
  | 'lost';

/** Refusals of the browser, by the names of its errors. */
const FAULTS: Readonly<Partial<Record<string, CameraState>>> = {
  NotAllowedError: 'notAllowed',
  NotFoundError: 'noCamera',
  OverconstrainedError: 'noCamera',
  NotReadableError: 'inUse',
  NotSupportedError: 'unknown',
};

const PICTURE: MediaStreamConstraints = {
  video: { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 25, max: 30 } },
  audio: true,
};

/** Where the table takes a camera: beside its own WHEP endpoint. Undefined where it does not. */
export const whipUrlOf = (whepUrl: string | null): string | undefined =>
  whepUrl !== null && /^\/[^/].*\/whep$/.test(whepUrl)
    ? whepUrl.replace(/whep$/, 'whip')
    : undefined;

/** How long after a loss it is started again. */
const AGAIN_MS = 5_000;

/** Does something after a time. What is returned calls it off. */
type Later = (then: () => void, ms: number) => () => void;

export const laterHere: Later = (then, ms) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

export class DeskCamera {
  readonly store = createStore<{ readonly state: CameraState }>(() => ({ state: 'off' }));
  /** Ends what was begun last. */
  #end: (() => void) | undefined;
  /** Calls off the start after a loss. */
  #callOff: (() => void) | undefined;

  constructor(
    private readonly token: string,
    private readonly later: Later,
  ) {}

  get isUsed(): boolean {
    return this.#end !== undefined || this.#callOff !== undefined;
  }

  /** Never rejects: what went wrong is the state. */
  async use(url: string): Promise<void> {
    this.stop();
    await this.#start(url, 'asked');
  }

  /** Once the picture came, a loss of it is followed by one more start. */
  async #start(url: string, why: 'asked' | 'lost'): Promise<void> {
    let mayAgain = false;
    const asked = new AbortController();
    const line = new RTCPeerConnection();
    const headers = new Headers({ authorization: `Bearer ${this.token}` });
    let film: MediaStream | undefined;
    let opened: string | null = null;
    const end = () => {
      asked.abort();
      line.close();
      for (const track of film?.getTracks() ?? []) track.stop();
      if (opened !== null) {
        void fetch(opened, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
      }
    };
    const fail = (state: CameraState) => {
      if (this.#end !== end) return;
      this.#end = undefined;
      end();
      // Whoever does not deal any more has nothing to see to.
      const isLost = state === 'lost' || (why === 'lost' && state !== 'notTheDealer');
      this.store.setState({ state: isLost ? 'lost' : state });
      if (state !== 'lost' || !mayAgain) return;
      this.#callOff = this.later(() => {
        this.#callOff = undefined;
        void this.#start(url, 'lost');
      }, AGAIN_MS);
    };
    this.#end = end;
    this.store.setState({ state: 'starting' });
    line.onconnectionstatechange = () => {
      const { connectionState: state } = line;
      if (state === 'connected' && this.#end === end) {
        mayAgain = true;
        this.store.setState({ state: 'on' });
      }
      if (state === 'failed' || state === 'disconnected' || state === 'closed') fail('lost');
    };
    try {
      film = await pictureHere();
      if (asked.signal.aborted) return end(); // It was stopped while the browser asked.
      for (const track of film.getTracks()) {
        line.addTransceiver(track, { direction: 'sendonly', streams: [film] });
        track.onended = () => fail('lost');
      }
      await line.setLocalDescription(await line.createOffer());
      const answer = await fetch(url, {
        method: 'POST',
        headers: [...headers, ['content-type', 'application/sdp']],
        body: line.localDescription!.sdp,
        signal: asked.signal,
      });
      if (!answer.ok) return fail(answer.status === 403 ? 'notTheDealer' : 'refused');
      opened = answer.headers.get('location');
      await line.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    } catch (error) {
      fail((error instanceof DOMException && FAULTS[error.name]) || 'refused');
    }
  }

  stop(): void {
    this.#end?.();
    this.#end = undefined;
    this.#callOff?.();
    this.#callOff = undefined;
    this.store.setState({ state: 'off' });
  }
}

/** Without a microphone the picture is sent without sound. */
const pictureHere = async (): Promise<MediaStream> => {
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (mediaDevices === undefined) throw new DOMException('no cameras', 'NotSupportedError');
  try {
    return await mediaDevices.getUserMedia(PICTURE);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
    return mediaDevices.getUserMedia({ ...PICTURE, audio: false });
  }
};
