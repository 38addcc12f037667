/** The state of a player's session, for a player who comes back or has long done nothing. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import type { SessionEnd } from '../protocol/session.js';
import type { SoloGame } from '../solo/game.js';
import { idleEndsAtMs, isWarned } from './due.js';
import { readOpenSessions } from './session-rows.js';

interface HandInPlay {
  readonly game: SoloGame;
  readonly hand: string;
  /** Minor units, as digits. */
  readonly taken: string;
}

interface SessionStatus {
  /** When the session ends if nothing is done. Null where none is open, or a hand is in play. */
  readonly idleEndsAtMs: number | null;
  readonly warned: boolean;
  /** Null where none has ended yet. Amounts in minor units. */
  readonly lastEnd: {
    readonly reason: SessionEnd;
    readonly atMs: number;
    readonly amount: bigint;
  } | null;
  readonly handsInPlay: readonly HandInPlay[];
}

/** When a session ends for want of action has nothing to do with its connection. */
const ANY_CONNECTION = { beatMs: 0, trustsSilence: false };

const LAST_END = statement({
  inputs: { playerId: 'bigint' },
  text: `
select closed_reason as reason, closed_at as at, closed_amount as amount from sessions
 where player_id = :playerId and closed_at is not null order by closed_at desc limit 1`,
});

/** None of before a restore: nobody plays those on. */
const HANDS_IN_PLAY = statement({
  inputs: { playerId: 'bigint' },
  text: `
select game, hand_number as hand, taken from solo_hands
 where player_id = :playerId and status = 'in_play' and hand_number > last_hand_before() order by hand_number`,
});

interface LastEnd {
  readonly reason: SessionEnd;
  readonly at: Date;
  readonly amount: string;
}

@Injectable()
export class SessionStatuses {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'session'>,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
  ) {}

  async read(playerId: string): Promise<SessionStatus> {
    const { session: policy } = this.config;
    const [[open], ended, inPlay] = await Promise.all([
      readOpenSessions(this.pool, [playerId], policy, ANY_CONNECTION),
      this.pool.query<LastEnd>(LAST_END({ playerId })),
      this.pool.query<HandInPlay>(HANDS_IN_PLAY({ playerId })),
    ]);
    const last = ended.rows[0];
    const mayEnd = open !== undefined && !open.hasHandInPlay;
    return {
      idleEndsAtMs: mayEnd ? idleEndsAtMs(open, policy) : null,
      warned: mayEnd && isWarned(open),
      lastEnd:
        last === undefined
          ? null
          : { reason: last.reason, atMs: last.at.getTime(), amount: BigInt(last.amount) },
      handsInPlay: inPlay.rows,
    };
  }
}
