/**
 * Tips: whether one may be given, the tip itself, and the word to the dealer once it is committed.
 * A wallet that has the player's money is asked first, and what it gives for a tip is the dealer's
 * at once, whoever waits here (the outbox). A retry under the same key moves nothing more.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { askForTip } from '../ledger/ask-for-tip.js';
import { giveTip } from '../ledger/give-tip.js';
import { readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { sessionAccount } from '../money/chart-of-accounts.js';
import { type StakeRefusal, isStakeRefusal } from '../money/stake-refusal.js';
import { MONEY_POOL, PUBLIC_POOL, onceAsked, refuseInCrowd } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction, sqlState } from '../platform/transaction.js';
import type { TIP_REFUSALS } from '../protocol/refusals.js';
import type { Tip } from '../protocol/tip.js';
import { lockCredit } from '../session/closing.js';
import { WalletVerdicts } from '../wallet/wallet-verdicts.service.js';
import { TipBroadcast } from './tip-broadcast.js';
import { readLatestTips } from './tip-rows.js';

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
  | 'wallet_refused'
  | 'wallet_unavailable'
  | 'no_open_session'
  | 'insufficient_funds';

type Reply =
  | { readonly ok: true; readonly balance: Amount; readonly given: Tip | undefined }
  | { readonly ok: false; readonly refusal: Refusal };

/** What became of a tip of this key: given, or asked of the player's wallet. */
const FIND = statement({
  inputs: { player: 'bigint', key: 'uuid' },
  text: `
select coalesce(t.table_id, m.tip_table) as table_id, coalesce(t.amount, m.amount) as amount, p.operator_id as operator,
       case when t.id is not null then 'given' else m.status end as status, m.refusal
  from players p left join tips t on t.player_id = p.id and t.key = :key
  left join wallet_movements m on m.operator_id = p.operator_id and m.tip_dealer is not null
   and m.movement_id = 'tip.' || p.id || '.' || :key
 where p.id = :player and (t.id is not null or m.id is not null)`,
});

interface Found {
  readonly table_id: string;
  readonly amount: string;
  readonly operator: string;
  readonly status: 'given' | 'due' | 'refused' | 'void' | 'cancelled' | 'by_hand';
  readonly refusal: string | null;
}

/** Holds the table's row: the pit's word on tips waits for this one, or this one for it. */
const MEANS = statement({
  inputs: { player: 'bigint', table: 'text', amount: 'bigint' },
  text: `
select taken.tip_max as max, taken.is_taken, p.currency = t.settings ->> 'currency' as is_own, dealer_at(t.id) as dealer, p.name,
       o.mode <> 'transfer' and p.currency <> 'XXX' and not o.policy @> '{"takesTips": true}' as is_elsewhere,
       o.mode = 'seamless' and p.currency <> 'XXX' as is_asked, o.id as operator, p.currency as own,
       stake_refusal(p.id, :amount) as barred,
       exists (select from sessions where player_id = p.id and closed_at is null) as is_open
  from tables t, players p join operators o on o.id = p.operator_id
 cross join tips_at(:table, p.currency) as taken
 where t.id = :table and p.id = :player for share of t`,
});

interface Means {
  readonly max: string | null;
  readonly is_taken: boolean;
  readonly is_own: boolean;
  readonly dealer: string | null;
  readonly name: string;
  readonly is_elsewhere: boolean;
  /** The wallet is asked before it is given. */
  readonly is_asked: boolean;
  readonly operator: string;
  readonly own: string;
  readonly barred: string | null;
  readonly is_open: boolean;
}

/** What a dealer is shown at once. */
const SHOWN = 20;

/** The database's own word that a tip may not be given (tips.sql). */
const NOT_GIVEN = 'SB095';

/** The operator whose wallet is being asked. */
type Asked = string;

/** Where so many wait for a connection, payments of rounds go first. */
const WAITING_MAX = 50;

@Injectable()
export class Tips {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly reads: pg.Pool,
    private readonly broadcast: TipBroadcast,
    @Inject(WalletVerdicts) private readonly verdicts: Pick<WalletVerdicts, 'of'>,
  ) {}

  async give(order: Order): Promise<Reply> {
    if (order.amount === 0n) return refused('amount_is_zero');
    // Only here: later the wallet may have been asked.
    refuseInCrowd(this.pool, WAITING_MAX);
    const once = () => inTransaction(this.pool, (tx) => giveOnce(tx, order));
    const reply = await once().catch((error: unknown) => {
      // What it was looked up by has changed meanwhile, and says now why it may not be given.
      if (sqlState(error) !== NOT_GIVEN) throw error;
      return once();
    });
    if (typeof reply !== 'object') return onceAsked(this.#decided(order, reply));
    if (reply.ok && reply.given !== undefined) this.broadcast.given(reply.given);
    return reply;
  }

  /** What came of what a wallet was asked. Whoever wrote that has let the dealer know. */
  async #decided(order: Order, operator: Asked): Promise<Reply> {
    const { playerId, key } = order;
    await this.verdicts.of(operator, tipId(order));
    const { rows } = await this.pool.query<Found>(FIND({ player: playerId, key }));
    const credit = await readBalance(this.pool, sessionAccount(playerId));
    const decided = rows[0] && answerOf(rows[0], order, credit ?? ZERO);
    assert(typeof decided === 'object', 'what is decided stays decided');
    return decided;
  }

  /** Newest first: those of whoever deals at the table now. */
  read(table: string): Promise<Tip[]> {
    return readLatestTips(this.reads, table, SHOWN);
  }
}

/** As the operator's wallet knows it, the same in every try. */
const tipId = ({ playerId, key }: Order): string => `tip.${playerId}.${key}`;

const giveOnce = async (tx: Transaction, order: Order): Promise<Reply | Asked> => {
  const { playerId, table, key, amount, isSeated } = order;
  const credit = await lockCredit(tx, playerId);
  const [earlier] = (await tx.query<Found>(FIND({ player: playerId, key }))).rows;
  if (earlier !== undefined) return answerOf(earlier, order, credit);
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
  const tip = { playerId, key, table, dealer, currency, amount };
  if (means.is_asked) {
    if (credit < amount) return refused('insufficient_funds');
    return (await askForTip(tx, tip)) ? means.operator : refused('wallet_unavailable');
  }
  const given = await giveTip(tx, tip);
  if (!given.ok) return given;
  const { id, atMs, balance } = given;
  const its = means.is_own ? {} : { currency };
  return {
    ok: true,
    balance,
    given: { table, id, name, dealer, amount: `${amount}`, ...its, atMs },
  };
};

/** The same command again, or once its wallet has decided. */
const answerOf = (
  { table_id, amount, operator, status, refusal }: Found,
  order: Order,
  balance: Amount,
): Reply | Asked => {
  if (table_id !== order.table || amount !== order.amount.toString()) return refused('key_reused');
  switch (status) {
    case 'given':
      return { ok: true, balance, given: undefined };
    case 'due':
      return operator;
    case 'refused':
      return refused(refusal === 'funds' ? 'insufficient_funds' : 'wallet_refused');
    case 'void':
    case 'cancelled':
    case 'by_hand':
      return refused('wallet_unavailable');
  }
};

const refused = <R extends Refusal>(refusal: R) => ({ ok: false, refusal }) as const;
