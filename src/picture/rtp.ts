/**
 * Packets of RTP (RFC 3550), as far as a relay must know them: what comes from one source after
 * another goes on as one stream.
 */

export type Kind = 'video' | 'audio';

export interface Packet {
  /** Which source it is of (SSRC). */
  readonly source: number;
  readonly sequence: number;
  /** In the units of the kind’s clock. */
  readonly timestamp: number;
  /** The last packet of a picture. */
  readonly isMarked: boolean;
  readonly payload: Buffer;
}

const HEADER_BYTES = 12;
const VERSION_2 = 2;
/** The largest that comes by UDP. */
const PACKET_MOST = 65_507;

/** Undefined where it is not one that ffmpeg sends: of version 2, without extension and padding. */
export const readPacket = (bytes: Buffer): Packet | undefined => {
  if (bytes.length <= HEADER_BYTES || bytes.length > PACKET_MOST) return undefined;
  if (bytes[0] !== VERSION_2 << 6) return undefined;
  return {
    source: bytes.readUInt32BE(8),
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    isMarked: bytes[1]! >= 128,
    payload: bytes.subarray(HEADER_BYTES),
  };
};

/** Kind of payload and source are written in by whoever sends it to a viewer. */
export const writePacket = ({
  sequence,
  timestamp,
  isMarked,
  payload,
}: Omit<Packet, 'source'>): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = VERSION_2 << 6;
  header[1] = isMarked ? 128 : 0;
  header.writeUInt16BE(sequence, 2);
  header.writeUInt32BE(timestamp, 4);
  return Buffer.concat([header, payload]);
};

const SEQUENCES = 2 ** 16;
const TIMESTAMPS = 2 ** 32;
const within = (value: number, all: number): number => ((value % all) + all) % all;

/** Numbers and times of one source after another, as if they were of one. */
export class Splice {
  #source: number | undefined;
  #sequenceOffset = 0;
  #timestampOffset = 0;
  #last: { readonly sequence: number; readonly timestamp: number } | undefined;

  /** `clockRate`: timestamps a second. */
  constructor(private readonly clockRate: number) {}

  follow(packet: Packet): Packet {
    if (packet.source !== this.#source) {
      this.#source = packet.source;
      if (this.#last !== undefined) {
        // The first of the new source comes a tenth of a second after the last of the old one.
        const timestamp = this.#last.timestamp + this.clockRate / 10;
        this.#sequenceOffset = this.#last.sequence + 1 - packet.sequence;
        this.#timestampOffset = timestamp - packet.timestamp;
      }
    }
    const sequence = within(packet.sequence + this.#sequenceOffset, SEQUENCES);
    const timestamp = within(packet.timestamp + this.#timestampOffset, TIMESTAMPS);
    this.#last = { sequence, timestamp };
    return { ...packet, sequence, timestamp };
  }
}
