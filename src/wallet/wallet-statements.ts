/**
 * The comparison of our journal with what an operator's wallet says that it has booked (W8): its
 * list is read on from where it was read to, and every difference is a case.
 */
import type pg from 'pg';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import { differenceOf } from './difference.js';
import {
  type Claimed,
  type NamedDifference,
  closeAgreed,
  keepPage,
  noteLong,
  noteWhole,
  openDifferences,
  readCursor,
  readOpen,
  readPart,
  readWindow,
} from './statement-rows.js';
import type { WalletCalls } from './wallet-calls.service.js';

const PAGE = 100;
const PAGE_WITHIN_MS = 10_000;
/** At a time, so that a list without an end keeps nobody else waiting for ever. */
const PAGES_MOST = 500;
/** The same of parts of the comparison, of a thousand movements and lines each. */
const PARTS_MOST = 500;

interface Comparison {
  /** Movements that were compared. */
  readonly looked: number;
  readonly differences: readonly NamedDifference[];
}

/**
 * Of what has changed since the look before, or `isAll`. Why, where the wallet's list cannot be
 * read to its end: then nothing is compared, and what was read is kept.
 */
export const compareStatement = async (
  pool: pg.Pool,
  calls: Pick<WalletCalls, 'list'>,
  to: Claimed,
  isAll: boolean,
  partsMost = PARTS_MOST,
): Promise<Comparison | string> => {
  const { operator } = to;
  let after = await readCursor(pool, operator);
  for (let pages = 1; ; pages += 1) {
    const page = await calls.list(to, after, PAGE, PAGE_WITHIN_MS);
    if (typeof page === 'string') return `${page} (after ${JSON.stringify(after)})`;
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
  return compareBooks(pool, to, { isAll, partsMost });
};

/**
 * Part by part, each in a transaction of its own: what is compared stays so whatever comes later,
 * the next look goes on there, and no feed waits for it.
 */
const compareBooks = async (
  pool: pg.Pool,
  to: Claimed,
  { isAll, partsMost }: { readonly isAll: boolean; readonly partsMost: number },
): Promise<Comparison> => {
  const differences: NamedDifference[] = [];
  let looked = 0;
  const note = async (tx: Transaction, compared: Compareds): Promise<void> => {
    const { differing, agreed } = judge(compared);
    await openDifferences(tx, to.operator, differing);
    await closeAgreed(tx, to.operator, agreed);
  };
  const count = (compared: Compareds): void => {
    differences.push(...judge(compared).differing);
    looked += compared.length;
  };

  const window = await readWindow(pool, to, isAll);
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    const open = await inTransaction(pool, async (tx) => {
      const read = await readOpen(tx, to, from, window);
      if (read !== undefined) await note(tx, read.compared);
      return read;
    });
    if (open !== undefined) count(open.compared);
    after = open?.last;
  }
  let { since } = window;
  for (let parts = 1; ; parts += 1) {
    const part = await inTransaction(pool, async (tx) => {
      const read = await readPart(tx, to, since, window);
      await note(tx, read.compared);
      await noteWhole(tx, to, read.until, window);
      return read;
    });
    count(part.compared);
    if (part.isLast) return { looked, differences };
    since = part.until;
    if (parts === partsMost && !isAll) {
      await noteLong(pool, to.operator);
      return { looked, differences };
    }
  }
};

type Compareds = Awaited<ReturnType<typeof readPart>>['compared'];

interface Judged {
  readonly differing: readonly NamedDifference[];
  readonly agreed: readonly string[];
}

const judge = (compared: Compareds): Judged => {
  const differing: NamedDifference[] = [];
  const agreed: string[] = [];
  for (const { id, own, line, is_undone: isUndone } of compared) {
    const difference = differenceOf(own, line, isUndone);
    if (difference === null) agreed.push(id);
    else differing.push({ movementId: id, ...difference });
  }
  return { differing, agreed };
};
