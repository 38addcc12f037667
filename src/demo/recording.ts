/**
 * What is kept of the demo’s pictures: segments of a stream, each under a name that says when it
 * began and how long it is, and the list by which a player plays those of a time.
 */

/** In the folder of the pictures: a folder for each table. */
export const RECORDINGS = 'recorded';
/** For so long a segment is kept. */
export const KEPT_MS = 10 * 60_000;

interface Segment {
  readonly fromMs: number;
  readonly forMs: number;
}

/** `1795712345678-1000.ts`: both in ms, the first since 1970. */
export const makeSegmentName = ({ fromMs, forMs }: Segment): string => `${fromMs}-${forMs}.ts`;

export const parseSegmentName = (name: string): Segment | undefined => {
  const [, fromMs, forMs] = /^(\d{1,15})-(\d{1,6})\.ts$/.exec(name) ?? [];
  return fromMs === undefined ? undefined : { fromMs: Number(fromMs), forMs: Number(forMs) };
};

/** The segments that a stream’s own list names. One without its hour is left out. */
export const segmentsIn = (list: string): readonly (Segment & { readonly file: string })[] => {
  const segments: (Segment & { readonly file: string })[] = [];
  let forMs = 0;
  let fromMs = Number.NaN;
  for (const line of list.split('\n')) {
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    const hour = /^#EXT-X-PROGRAM-DATE-TIME:(.+)$/.exec(line)?.[1];
    if (length !== undefined) forMs = Math.round(Number(length) * 1_000);
    if (hour !== undefined) fromMs = Date.parse(hour.replace(/\+0000$/, 'Z'));
    if (line === '' || line.startsWith('#')) continue;
    if (Number.isFinite(fromMs)) segments.push({ file: line, fromMs, forMs });
    fromMs = Number.NaN;
  }
  return segments;
};

/** Between two segments of one stream there may be so much by rounding. */
const ROUNDING_MS = 100;

/**
 * The list of what was kept from `fromMs` to `toMs`, whole segments, each at `base` and with its
 * hour. Undefined where nothing was.
 */
export const recordingList = (
  names: readonly string[],
  { fromMs, toMs, base }: { readonly fromMs: number; readonly toMs: number; readonly base: string },
): string | undefined => {
  const segments = names
    .flatMap((name) => parseSegmentName(name) ?? [])
    .filter((segment) => segment.fromMs + segment.forMs > fromMs && segment.fromMs < toMs)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  if (segments.length === 0) return undefined;
  const longestMs = Math.max(...segments.map(({ forMs }) => forMs));
  const lines = segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    const gapMs = before === undefined ? 0 : segment.fromMs - before.fromMs - before.forMs;
    return [
      ...(Math.abs(gapMs) > ROUNDING_MS ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.fromMs).toISOString()}`,
      `#EXTINF:${(segment.forMs / 1_000).toFixed(3)},`,
      base + makeSegmentName(segment),
    ];
  });
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${Math.ceil(longestMs / 1_000)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...lines,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
};
