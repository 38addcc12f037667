/**
 * How much a person may lose, stake and play, and the reality check. The statements that take
 * stakes ask for it (play-limits.sql). Each limit has a line in the log of the staff.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL, PUBLIC_POOL, onceAsked } from '../platform/database.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type {
  KeptLimit,
  KeptLimits,
  LimitOrder,
  LimitRefusal,
  OwnLimits,
  ProtectionHistory,
} from '../protocol/play-limits.js';
import type { BarSource } from '../protocol/protection.js';
import { Audit, STUDIO } from '../staff/audit.service.js';
import { type Person, type PlayingPerson, personOf } from './bar-rows.js';
import {
  type NewLimit,
  insertCheck,
  insertLimit,
  lockLimit,
  readChanges,
  readCheck,
  readLimits,
} from './limit-rows.js';
import { OwnChangesPace } from './own-changes-pace.js';

type OwnLimitRefusal = LimitRefusal | 'too_many_messages';
type From = Pick<NewLimit, 'source' | 'by' | 'reason'>;

/** Of the staff or an operator. */
interface Order extends From {
  /** The limit that it replaces, null: none. Left out: whatever there is. */
  readonly was?: string | null | undefined;
}

@Injectable()
export class Limits {
  constructor(
    @Inject(POOL) private readonly studio: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly own: pg.Pool,
    private readonly audit: Audit,
    private readonly pace: OwnChangesPace,
  ) {}

  /** What the player herself reads: in her currency, with what is used of it. */
  async readOwn(person: PlayingPerson, player: string): Promise<OwnLimits> {
    const [limits, realityCheck] = await Promise.all([
      readLimits(this.own, person, player),
      readCheck(this.own, person, player),
    ]);
    const own = limits.map(({ by: _by, reason: _reason, atMs: _atMs, ...limit }) => limit);
    return { currency: person.currency, limits: own, realityCheck };
  }

  /** What holds, whoever has set it, in all currencies. */
  async read(person: Person): Promise<KeptLimits> {
    return {
      limits: (await readLimits(this.studio, person)).map(({ used: _, ...limit }) => limit),
    };
  }

  /** `currency` where it is of money: in the player's, or as the operator names it. */
  async set(
    person: Person,
    order: LimitOrder,
    currency: string | undefined,
    { was, ...from }: Order,
  ): Promise<LimitRefusal | undefined> {
    await this.audit.turn();
    const row = rowOf(order, currency, from);
    return inTransaction(this.#poolOf(from.source), async (tx) => {
      const held = await lockLimit(tx, person, row);
      if (was !== undefined && was !== (held?.limit ?? null)) return 'settings_moved_on';
      return this.#keep(tx, person, row, held);
    });
  }

  /**
   * The player's own, in her currency. Returns what she reads then. Nothing is written where the
   * same holds, and nothing waits to replace it.
   */
  async setOwn(
    person: PlayingPerson,
    player: string,
    order: LimitOrder,
  ): Promise<OwnLimits | OwnLimitRefusal> {
    const from = { source: 'player', by: player, reason: 'by the player' } as const;
    await this.audit.turn();
    const row = rowOf(order, person.currency, from);
    const refusal = await inTransaction(this.own, async (tx) => {
      const held = await lockLimit(tx, person, row);
      if (held?.limit === row.limit && held.next === null) return undefined;
      return this.pace.refusal('limits', player) ?? this.#keep(tx, person, row, held);
    });
    return refusal ?? onceAsked(this.readOwn(person, player));
  }

  /** Undefined where there is no such player. */
  personOf(player: string, asks: BarSource): Promise<PlayingPerson | undefined> {
    return personOf(this.#poolOf(asks), player);
  }

  /** What was set and lifted for the person, bars too, newest first. */
  async history(person: Person, player: string): Promise<ProtectionHistory> {
    return { changes: await readChanges(this.own, person, player) };
  }

  /**
   * The player goes on playing: the next check is due after as much play again. Returns what she
   * reads then.
   */
  async confirm(person: PlayingPerson, player: string): Promise<OwnLimits> {
    await insertCheck(this.own, person);
    return onceAsked(this.readOwn(person, player));
  }

  /** `held`: what holds in its place so far. */
  async #keep(
    tx: Transaction,
    person: Person,
    row: NewLimit,
    held: KeptLimit | undefined,
  ): Promise<LimitRefusal | undefined> {
    const holdsFromMs = await insertLimit(tx, person, row);
    if (holdsFromMs === undefined) return 'no_such_limit';
    const { source, by, reason, ...after } = row;
    await this.audit.record(tx, {
      by: source === 'staff' ? by : STUDIO,
      operation: 'players:limit',
      subject: `${person.operator}/${person.ref}`,
      reason,
      before: held && { ...after, source, limit: held.limit },
      after: { ...after, source, by, holdsFromMs },
    });
    return undefined;
  }

  /** What players and operators ask for never keeps the staff waiting. */
  #poolOf(asks: BarSource): pg.Pool {
    return asks === 'staff' ? this.studio : this.own;
  }
}

const rowOf = (order: LimitOrder, currency: string | undefined, from: From): NewLimit => {
  const { kind, limit } = order;
  const period = kind === 'reality_check' ? null : order.period;
  const ofMoney = kind === 'loss' || kind === 'stake';
  return { kind, period, limit, currency: ofMoney ? (currency ?? null) : null, ...from };
};
