/**
 * Verification of an exported period, from its files alone: the chains go from where the period
 * begins to where it ends, the events make the tables what they were then, bets and hands are paid
 * by the rules, and the entries lead from the opening balances to the closing ones.
 */
import type { KeyObject } from 'node:crypto';
import { keysById } from '../audit/anchor-key.js';
import { canonical } from '../audit/compare-rows.js';
import { ExpectedRows } from '../audit/expected-rows.js';
import { batchFault, handFault } from '../audit/hand-faults.js';
import type { BatchRow, EventRow, LogRow } from '../audit/log-row.js';
import { verify } from '../audit/verify.js';
import { Proof } from '../reconcile/proof.js';
import { proveRound, roundProofs } from '../reconcile/rounds.js';
import { parseEvent, parseState } from '../round/past-events.js';
import { Balances } from './balances.js';
import { BadPeriod, type FileNote } from './files.js';
import { type LineOf, linesOf } from './lines.js';
import { type ManifestContent, readManifest, sealOf } from './manifest.js';
import { correctionPostings, movedFault } from './moved.js';
import { type RoundEvent, postingsOf, recordedRound } from './recorded-round.js';
import { type Head, digestHeads, isSealSignedBy } from './seal.js';
import { SealedHands } from './sealed-hands.js';

interface PeriodVerdict {
  readonly number: bigint;
  readonly untilDay: string;
  /** Of the manifest. */
  readonly digest: string;
  readonly proofs: readonly Proof[];
}

/**
 * Trusts these keys, or those that the manifest names where there are none. Throws `BadPeriod` for
 * a folder that holds no exported period.
 */
export const verifyPeriod = async (
  folder: string,
  trusted: readonly KeyObject[],
): Promise<PeriodVerdict> => {
  const manifest = readManifest(folder);
  const { content, digest } = manifest;
  const keys = keysById(trusted, Object.values(content.keys));
  const signed = new Proof(
    'The seal and the manifest are signed by a key that is trusted.',
    'seals',
  );
  const key = keys.get(content.keyId);
  signed.needs(
    key !== undefined && manifest.isSignedBy(key),
    `the manifest is not what the key ${content.keyId} signed, or that key is not trusted`,
  );
  proveSeals(content, keys, signed);
  const files = new PeriodFiles(folder, content);
  const proofs = [signed, files.whole, ...(await files.prove())];
  return { number: BigInt(content.seal.number), untilDay: content.seal.untilDay, digest, proofs };
};

const proveSeals = (
  { seal, previous }: ManifestContent,
  keys: ReadonlyMap<string, KeyObject>,
  proof: Proof,
): void => {
  const before = previous === null ? undefined : sealOf(previous.seal);
  const early = previous?.before ?? null;
  const all = [
    { of: sealOf(seal), after: before?.signature },
    ...(before === undefined
      ? []
      : [{ of: before, after: early === null ? undefined : Buffer.from(early, 'hex') }]),
  ];
  for (const { of, after } of all) {
    proof.looked += 1;
    const key = keys.get(of.keyId);
    const holds = key !== undefined && isSealSignedBy(of, after, key);
    proof.needs(holds, `the seal of period ${of.number} is not what the key ${of.keyId} signed`);
  }
  const due = (before?.number ?? 0n) + 1n;
  proof.needs(BigInt(seal.number) === due, `period ${seal.number} does not follow ${due - 1n}`);
};

/** The kinds of event that the proofs of a round take. */
const OF_ROUNDS: ReadonlySet<string> = new Set([
  ...['betting_opened', 'bets_accepted', 'betting_closed', 'stakes_taken'],
  ...['coup_decided', 'round_settled', 'round_voided', 'round_refunded'],
]);
const ENDS: ReadonlySet<string> = new Set(['round_settled', 'round_refunded']);

