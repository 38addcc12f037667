/**
 * Who is barred from play. A bar concerns a person, in all currencies, and holds from its commit on
 * in every process: the statements that take stakes ask for it (play-bars.sql). What is in play
 * goes on. Each bar and each end of one has a line in the log of the staff.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL, PUBLIC_POOL } from '../platform/database.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { BarRefusal, BarSource, KeptBar } from '../protocol/protection.js';
import { Audit, STUDIO } from '../staff/audit.service.js';
import {
  type NewBar,
  type NewLift,
  type Person,
  insertBar,
  insertLifts,
  lockPerson,
  personOf,
  readBars,
} from './bar-rows.js';
import { OwnChangesPace } from './own-changes-pace.js';

/** An order that was sent again is the same one, though it would end so much later. */
const AGAIN_WITHIN_MS = 60_000;

@Injectable()
export class Bars {
  constructor(
    @Inject(POOL) private readonly studio: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly own: pg.Pool,
    private readonly audit: Audit,
    private readonly pace: OwnChangesPace,
  ) {}

  /** Undefined where there is no such player. */
  personOf(player: string, asks: BarSource): Promise<Person | undefined> {
    return personOf(this.#poolOf(asks), player);
  }

  /** Those that hold, the longest first. */
  read(person: Person): Promise<readonly KeptBar[]> {
    return readBars(this.studio, person);
  }

  /** The same, where the player asks. */
  readOwn(person: Person): Promise<readonly KeptBar[]> {
    return readBars(this.own, person);
  }

  async set(person: Person, bar: NewBar): Promise<readonly KeptBar[] | BarRefusal> {
    await this.audit.turn();
    return inTransaction(this.#poolOf(bar.source), (tx) => this.#keep(tx, person, bar));
  }

  /**
   * The player's own. Nothing is written where such a one lasts as long. One for good is never too
   * many.
   */
  async setOwn(
    person: Person,
    player: string,
    { kind, untilMs }: Pick<NewBar, 'kind' | 'untilMs'>,
  ): Promise<readonly KeptBar[] | BarRefusal | 'too_many_messages'> {
    const from = { source: 'player', by: player, reason: 'by the player' } as const;
    const bar = { ...from, kind, untilMs };
    await this.audit.turn();
    return inTransaction(this.own, async (tx) => {
      await lockPerson(tx, person);
      const bars = await readBars(tx, person);
      if (bars.some((held) => isAsMuch(held, bar))) return bars;
      const refusal = untilMs === null ? undefined : this.pace.refusal('bars', player);
      return refusal ?? this.#keep(tx, person, bar);
    });
  }

  /**
   * Lifts what this side has set. `was`: when those were set that are to be lifted; left out: all
   * are. Nothing is lifted where another one holds by now.
   */
  async lift(
    person: Person,
    lift: NewLift,
    was?: readonly number[],
  ): Promise<readonly KeptBar[] | BarRefusal> {
    await this.audit.turn();
    return inTransaction(this.#poolOf(lift.source), async (tx) => {
      await lockPerson(tx, person);
      const held = (await readBars(tx, person)).filter((bar) => isLiftedBy(bar, lift.source));
      if (was !== undefined && held.some(({ atMs }) => !was.includes(atMs))) {
        return 'settings_moved_on';
      }
      const lifted = await insertLifts(tx, person, lift);
      if (lifted === 0) return 'not_barred';
      const { source, by, reason } = lift;
      const after = { source, by, lifted };
      await this.audit.record(tx, { ...lineFor(person, lift, 'players:unbar'), reason, after });
      return readBars(tx, person);
    });
  }

  async #keep(
    tx: Transaction,
    person: Person,
    bar: NewBar,
  ): Promise<readonly KeptBar[] | BarRefusal> {
    if (!(await insertBar(tx, person, bar))) return 'ends_too_soon';
    const { source, by, kind, reason, untilMs } = bar;
    const after = { kind, source, by, untilMs };
    await this.audit.record(tx, { ...lineFor(person, bar, 'players:bar'), reason, after });
    return readBars(tx, person);
  }

  /** What players and operators ask for never keeps the staff waiting. */
  #poolOf(asks: BarSource): pg.Pool {
    return asks === 'staff' ? this.studio : this.own;
  }
}

const isLiftedBy = ({ kind, source }: KeptBar, by: BarSource): boolean =>
  kind === 'bar' && source === by;

const isAsMuch = (
  held: KeptBar,
  { kind, source, untilMs }: Pick<NewBar, 'kind' | 'source' | 'untilMs'>,
): boolean => {
  const isOfTheSame = held.kind === kind && held.source === source;
  if (!isOfTheSame || held.untilMs === null) return isOfTheSame;
  return untilMs !== null && held.untilMs + AGAIN_WITHIN_MS >= untilMs;
};

/** What a player or an operator does is a line of the studio's. */
const lineFor = ({ operator, ref }: Person, { source, by }: NewLift, operation: string) => ({
  by: source === 'staff' ? by : STUDIO,
  operation,
  subject: `${operator}/${ref}`,
});
