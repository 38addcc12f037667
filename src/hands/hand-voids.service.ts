/**
 * The void of a hand, on the order of two persons: also of a hand that nobody can play any more,
 * because its key is lost or its game is closed.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type { Server } from 'socket.io';
import { type HandMoney, type VoidedHand, previewHandVoid, voidHand } from '../ledger/void-hand.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { SOCKETS } from '../platform/sockets.js';
import { chainOf } from './chain.js';
import { publishChangedHand } from './changed-hand.js';
import { SOLO_ROOMS } from './games.js';
import { type StoppedHand, readStoppedHand } from './hand-rows.js';
import { Openings } from './openings.service.js';

@Injectable()
export class HandVoids {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOCKETS) private readonly sockets: Server,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly openings: Openings,
    @InjectPinoLogger('hands') private readonly logger: PinoLogger,
  ) {}

  /** What it would move. Undefined where no such hand was played, or it is void. */
  preview(hand: string): Promise<HandMoney | undefined> {
    return previewHandVoid(this.pool, hand);
  }

  /** Whether there is such a hand at all. */
  async isThere(hand: string): Promise<boolean> {
    return (await readStoppedHand(this.pool, hand)) !== undefined;
  }

  /**
   * Carries the void out under this approval, which is used up, and then tells the player. False
   * where the hand is void already. Throws what the database has against the approval, and nothing
   * once the void is committed: a player who hears nothing sees it when the game is opened.
   */
  async carryOut(hand: string, approval: string): Promise<boolean> {
    const row = await readStoppedHand(this.pool, hand);
    if (row === undefined) return false;
    const opening = row.opening ?? this.openings.unsealed(row.playerId, row.game, row);
    const atMs = this.clock.nowMs();
    const voided = await voidHand(this.pool, {
      ...{ hand, approval, atMs },
      chain: chainOf(row.game, atMs),
      opening: opening && Buffer.from(opening),
    });
    if (voided === undefined) return false;
    try {
      this.#publish(row, opening, voided);
    } catch (error) {
      this.logger.error({ err: error, hand }, 'the void of a hand was not shown to its player');
    }
    return true;
  }

  #publish(row: StoppedHand, opening: Uint8Array | undefined, { playerId, balance }: VoidedHand) {
    publishChangedHand(this.sockets, playerId, {
      hand: seen(row, opening),
      balance: `${balance}`,
      reason: 'voided',
    });
  }
}

const seen = (row: StoppedHand, opening: Uint8Array | undefined) => {
  const { number, commitment, seed, cut, events, game } = row;
  const hand = SOLO_ROOMS[game].fold(events);
  const shown = opening === undefined ? null : Buffer.from(opening).toString('hex');
  return hand.seen({ hand: number, commitment, seed, cut, opening: shown, from: events.length });
};
