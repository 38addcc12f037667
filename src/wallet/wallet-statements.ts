/**
 * The comparison of our journal with what an operator's wallet says that it has booked (W8): its
 * list is read on from where it was read to, and every difference is a case.
 */
import type pg from 'pg';
import { inTransaction } from '../platform/transaction.js';
import { differenceOf } from './difference.js';
import {
  type NamedDifference,
  closeAgreed,
  keepPage,
  noteLong,
  noteWhole,
  openDifferences,
  readCompared,
  readCursor,
} from './statement-rows.js';
import type { WalletCalls } from './wallet-calls.service.js';

const PAGE = 100;
const PAGE_WITHIN_MS = 10_000;
/** At a time, so that a list without an end keeps nobody else waiting for ever. */
const PAGES_MOST = 500;

interface Comparison {
  /** Movements that were compared. */
  readonly looked: number;
  readonly differences: readonly NamedDifference[];
}

/**
 * Of what has changed lately, or `isAll`. Why, where the wallet's list cannot be read to its end:
 * then nothing is compared, and what was read is kept.
 */
export const compareStatement = async (
  pool: pg.Pool,
  calls: Pick<WalletCalls, 'list'>,
  to: Parameters<WalletCalls['list']>[0],
  isAll: boolean,
): Promise<Comparison | string> => {
  const { operator } = to;
  let after = await readCursor(pool, operator);
  for (let pages = 1; ; pages += 1) {
    const page = await calls.list(to, after, PAGE, PAGE_WITHIN_MS);
    if (typeof page === 'string') return page;
    const { movements, next } = page;
    if (movements.length === 0) break;
    if (next === after) return 'its cursor does not move on';
    await inTransaction(pool, (tx) => keepPage(tx, operator, movements, next));
    after = next;
    if (pages === PAGES_MOST) {
      await noteLong(pool, operator);
      return 'its list is long, and is read on the next time';
    }
  }
  return inTransaction(pool, async (tx) => {
    const differences: NamedDifference[] = [];
    let looked = 0;
    for await (const compared of readCompared(tx, operator, isAll)) {
      const differing: NamedDifference[] = [];
      const agreed: string[] = [];
      for (const { id, own, line, is_undone: isUndone } of compared) {
        const difference = differenceOf(own, line, isUndone);
        if (difference === null) agreed.push(id);
        else differing.push({ movementId: id, ...difference });
      }
      await openDifferences(tx, operator, differing);
      await closeAgreed(tx, operator, agreed);
      differences.push(...differing);
      looked += compared.length;
    }
    await noteWhole(tx, operator);
    return { looked, differences };
  });
};
