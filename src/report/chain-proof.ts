/**
 * The proof that a round is in its table's hash chain as it was signed: hash by hash to the next
 * anchor, and the anchor by the studio's own key.
 */
import type pg from 'pg';
import { type AnchorKey, keyId, parsePublicKey } from '../audit/anchor-key.js';
import { type VouchingAnchor, readVouchingAnchor } from '../audit/anchor-rows.js';
import { isSignedBy } from '../audit/anchor.js';
import { type EventRow, hashOf } from '../audit/log-row.js';
import type { ChainProof } from '../protocol/report.js';
import { type RoundLog, type RoundPlace, readEventsBetween } from './round-log.js';

/** The public half of the key that the studio signs with now. */
export type OwnKey = Pick<AnchorKey, 'publicKey'>;

export const proveChain = async (
  pool: Pick<pg.Pool, 'query'>,
  { table, openedSeq }: RoundPlace,
  { rows, before }: RoundLog,
  own: OwnKey,
): Promise<ChainProof> => {
  const walk = new ChainWalk(BigInt(openedSeq), before);
  for (const row of rows) walk.take(row);
  const [from, to] = [Number(openedSeq), Number(rows.at(-1)?.seq ?? openedSeq)];
  const after = walk.hash?.toString('hex') ?? '';
  const { firstBad } = walk;

  const vouching = await readVouchingAnchor(pool, table, to);
  const later =
    vouching === undefined ? [] : await readEventsBetween(pool, table, to, vouching.anchor.seq);
  for (const row of later) walk.take(row);
  const anchor = vouching === undefined ? null : reportedAnchor(vouching, walk, own);
  const isVouched = anchor === null || (anchor.reached && anchor.signedBy === 'studio');
  return {
    from,
    to,
    before: before?.toString('hex') ?? '',
    after,
    verified: walk.firstBad === null && isVouched,
    firstBad: firstBad ?? walk.firstBad,
    anchor,
  };
};

const reportedAnchor = (
  { anchor, before, publicKey }: VouchingAnchor,
  walk: ChainWalk,
  own: OwnKey,
): NonNullable<ChainProof['anchor']> => ({
  number: anchor.number.toString(),
  seq: Number(anchor.seq),
  hash: anchor.hash.toString('hex'),
  atMs: Date.parse(anchor.at),
  keyId: anchor.keyId,
  publicKey,
  signature: anchor.signature.toString('base64'),
  reached:
    walk.firstBad === null && walk.last === anchor.seq && walk.hash?.equals(anchor.hash) === true,
  signedBy: signerOf({ anchor, before, publicKey }, own),
});

const signerOf = (
  { anchor, before, publicKey }: VouchingAnchor,
  own: OwnKey,
): NonNullable<ChainProof['anchor']>['signedBy'] => {
  const isBy = (text: string): boolean => {
    const key = parsePublicKey(text);
    return key !== undefined && keyId(key) === anchor.keyId && isSignedBy(anchor, before, key);
  };
  if (isBy(own.publicKey)) return 'studio';
  return isBy(publicKey) ? 'other' : 'nobody';
};

/**
 * Follows the chain, event by event. The first event that is missing or has another hash is the
 * first bad one.
 */
class ChainWalk {
  firstBad: number | null = null;
  last: bigint | undefined;
  #due: bigint;

  constructor(
    from: bigint,
    public hash: Buffer | undefined,
  ) {
    this.#due = from;
  }

  take(row: EventRow): void {
    const isNext = BigInt(row.seq) === this.#due;
    if (!isNext || !hashOf(row, this.hash).equals(row.hash)) {
      this.firstBad ??= Number(this.#due);
    }
    this.last = BigInt(row.seq);
    this.#due = this.last + 1n;
    this.hash = row.hash;
  }
}
