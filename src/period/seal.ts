/**
 * A seal: the signed statement of what a period held. It names the seal before it, so that none can
 * be removed or changed unseen.
 */
import { type KeyObject, createHash, sign, verify } from 'node:crypto';
import type { AnchorKey } from '../audit/anchor-key.js';

/** What is signed. */
interface SealContent {
  /** Counts the periods, from 1. */
  readonly number: bigint;
  /** The last gaming day in it, `2026-11-21`, and the moment at which that day ended, in UTC. */
  readonly untilDay: string;
  readonly endsAt: string;
  /** SHA-256 in hexadecimal digits, of which rows of each log it has. */
  readonly headsDigest: string;
  /** The same, of what every account held at its end. */
  readonly balancesDigest: string;
  /** A line a kind of entry and currency: `bets EUR 12 3400`, entries and minor units. */
  readonly totals: string;
  /** The numbers of its rounds and of its hands, `{[1000000001,1000000007)}`: none comes again. */
  readonly games: string;
  readonly hands: string;
  /** How often the database had been restored. */
  readonly timeline: number;
  readonly sealedAt: string;
  readonly keyId: string;
}

export interface Seal extends SealContent {
  readonly signature: Buffer;
}

/** `before` is the signature of the seal before it. Undefined for the first. */
export const signSeal = (
  content: Omit<SealContent, 'keyId'>,
  before: Buffer | undefined,
  { id, privateKey }: AnchorKey,
): Seal => {
  const seal = { ...content, keyId: id };
  return { ...seal, signature: sign(null, makeText(seal, before), privateKey) };
};

export const isSealSignedBy = (
  seal: Seal,
  before: Buffer | undefined,
  publicKey: KeyObject,
): boolean => verify(null, makeText(seal, before), publicKey, seal.signature);

/** One field a line, and the totals, which have lines of their own, last. */
const makeText = (seal: SealContent, before: Buffer | undefined): Buffer =>
  Buffer.from(
    [
      'sabot-period-1',
      seal.number,
      seal.untilDay,
      seal.endsAt,
      seal.headsDigest,
      seal.balancesDigest,
      seal.games,
      seal.hands,
      seal.timeline,
      seal.sealedAt,
      seal.keyId,
      before?.toString('hex') ?? '-',
      seal.totals,
    ].join('\n'),
  );

/** Which rows of a log a period has: those after `fromSeq`, up to `seq`. */
export interface Head {
  readonly log: string;
  readonly fromSeq: bigint;
  readonly fromHash: Buffer;
  readonly seq: bigint;
  readonly hash: Buffer;
  /** Of a table: its state before the first row and after the last, as JSON. */
  readonly fromState: string | null;
  readonly state: string | null;
}

/** Of heads in whatever order. */
export const digestHeads = (heads: readonly Head[]): string =>
  digestOf(
    heads
      .map(({ log, fromSeq, fromHash, seq, hash, fromState, state }) =>
        [
          log,
          ...[fromSeq, fromHash.toString('hex'), stateDigest(fromState)],
          ...[seq, hash.toString('hex'), stateDigest(state)],
        ].join('|'),
      )
      .sort(),
  );

const stateDigest = (state: string | null): string => (state === null ? '-' : digestOf([state]));

const digestOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');

/** A digest of lines that are given one after the other. */
export class LinesDigest {
  readonly #hash = createHash('sha256');

  add(line: string): void {
    this.#hash.update(`${line}\n`);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}

/** As accounts' balances are digested, in the order of the accounts' numbers. */
export const balanceLine = (account: string, balance: string): string => `${account}|${balance}`;
