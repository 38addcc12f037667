import { describe, expect, it } from 'vitest';
import { makeSegmentName, parseSegmentName, recordingList, segmentsIn } from './recording.js';

const STREAM = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:1
#EXT-X-MEDIA-SEQUENCE:1795712345
#EXT-X-INDEPENDENT-SEGMENTS
#EXTINF:1.000000,
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T17:10:00.250+0000
high-1795712345.ts
#EXTINF:0.917000,
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T17:10:01.250+0000
high-1795712346.ts
#EXTINF:1.000000,
high-1795712347.ts
`;
const FIRST_MS = Date.parse('2026-11-26T17:10:00.250Z');
const second = (index: number) =>
  makeSegmentName({ fromMs: FIRST_MS + index * 1_000, forMs: 1_000 });

describe('what is recorded of a stream', () => {
  it('is each segment whose hour its list says', () => {
    expect(segmentsIn(STREAM)).toEqual([
      { file: 'high-1795712345.ts', fromMs: FIRST_MS, forMs: 1_000 },
      { file: 'high-1795712346.ts', fromMs: FIRST_MS + 1_000, forMs: 917 },
    ]);
  });

  it('is named by its hour and its length', () => {
    const segment = { fromMs: FIRST_MS, forMs: 917 };
    expect(parseSegmentName(makeSegmentName(segment))).toEqual(segment);
    for (const name of ['high-1.ts', '1-1.ts.tmp', '../1-1.ts', '1-1', '-1-1.ts']) {
      expect(parseSegmentName(name)).toBeUndefined();
    }
  });
});

describe('the list of a time', () => {
  const of = (names: readonly string[], fromS: number, toS: number) =>
    recordingList(names, {
      fromMs: FIRST_MS + fromS * 1_000,
      toMs: FIRST_MS + toS * 1_000,
      base: '../recorded/pb-1/',
    });

  it('has the whole segments that reach into it, in their order, and an end', () => {
    expect(of(['stray.txt', second(2), second(0), second(3), second(1)], 0.5, 2.5)).toBe(
      `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:1
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T17:10:00.250Z
#EXTINF:1.000,
../recorded/pb-1/${second(0)}
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T17:10:01.250Z
#EXTINF:1.000,
../recorded/pb-1/${second(1)}
#EXT-X-PROGRAM-DATE-TIME:2026-11-26T17:10:02.250Z
#EXTINF:1.000,
../recorded/pb-1/${second(2)}
#EXT-X-ENDLIST
`,
    );
  });

  it('says where the stream was broken off', () => {
    const lines = of([second(0), second(5), second(6)], 0, 10)?.split('\n') ?? [];
    expect(lines.filter((line) => line === '#EXT-X-DISCONTINUITY')).toHaveLength(1);
    expect(lines.indexOf('#EXT-X-DISCONTINUITY')).toBeGreaterThan(
      lines.findIndex((line) => line.endsWith(second(0))),
    );
  });

  it('is not to be had where nothing was recorded', () => {
    expect(of([second(0)], 1, 9)).toBeUndefined();
    expect(of([], 0, 9)).toBeUndefined();
  });
});