class PeriodFiles {
  readonly whole = new Proof('Every file is the one that was exported.', 'files');
  readonly #chains = new Proof(
    'Every log goes from where the period begins to where it ends.',
    'rows',
  );
  readonly #folded = new Proof('The events make each table what it was at the end.', 'tables');
  readonly #rounds = roundProofs();
  readonly #posted = new Proof('Every bet moved its stake, every payment its money.', 'rounds');
  readonly #hands = new Proof(
    'Every hand that was sealed is there, and is dealt and paid by the rules.',
    'hands',
  );
  readonly #corrected = new Proof('Every correction moved its money.', 'corrections');
  readonly #steps = new Proof(
    'Every batch of steps is what its digest says, and moved what they take and pay.',
    'batches of steps',
  );
  readonly #sums = new Proof(
    'The entries lead from the opening balances to the closing ones.',
    'entries',
  );
  readonly #balances = new Balances(this.#sums);
  readonly #notes: readonly FileNote[];
  #corrections: ReadonlyMap<string, readonly LineOf<'corrections'>[]> = new Map();

  constructor(
    private readonly folder: string,
    private readonly content: ManifestContent,
  ) {
    this.#notes = content.files;
  }

  async prove(): Promise<readonly Proof[]> {
    const heads = await this.#readHeads();
    const sealed = new SealedHands(this.content.seal.hands, heads, this.#hands);
    await this.#look('accounts', (line) => this.#balances.open(line));
    this.#corrections = await this.#readCorrections();
    await this.#proveLogs(heads, sealed);
    await this.#look('hands', (hand) => {
      this.#hands.looked += 1;
      sealed.line(hand);
      const says = handFault(hand);
      if (says !== undefined) this.#hands.fails(`hand ${hand.hand}: ${says}`);
    });
    sealed.end();
    await this.#look('entries', (entry) => this.#balances.post(entry));
    this.#balances.close(this.content);
    const rounds = Object.values(this.#rounds);
    const books = [this.#posted, this.#corrected, this.#steps, this.#hands, this.#sums];
    return [this.#chains, this.#folded, ...rounds, ...books];
  }

  /** Of every line of the file. What is wrong with the file ends the look, and is named. */
  async #look<Name extends Parameters<typeof linesOf>[2]>(
    name: Name,
    look: (line: LineOf<Name>) => void,
  ): Promise<void> {
    this.whole.looked += 1;
    try {
      for await (const line of linesOf(this.folder, this.#notes, name)) look(line);
    } catch (error) {
      this.#fails(error);
    }
  }

  #fails(error: unknown): void {
    if (!(error instanceof BadPeriod)) throw error;
    this.whole.fails(error.message);
  }

  async #readHeads(): Promise<readonly Head[]> {
    const heads: Head[] = [];
    await this.#look('heads', (head) => void heads.push(head));
    const isSealed = digestHeads(heads) === this.content.seal.headsDigest;
    this.#chains.needs(isSealed, 'where the logs begin and end is not what was sealed');
    return heads;
  }

  /** Corrections are few, since two people order each. */
  async #readCorrections(): Promise<ReadonlyMap<string, readonly LineOf<'corrections'>[]>> {
    const corrections = new Map<string, LineOf<'corrections'>[]>();
    await this.#look('corrections', (line) => {
      corrections.set(line.game, [...(corrections.get(line.game) ?? []), line]);
      this.#proveCorrection(line);
      for (const entry of line.entries) this.#balances.post(entry);
    });
    return corrections;
  }

  #proveCorrection(line: LineOf<'corrections'>): void {
    if (line.byHand === undefined) return;
    this.#corrected.looked += 1;
    proveSame(correctionPostings(line), this.#corrected);
  }

  async #proveLogs(heads: readonly Head[], sealed: SealedHands): Promise<void> {
    const from = new Map(
      heads.map(({ log, fromSeq: seq, fromHash: hash }) => [log, { seq, hash }]),
    );
    const ends = new Map<string, { readonly seq: string; readonly hash: Buffer }>();
    const rows = this.#rows(heads, sealed, (log, row) => void ends.set(log, row));
    for (const { log, faults } of await verify({ rows, anchors: [], keys: new Map(), from })) {
      for (const { seq, says } of faults) this.#chains.fails(`row ${seq} of ${log}: ${says}`);
    }
    for (const { log, seq, hash } of heads) {
      const end = ends.get(log);
      const isThere = end?.seq === `${seq}` && end.hash.equals(hash);
      this.#chains.needs(isThere, `${log} does not end at its row ${seq}, as it was sealed`);
      ends.delete(log);
    }
    for (const log of ends.keys()) this.#chains.fails(`${log} is not among what was sealed`);
  }

  /** The rows of all logs, each looked at on its way. */
  async *#rows(
    heads: readonly Head[],
    sealed: SealedHands,
    ends: (log: string, row: LogRow) => void,
  ): AsyncGenerator<LogRow> {
    for (const name of ['events', 'batches', 'actions'] as const) {
      this.whole.looked += 1;
      const tables = new TableWalk(heads, this.#folded, () => this.#roundWalk());
      try {
        for await (const row of linesOf(this.folder, this.#notes, name)) {
          this.#chains.looked += 1;
          if (row.line === 'event') {
            await tables.take(row);
            ends(row.table, row);
          } else if (row.line === 'batch') {
            this.#proveBatch(row);
            for (const step of row.steps) sealed.batched(row.chain, row.seq, step);
            ends(row.chain, row);
          } else ends('@staff', row);
          yield row;
        }
        if (name === 'events') await tables.end();
      } catch (error) {
        this.#fails(error);
      }
    }
  }

  /** What proves the rounds, in the order of the tables and their rounds. */
  #roundWalk(): RoundWalk {
    this.whole.looked += 1;
    const lines = linesOf(this.folder, this.#notes, 'rounds');
    return new RoundWalk(lines, (line, events) => {
      const corrections = (this.#corrections.get(line.game) ?? []).toSorted(
        (a, b) => a.ordinal - b.ordinal,
      );
      proveRound(recordedRound(line, events, corrections), this.#rounds);
      this.#posted.looked += 1;
      proveSame(postingsOf(line, this.#balances.house), this.#posted);
      for (const entry of line.entries) this.#balances.post(entry);
    });
  }

  #proveBatch(batch: LineOf<'batches'> & BatchRow): void {
    const { chain, seq, steps, entry } = batch;
    this.#steps.looked += 1;
    const says = batchFault(batch, steps) ?? movedFault(batch, this.#balances.house);
    if (says !== undefined) this.#steps.fails(`batch ${seq} of ${chain}: ${says}`);
    if (entry !== null) this.#balances.post(entry);
  }
}

const proveSame = (
  { due, posted }: Readonly<Record<'due' | 'posted', readonly string[]>>,
  proof: Proof,
): void => {
  for (const what of without(due, posted)) proof.fails(`entry ${what} is not posted`);
  for (const what of without(posted, due)) proof.fails(`entry ${what} is not owed`);
};

/** Those of `all` that are not among `others`, however often they come. */
const without = (all: readonly string[], others: readonly string[]): readonly string[] => {
  const left = new Map<string, number>();
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1);
  return all.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
};

/** The tables' events, one table after the other: folded, and given to their rounds. */
class TableWalk {
  readonly #heads: ReadonlyMap<string, Head>;
  #table: string | undefined;
  #expected: ExpectedRows | undefined;
  #rounds: RoundWalk | undefined;

  constructor(
    heads: readonly Head[],
    private readonly folded: Proof,
    private readonly rounds: () => RoundWalk,
  ) {
    this.#heads = new Map(heads.map((head) => [head.log, head]));
  }

  async take({ table, seq, atMs, kind, payload }: EventRow): Promise<void> {
    this.#rounds ??= this.rounds();
    if (table !== this.#table) {
      this.#endTable();
      this.#table = table;
      const from = this.#heads.get(table)?.fromState ?? null;
      this.#expected = new ExpectedRows(table, from === null ? undefined : parseState(from));
    }
    try {
      this.#expected?.take({ seq: Number(seq), atMs: Number(atMs), event: parseEvent(payload) });
      this.#expected?.drain(false);
    } catch {
      this.folded.fails(`${table}: event ${seq} cannot follow the events before it`);
      this.#expected = undefined;
    }
    if (OF_ROUNDS.has(kind)) await this.#rounds.take(table, kind, { seq, payload });
  }

  async end(): Promise<void> {
    this.#endTable();
    this.#rounds ??= this.rounds();
    await this.#rounds.end();
  }

  #endTable(): void {
    if (this.#table === undefined || this.#expected === undefined) return;
    this.folded.looked += 1;
    const { state } = this.#expected;
    const sealed = this.#heads.get(this.#table)?.state ?? null;
    const isSame =
      sealed !== null &&
      canonical(parseState(sealed)) === canonical(parseState(JSON.stringify(state)));
    this.folded.needs(isSame, `${this.#table} is not what it was sealed as`);
  }
}

/** The rounds of the file, each given to `prove` with its own events of the log. */
class RoundWalk {
  readonly #lines: AsyncGenerator<LineOf<'rounds'>>;
  #line: LineOf<'rounds'> | undefined;
  #events: RoundEvent[] = [];

  constructor(
    lines: AsyncGenerator<LineOf<'rounds'>>,
    private readonly prove: (line: LineOf<'rounds'>, events: readonly RoundEvent[]) => void,
  ) {
    this.#lines = lines;
  }

  async take(table: string, kind: string, event: RoundEvent): Promise<void> {
    if (kind === 'betting_opened') {
      this.#close();
      const next = await this.#lines.next();
      if (next.done === true) throw new BadPeriod('rounds are missing at the end of their file');
      this.#line = next.value;
      if (this.#line.table !== table || this.#line.openedSeq !== event.seq) {
        const due = `that of event ${event.seq} of ${table}`;
        throw new BadPeriod(`round ${this.#line.game} is in the place of ${due}`);
      }
    }
    this.#events.push(event);
    if (ENDS.has(kind)) this.#close();
  }

  async end(): Promise<void> {
    this.#close();
    const next = await this.#lines.next();
    if (next.done !== true) throw new BadPeriod(`round ${next.value.game} was never opened`);
  }

  #close(): void {
    if (this.#line !== undefined) this.prove(this.#line, this.#events);
    this.#line = undefined;
    this.#events = [];
  }
}
