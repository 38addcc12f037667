import { describe, expect, it } from 'vitest';
import { type Packet, Splice, readPacket, writePacket } from './rtp.js';

const packet = (source: number, sequence: number, timestamp: number): Packet => ({
  source,
  sequence,
  timestamp,
  isMarked: false,
  payload: Buffer.from('picture'),
});

describe('a packet of RTP', () => {
  it('reads as it was written', () => {
    const written = { ...packet(0, 65_535, 4_294_967_295), isMarked: true };
    expect(readPacket(writePacket(written))).toEqual(written);
  });

  it('is not read where it is empty, of another version or with an extension', () => {
    const bytes = writePacket(packet(0, 1, 1));
    expect(readPacket(bytes.subarray(0, 12))).toBeUndefined();
    for (const first of [0x00, 0x40, 0x90, 0xa0, 0x81]) {
      expect(readPacket(Buffer.concat([Buffer.from([first]), bytes.subarray(1)]))).toBeUndefined();
    }
  });
});

describe('sources that follow each other', () => {
  const numbersOf = ({ sequence, timestamp }: Packet) => [sequence, timestamp];

  it('go on as one stream', () => {
    const splice = new Splice(90_000);
    expect(numbersOf(splice.follow(packet(7, 100, 1_000)))).toEqual([100, 1_000]);
    expect(numbersOf(splice.follow(packet(9, 60_000, 5)))).toEqual([101, 10_000]);
    expect(numbersOf(splice.follow(packet(9, 60_002, 3_005)))).toEqual([103, 13_000]);
    expect(numbersOf(splice.follow(packet(7, 1, 1)))).toEqual([104, 22_000]);
  });

  it('wrap where their numbers do', () => {
    const splice = new Splice(90_000);
    splice.follow(packet(7, 65_535, 4_294_967_295));
    expect(numbersOf(splice.follow(packet(9, 3, 3)))).toEqual([0, 8_999]);
  });
});
