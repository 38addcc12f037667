/**
 * The transfer API: money that an operator sends to its players' game accounts, and takes from
 * them. Each movement is in the journal with the request that the operator signed, and happens
 * once, whatever is sent how often.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { post } from '../ledger/post.js';
import { type Amount, parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { OUTSIDE, gameAccount } from '../money/chart-of-accounts.js';
import { exponentOf } from '../money/currency.js';
import type { Posting } from '../money/posting.js';
import { MONEY_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type {
  BalanceQuery,
  MoneyOrder,
  MoneyReply,
  OperatorOrderRefusal,
  PlayerBalance,
} from '../protocol/operator.js';
import {
  type Movement,
  type MovementKind,
  findMovement,
  findPlayer,
  insertMovement,
} from './movement-rows.js';

/** What an operator signed, as it is kept for whoever doubts it. */
export interface SignedOrder {
  readonly operator: string;
  readonly kid: string;
  readonly signed: string;
  readonly signature: Buffer;
  readonly body: Buffer;
}

interface Refused {
  readonly refusal: OperatorOrderRefusal;
  /** Of a refusal that is in the journal. */
  readonly replay: boolean;
}

type MovementOutcome = MoneyReply | Refused;

const BALANCE_MAX = 10n ** 18n;

const BALANCE = statement({
  inputs: { operator: 'text', player: 'text', currency: 'text' },
  text: `
select g.balance as available, s.balance as at_tables
  from players p join accounts g on g.player_id = p.id and g.kind = 'game'
  join accounts s on s.player_id = p.id and s.kind = 'session'
 where p.operator_id = :operator and p.ref = :player and p.currency = :currency`,
});

@Injectable()
export class Movements {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    private readonly metrics: Metrics,
    @InjectPinoLogger('operators') private readonly logger: PinoLogger,
  ) {
    metrics.operatorAlarms.inc({ cause: 'movement_id_reused' }, 0);
  }

  /**
   * A repeat gets the first answer again, also where that was a refusal. The same id for something
   * else is refused `movement_id_reused`, and is an alarm.
   */
  async move(kind: MovementKind, order: MoneyOrder, by: SignedOrder): Promise<MovementOutcome> {
    const { operator } = by;
    const { movementId } = order;
    if (exponentOf(order.currency) !== order.exponent) return refused('exponent_differs');
    const outcome = await inTransaction(this.pool, (tx) => moveOnce(tx, kind, order, by));
    if ('refusal' in outcome && outcome.refusal === 'movement_id_reused') {
      this.metrics.operatorAlarms.inc({ cause: 'movement_id_reused' });
      this.logger.error({ operator, movementId }, 'a movement id came again with other content');
    }
    return outcome;
  }

  async balance(
    operator: string,
    { player, currency }: BalanceQuery,
  ): Promise<PlayerBalance | Refused> {
    const { rows } = await this.pool.query<{ available: string; at_tables: string }>(
      BALANCE({ operator, player, currency }),
    );
    if (rows[0] === undefined) return refused('unknown_player');
    const { available, at_tables: atTables } = rows[0];
    return { currency, exponent: exponentOf(currency), available, atTables };
  }
}

const refused = (refusal: OperatorOrderRefusal, replay = false): Refused => ({ refusal, replay });

const moveOnce = async (
  tx: Transaction,
  kind: MovementKind,
  { movementId, player: ref, currency, amount: text }: MoneyOrder,
  by: SignedOrder,
): Promise<MovementOutcome> => {
  const amount = parseAmount(text);
  assert(amount !== undefined && amount > 0n, 'the schema takes amounts above zero only');
  const found = await findPlayer(tx, by.operator, ref, currency);
  if (found !== undefined && found.mode !== 'transfer') return refused('wallet_has_the_money');
  const player = found?.id;
  const asked = { kind, amount, player: player ?? '' };
  if (player === undefined) {
    const known = await findMovement(tx, by.operator, movementId);
    return known === undefined ? refused('unknown_player') : answerAgain(known, asked);
  }
  // Before anything is read, so that of two at once the second sees what the first did.
  const balance = await lockGameAccount(tx, player);
  const known = await findMovement(tx, by.operator, movementId);
  if (known !== undefined) return answerAgain(known, asked);

  const after = kind === 'deposit' ? balance + amount : balance - amount;
  const refusal =
    after < 0n ? 'insufficient_funds' : after > BALANCE_MAX ? 'balance_too_large' : undefined;
  const movement: Movement = {
    ...{ movementId, kind, player, amount, refusal: refusal ?? null },
    available: refusal === undefined ? after : balance,
  };
  // Somebody else may have used the id for another player just now.
  if (!(await insertMovement(tx, movement, by))) {
    return answerAgain((await findMovement(tx, by.operator, movementId))!, asked);
  }
  if (refusal !== undefined) return refused(refusal);

  // From here the movement must succeed.
  const game = gameAccount(player);
  const way: Pick<Posting, 'source' | 'destination'> =
    kind === 'deposit'
      ? { source: OUTSIDE, destination: game }
      : { source: game, destination: OUTSIDE };
  const posted = await post(tx, {
    key: `movement:${by.operator}:${movementId}`,
    kind,
    postings: [{ ...way, amount }],
  });
  assert(posted.ok && posted.isNew, 'a movement that is not refused moves');
  return replyOf(movement, false);
};

const answerAgain = (
  known: Movement,
  asked: { readonly kind: MovementKind; readonly player: string; readonly amount: bigint },
): MovementOutcome => {
  const isSame =
    known.kind === asked.kind && known.player === asked.player && known.amount === asked.amount;
  if (!isSame) return refused('movement_id_reused');
  return known.refusal === null ? replyOf(known, true) : refused(known.refusal, true);
};

const replyOf = ({ movementId, amount, available }: Movement, replay: boolean): MoneyReply => ({
  movementId,
  replay,
  amount: amount.toString(),
  available: available.toString(),
});

const lockGameAccount = async (tx: Transaction, player: string): Promise<Amount> => {
  const { rows } = await tx.query<{ balance: string }>(
    'select balance from accounts where name = $1 for update',
    [gameAccount(player)],
  );
  assert(rows[0] !== undefined, 'a player has a game account');
  return BigInt(rows[0].balance) as Amount;
};
