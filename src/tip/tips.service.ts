/**
 * Tips: whether one may be given, the tip itself, and the word to the dealer once it is committed.
 * A retry under the same key moves nothing more.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { giveTip } from '../ledger/give-tip.js';
import { readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { sessionAccount } from '../money/chart-of-accounts.js';
import { type StakeRefusal, isStakeRefusal } from '../money/stake-refusal.js';
import { MONEY_POOL, PUBLIC_POOL, refuseInCrowd } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { TIP_REFUSALS } from '../protocol/refusals.js';
import type { Tip } from '../protocol/tip.js';
import { lockCredit } from '../session/closing.js';
import { TipBroadcast } from './tip-broadcast.js';

interface Order {
  readonly playerId: string;
  readonly table: string;
  readonly key: string;
  /** Minor units. */
  readonly amount: Amount;
  /** Whether the player sits at the table now. */
  readonly isSeated: boolean;
}

type Refusal =
  | (typeof TIP_REFUSALS)[number]
  | StakeRefusal
  | 'amount_is_zero'
  | 'not_joined'
  | 'key_reused'
  | 'currency_not_taken'
  | 'no_open_session'
  | 'insufficient_funds';

type Reply =
  | { readonly ok: true; readonly balance: Amount; readonly given: Tip | undefined }
  | { readonly ok: false; readonly refusal: Refusal };

const FIND = statement({
  inputs: { player: 'bigint', key: 'uuid' },
  text: 'select table_id, amount from tips where player_id = :player and key = :key',
});

/** Holds the table's row: the pit's word on tips waits for this one, or this one for it. */
const MEANS = statement({
  inputs: { player: 'bigint', table: 'text', amount: 'bigint' },
  text: `
select case when p.currency = t.settings ->> 'currency' or t.settings -> 'further' -> p.currency is null
            then t.settings ->> 'tipMax' else t.settings -> 'further' -> p.currency ->> 'tipMax' end as max,
       p.currency = t.settings ->> 'currency' or t.settings -> 'further' -> p.currency is not null as is_taken,
       p.currency = t.settings ->> 'currency' as is_own, dealer_at(t.id) as dealer, p.name,
       o.mode <> 'transfer' and p.currency <> 'XXX' and not (o.mode = 'session' and o.policy @> '{"takesTips": true}') as is_elsewhere, p.currency as own,
       stake_refusal(p.id, :amount) as barred,
       exists (select from sessions where player_id = p.id and closed_at is null) as is_open
  from tables t, players p join operators o on o.id = p.operator_id
 where t.id = :table and p.id = :player for share of t`,
});

interface Means {
  readonly max: string | null;
  readonly is_taken: boolean;
  readonly is_own: boolean;
  readonly dealer: string | null;
  readonly name: string;
  readonly is_elsewhere: boolean;
  readonly own: string;
  readonly barred: string | null;
  readonly is_open: boolean;
}

const READ = statement({
  inputs: { table: 'text', limit: 'int' },
  text: `
select t.id, t.table_id as table, p.name, t.dealer, t.amount, round(extract(epoch from t.at) * 1000) as at_ms,
       nullif(p.currency, o.settings ->> 'currency') as currency
  from tips t join players p on p.id = t.player_id join tables o on o.id = t.table_id
 where t.table_id = :table and t.dealer = dealer_at(:table) order by t.id desc limit :limit`,
});

/** What a dealer is shown at once. */
const SHOWN = 20;

/** Where so many wait for a connection, payments of rounds go first. */
const WAITING_MAX = 50;

@Injectable()
export class Tips {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly reads: pg.Pool,
    private readonly broadcast: TipBroadcast,
  ) {}

  async give(order: Order): Promise<Reply> {
    if (order.amount === 0n) return refused('amount_is_zero');
    refuseInCrowd(this.pool, WAITING_MAX);
    const reply = await inTransaction(this.pool, (tx) => giveOnce(tx, order));
    if (reply.ok && reply.given !== undefined) this.broadcast.given(reply.given);
    return reply;
  }

  /** Newest first: those of whoever deals at the table now. */
  async read(table: string): Promise<Tip[]> {
    const { rows } = await this.reads.query<
      Omit<Tip, 'atMs' | 'currency'> & { at_ms: string; currency: string | null }
    >(READ({ table, limit: SHOWN }));
    return rows.map(({ at_ms, currency, ...tip }) => ({
      ...tip,
      ...(currency !== null && { currency }),
      atMs: Number(at_ms),
    }));
  }
}

const giveOnce = async (
  tx: Transaction,
  { playerId, table, key, amount, isSeated }: Order,
): Promise<Reply> => {
  await lockCredit(tx, playerId);
  const earlier = await tx.query<{ table_id: string; amount: string }>(
    FIND({ player: playerId, key }),
  );
  if (earlier.rows[0] !== undefined) {
    const { table_id, amount: moved } = earlier.rows[0];
    if (table_id !== table || moved !== amount.toString()) return refused('key_reused');
    const balance = (await readBalance(tx, sessionAccount(playerId))) ?? ZERO;
    return { ok: true, balance, given: undefined };
  }
  if (!isSeated) return refused('not_joined');
  const { rows } = await tx.query<Means>(MEANS({ player: playerId, table, amount }));
  const means = rows[0]!;
  const { max, own: currency, dealer, name } = means;
  if (max === null) return refused('tips_not_taken');
  if (dealer === null) return refused('no_dealer_here');
  if (means.is_elsewhere) return refused('wallet_without_tips');
  if (!means.is_taken) return refused('currency_not_taken');
  if (amount > BigInt(max)) return refused('tip_above_maximum');
  if (means.barred !== null && isStakeRefusal(means.barred)) return refused(means.barred);
  if (!means.is_open) return refused('no_open_session');
  const given = await giveTip(tx, { playerId, key, table, dealer, currency, amount });
  if (!given.ok) return given;
  const { id, atMs, balance } = given;
  const its = means.is_own ? {} : { currency };
  return {
    ok: true,
    balance,
    given: { table, id, name, dealer, amount: `${amount}`, ...its, atMs },
  };
};

const refused = <R extends Refusal>(refusal: R) => ({ ok: false, refusal }) as const;
