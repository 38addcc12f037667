/**
 * The void of a hand, on the order of two persons: also of a hand that nobody can play any more,
 * because its key is lost or its game is closed.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type HandMoney, previewHandVoid, voidHand } from '../ledger/void-hand.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { chainOf } from './chain.js';
import { ChangedHands } from './changed-hands.service.js';
import { readStoppedHand } from './hand-rows.js';
import { Openings } from './openings.service.js';

@Injectable()
export class HandVoids {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly openings: Openings,
    @Inject(ChangedHands) private readonly changed: Pick<ChangedHands, 'say'>,
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
    this.changed.say(hand, 'voided');
    return true;
  }
}
