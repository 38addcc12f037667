/**
 * Restores of the database, as the staff's log tells of them. What had been anchored in the part of
 * a log that a restore lost is not in the log, and nobody forged anything.
 */
import { z } from 'zod';
import { type Anchor, STAFF_LOG } from './anchor.js';
import { type LogRow, logOf } from './log-row.js';
import type { LogVerdict } from './verify.js';

const OPERATION = 'database:hand-over';
/** The place of the operation, and of what came of it, among the fields of an action. */
const [OPERATION_AT, AFTER_AT] = [2, 8];

/** The studio's clock and the database's may differ by this much. */
const SKEW_MS = 1_000;

const handedOver = z.object({
  timeline: z.int().positive(),
  knownUntilMs: z.number().nullable(),
  tables: z.array(z.object({ table: z.string(), seq: z.number() })),
  /** Of solo games, those that no anchor vouched for to their end. Lines of before name none. */
  chains: z.array(z.object({ chain: z.string(), seq: z.number() })).default([]),
});

interface Restore {
  /** The number of the timeline that it began. */
  readonly timeline: number;
  /** The event of the staff's log that tells of it. */
  readonly seq: bigint;
  /** Of what came after this moment nothing is known. */
  readonly knownUntilMs: number;
  /** The last event of each log that is not lost. */
  readonly heads: ReadonlyMap<string, bigint>;
}

/** What a walk through the logs finds for the anchors that were kept elsewhere. */
export class RestoreFinder {
  readonly #restores: Restore[] = [];
  readonly #wanted: ReadonlySet<string>;
  readonly #hashes = new Map<string, Buffer>();

  constructor(private readonly witnesses: readonly Anchor[]) {
    this.#wanted = new Set(witnesses.map(({ table, seq }) => `${table} ${seq}`));
  }

  /** In the order of the log. */
  get restores(): readonly Restore[] {
    return this.#restores;
  }

  /** The same rows. */
  async *watch(rows: AsyncIterable<LogRow>): AsyncGenerator<LogRow> {
    for await (const row of rows) {
      const place = `${logOf(row)} ${row.seq}`;
      if (this.#wanted.has(place)) this.#hashes.set(place, row.hash);
      const restore = restoreOf(row);
      if (restore !== undefined) this.#restores.push(restore);
      yield row;
    }
  }

  /** Of the anchors that were kept elsewhere, those that a restore explains. */
  lost(anchors: readonly Anchor[]): readonly Anchor[] {
    const known = new Set(anchors.map(nameOf));
    return this.witnesses.filter((witness) => !known.has(nameOf(witness)) && this.#isLost(witness));
  }

  /**
   * It was set in the lost part. What it vouches for of the part before must still be there as it
   * was.
   */
  #isLost({ table, seq, hash, at, timeline }: Anchor): boolean {
    const restore = this.#restores.find((each) => each.timeline > timeline);
    if (restore === undefined || Date.parse(at) < restore.knownUntilMs - SKEW_MS) return false;
    if (seq > (restore.heads.get(table) ?? 0n)) return true;
    return this.#hashes.get(`${table} ${seq}`)?.equals(hash) === true;
  }
}

const nameOf = ({ table, timeline, number, signature }: Anchor): string =>
  `${table} ${timeline} ${number} ${signature.toString('hex')}`;

const restoreOf = (row: LogRow): Restore | undefined => {
  if (row.line !== 'action' || row.fields[OPERATION_AT] !== OPERATION) return undefined;
  const parsed = handedOver.safeParse(jsonOf(row.fields[AFTER_AT]));
  if (!parsed.success) return undefined;
  const { timeline, knownUntilMs, tables, chains } = parsed.data;
  const seq = BigInt(row.seq);
  const heads = new Map([
    ...tables.map((each) => [each.table, BigInt(each.seq)] as const),
    ...chains.map((each) => [each.chain, BigInt(each.seq)] as const),
  ]);
  return {
    timeline,
    seq,
    knownUntilMs: knownUntilMs ?? 0,
    heads: heads.set(STAFF_LOG, seq - 1n),
  };
};

const jsonOf = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

/** The verdicts, with a note about each restore beside the staff's log, which records them. */
export const withRestores = (
  verdicts: readonly LogVerdict[],
  restores: readonly Restore[],
  lost: readonly Anchor[],
): readonly LogVerdict[] =>
  restores.length === 0
    ? verdicts
    : verdicts.map((verdict) =>
        verdict.log === STAFF_LOG
          ? { ...verdict, notes: notesOf(restores, lost), lostAnchors: lost.length }
          : verdict,
      );

const notesOf = (restores: readonly Restore[], lost: readonly Anchor[]): readonly string[] =>
  restores.map(({ timeline, seq, knownUntilMs }) => {
    const own = lost.filter((each) => isLostBy(each, timeline, restores));
    const first = own[0];
    const kept =
      first === undefined
        ? ''
        : `; ${own.length} of the anchors that were kept elsewhere are of what is lost, the first is number ${first.number} of ${first.table}, of ${first.at}`;
    const from = new Date(knownUntilMs).toISOString();
    return `The database was restored (event ${seq} of ${STAFF_LOG}, timeline ${timeline}): what happened after ${from} is lost${kept}.`;
  });

const isLostBy = (anchor: Anchor, timeline: number, restores: readonly Restore[]): boolean =>
  restores.find((each) => each.timeline > anchor.timeline)?.timeline === timeline;
