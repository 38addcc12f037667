/** Posting: the way money moves, in whole entries, each under a key that is unique for ever. */
import type { Amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { type AccountKind, type AccountName, mayBeNegative } from '../money/chart-of-accounts.js';
import { type Entry, type EntryKind, type Posting, gains } from '../money/posting.js';
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';

const POST_REFUSALS = ['key_reused', 'insufficient_funds'] as const;
type PostRefusal = (typeof POST_REFUSALS)[number];

export interface Posted {
  readonly ok: true;
  readonly entryId: bigint;
  /** False when the same entry had been posted before. Nothing was moved now. */
  readonly isNew: boolean;
  /**
   * The balance of every account that the entry touches, as it is now, in minor units. The house
   * and the outside are not among them: no row keeps theirs.
   */
  readonly balances: ReadonlyMap<AccountName, bigint>;
}

export interface NotPosted {
  readonly ok: false;
  readonly refusal: PostRefusal;
}

interface LockedAccount {
  readonly id: string;
  readonly name: AccountName;
  readonly kind: AccountKind;
  /** Null where no row keeps it. */
  readonly balance: string | null;
}

/**
 * Only accounts that keep a balance are locked, in the order of their ids, so that two entries
 * never wait for each other.
 */
const LOCK = `
with locked as (
  select id, name, kind, balance from accounts
   where name = any($1) and balance is not null order by id for update
)
select * from locked
union all
select id, name, kind, null from accounts where name = any($1) and balance is null`;

/**
 * Posts `entry` within `tx`. Refuses `key_reused` when the key was used for another entry, and
 * `insufficient_funds` when an account that may not owe would then owe (I4). The accounts must
 * exist.
 */
export const post = async (tx: Transaction, entry: Entry): Promise<Posted | NotPosted> => {
  assert(entry.postings.length > 0, 'an entry moves something');
  const change = gains(entry.postings);
  const names = [...change.keys()];
  const { rows: accounts } = await tx.query<LockedAccount>(LOCK, [names]);
  assert(accounts.length === names.length, `the accounts ${names.join(', ')} exist`);
  const byName = new Map(accounts.map((account) => [account.name, account]));

  const earlier = await findEntry(tx, entry.key);
  if (earlier !== undefined) return postedBefore(earlier, entry, accounts);

  const balances = new Map<AccountName, bigint>();
  for (const { name, kind, balance } of accounts) {
    if (balance === null) continue;
    const after = BigInt(balance) + (change.get(name) ?? 0n);
    if (after < 0n && !mayBeNegative(kind)) return { ok: false, refusal: 'insufficient_funds' };
    balances.set(name, after);
  }

  const entryId = await insertEntry(tx, entry);
  if (entryId === undefined) {
    // Somebody was faster: with the same entry, where no account of it is locked, or with another.
    const faster = await findEntry(tx, entry.key);
    if (faster === undefined) return { ok: false, refusal: 'key_reused' };
    return postedBefore(faster, entry, accounts);
  }

  // From here the entry must succeed.
  await insertPostings(tx, entryId, entry.postings, (name) => byName.get(name)!.id);
  await tx.query(MOVE_BALANCES({ names, amounts: names.map((name) => change.get(name)!) }));
  return { ok: true, entryId, isNew: true, balances };
};

const postedBefore = (
  earlier: FoundEntry,
  entry: Entry,
  accounts: readonly LockedAccount[],
): Posted | NotPosted => {
  const isSame = earlier.kind === entry.kind && moveTheSame(earlier.postings, entry.postings);
  if (!isSame) return { ok: false, refusal: 'key_reused' };
  const balances = new Map(
    accounts.flatMap(({ name, balance }) =>
      balance === null ? [] : [[name, BigInt(balance)] as const],
    ),
  );
  return { ok: true, entryId: earlier.id, isNew: false, balances };
};

/**
 * Undefined for an account that does not exist. The house's and the outside's is summed up, which
 * takes as long as they have postings.
 */
export const readBalance = async (
  tx: Pick<Transaction, 'query'>,
  name: AccountName,
): Promise<Amount | undefined> => {
  const { rows } = await tx.query<{ balance: string }>(
    `select coalesce(a.balance,
              (select coalesce(sum(amount), 0) from postings where destination_id = a.id)
              - (select coalesce(sum(amount), 0) from postings where source_id = a.id)
              + (select coalesce(sum(gain), 0) from archived_gains where account_id = a.id)) as balance
       from accounts a where name = $1`,
    [name],
  );
  return rows[0] === undefined ? undefined : (BigInt(rows[0].balance) as Amount);
};

interface FoundEntry {
  readonly id: bigint;
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
}

const findEntry = async (tx: Transaction, key: string): Promise<FoundEntry | undefined> => {
  const { rows } = await tx.query<{
    id: string;
    kind: EntryKind;
    source: AccountName;
    destination: AccountName;
    amount: string;
  }>(
    `select e.id, e.kind, s.name as source, d.name as destination, p.amount
       from entries e
       join postings p on p.entry_id = e.id
       join accounts s on s.id = p.source_id
       join accounts d on d.id = p.destination_id
      where e.key = $1
      order by p.line`,
    [key],
  );
  if (rows[0] === undefined) return undefined;
  const { id, kind } = rows[0];
  const postings = rows.map(({ source, destination, amount }) => ({
    source,
    destination,
    amount: BigInt(amount) as Amount,
  }));
  return { id: BigInt(id), kind, postings };
};

/** Undefined when the key exists already. */
const insertEntry = async (tx: Transaction, { key, kind }: Entry): Promise<bigint | undefined> => {
  const { rows } = await tx.query<{ id: string }>(
    'insert into entries (key, kind) values ($1, $2) on conflict do nothing returning id',
    [key, kind],
  );
  return rows[0] && BigInt(rows[0].id);
};

const INSERT_POSTINGS = statement({
  name: 'insert_postings',
  inputs: {
    entry: 'bigint',
    sources: 'bigint[]',
    destinations: 'bigint[]',
    amounts: 'bigint[]',
  },
  text: `
insert into postings (entry_id, line, source_id, destination_id, amount)
select :entry, line, source, destination, amount
  from unnest(:sources, :destinations, :amounts) with ordinality
    as posting(source, destination, amount, line)`,
});

const MOVE_BALANCES = statement({
  name: 'move_balances',
  inputs: { names: 'text[]', amounts: 'bigint[]' },
  text: `
update accounts set balance = accounts.balance + change.amount
  from unnest(:names, :amounts) as change(name, amount)
 where accounts.name = change.name and accounts.balance is not null`,
});

const insertPostings = async (
  tx: Transaction,
  entryId: bigint,
  postings: readonly Posting[],
  idOf: (name: AccountName) => string,
): Promise<void> => {
  await tx.query(
    INSERT_POSTINGS({
      entry: entryId,
      sources: postings.map(({ source }) => idOf(source)),
      destinations: postings.map(({ destination }) => idOf(destination)),
      amounts: postings.map(({ amount }) => amount),
    }),
  );
};

const moveTheSame = (a: readonly Posting[], b: readonly Posting[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ source, destination, amount }, line) =>
      source === b[line]?.source &&
      destination === b[line].destination &&
      amount === b[line].amount,
  );
