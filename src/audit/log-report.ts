/**
 * What a verification reports: a line for each log, its first bad rows, and one sentence at the
 * end.
 */
import { ALL_ANCHORS, type Anchor, STAFF_LOG } from './anchor.js';
import type { Trace } from './log-source.js';
import type { LogFault, LogVerdict } from './verify.js';

export const isWhole = (verdicts: readonly LogVerdict[]): boolean =>
  verdicts.every(({ faults }) => faults.length === 0);

/** Whether a restore lost what was kept elsewhere. Somebody must know of that restore. */
export const hasLostAnchors = (verdicts: readonly LogVerdict[]): boolean =>
  verdicts.some(({ lostAnchors = 0 }) => lostAnchors > 0);

/** Whether an anchor vouches for anything of what there is. */
export const isAnchored = (verdicts: readonly LogVerdict[]): boolean =>
  verdicts.some(({ anchors }) => anchors > 0) || verdicts.every(({ rows }) => rows === 0);

/** A log whose events have waited too long for an anchor, and since when. */
interface LateLog {
  readonly log: string;
  readonly sinceMs: number;
}

/**
 * The logs whose first event without an anchor is older than that by more than twice the time
 * between two anchors. The moment to measure by is the last one that any log but the staff's knows
 * of, and not in the future: a studio that is off deals nothing, and is late with nothing. The
 * console writes to the staff's log then, too.
 */
export const lateLogs = (
  verdicts: readonly LogVerdict[],
  everyMs: number,
  nowMs: number,
): readonly LateLog[] => {
  const dealt = verdicts.filter(({ log }) => log !== STAFF_LOG);
  const lastMs = Math.max(...dealt.map(({ untilMs }) => untilMs ?? -Infinity));
  const measuredAtMs = Math.min(lastMs, nowMs);
  return verdicts.flatMap(({ log, unvouchedSinceMs: sinceMs }) =>
    sinceMs !== undefined && measuredAtMs - sinceMs > 2 * everyMs ? [{ log, sinceMs }] : [],
  );
};

/** The first bad row of the first log that has one. */
export const firstFault = (verdicts: readonly LogVerdict[]): LogFault | undefined =>
  verdicts.flatMap(({ faults }) => faults)[0];

/** The verdicts with more faults, each in the place of its number. */
export const withFaults = (
  verdicts: readonly LogVerdict[],
  more: readonly LogFault[],
): readonly LogVerdict[] => {
  const known = new Set(verdicts.map(({ log }) => log));
  const gone = [...new Set(more.map(({ log }) => log))].filter((log) => !known.has(log));
  const empty = gone.map((log) => ({ log, rows: 0, anchors: 0, unvouched: 0, faults: [] }));
  return [...verdicts, ...empty].map((verdict) => ({
    ...verdict,
    faults: [...verdict.faults, ...more.filter(({ log }) => log === verdict.log)].sort((a, b) =>
      firstOf(a) < firstOf(b) ? -1 : 1,
    ),
  }));
};

const firstOf = ({ since, seq }: LogFault): bigint => since ?? seq;

/**
 * Anchors that were kept elsewhere, and that the log no longer has, or has differently: the first
 * of each log.
 */
export const witnessFaults = (
  witnesses: readonly Anchor[],
  anchors: readonly Anchor[],
): readonly LogFault[] => {
  const name = ({ table, timeline, number }: Anchor): string => `${table} ${timeline} ${number}`;
  const known = new Map(anchors.map((anchor) => [name(anchor), anchor]));
  const logs = new Set<string>();
  return witnesses.flatMap((witness) => {
    const { table: log, seq, number, at, signature } = witness;
    const isThere = known.get(name(witness))?.signature.equals(signature) === true;
    if (isThere || logs.has(log)) return [];
    logs.add(log);
    const says = `the anchor number ${number}, of ${at}, was kept elsewhere, and is not in the log`;
    return [{ log, seq, kind: 'anchor_missing' as const, says }];
  });
};

export const traceFaults = (traces: readonly Trace[]): readonly LogFault[] =>
  traces.map(({ log, seq, what, kind }) => ({
    log,
    seq: BigInt(seq),
    kind: 'trace_differs',
    says: `${what} should be there, and ${kind === null ? 'is not' : `${kind} is`}`,
  }));

/** This many faults of a log are named. The others are counted. */
const NAMED = 3;

export const makeLogReport = (verdicts: readonly LogVerdict[]): string => {
  const lines = verdicts.flatMap(({ log, rows, anchors, unvouched, faults }) => {
    const all = `${log}: ${count(rows, 'event')}, ${count(anchors, 'anchor')}`;
    const seen = log === ALL_ANCHORS ? 'the anchors of all logs' : all;
    const open = unvouched === 0 ? '' : `; ${count(unvouched, 'event')} since the last anchor`;
    if (faults.length === 0) return [`  ok     ${seen}${open}`];
    const more = faults.length - NAMED;
    return [
      `  WRONG  ${seen}`,
      ...faults.slice(0, NAMED).map((fault) => `           ${nameOf(fault)}: ${fault.says}`),
      ...(more > 0 ? [`           … and ${more.toLocaleString('en')} more`] : []),
    ];
  });
  const notes = verdicts.flatMap((verdict) => verdict.notes ?? []);
  const first = firstFault(verdicts);
  const rows = verdicts.reduce((sum, verdict) => sum + verdict.rows, 0);
  const whole = `The logs are whole: ${count(rows, 'event')} in ${count(verdicts.length, 'log')}.`;
  const end =
    first === undefined
      ? whole
      : `The logs are NOT whole. The first bad row is ${nameOf(first)} of ${first.log}: ${first.says}.`;
  return [...lines, '', ...notes, end].join('\n');
};

const nameOf = ({ log, seq }: LogFault): string =>
  `${log === ALL_ANCHORS ? 'anchor' : 'event'} ${seq}`;

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
