/**
 * The void of a hand, on the order of two persons, or of many by one order: also of hands that
 * nobody can play any more, because their key is lost or their game is closed.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type HandMoney, previewHandVoid, voidHand } from '../ledger/void-hand.js';
import { type HandsMoney, previewHandVoids, voidHands } from '../ledger/void-hands.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { chainOf } from './chain.js';
import { ChangedHands } from './changed-hands.service.js';
import { readKeysInUse, readOrderedHands, readStoppedHand } from './hand-rows.js';
import { Openings } from './openings.service.js';
import type { SoloGame } from '../solo/game.js';

/** What an order for many hands names them by, as in the ledger. */
type HandsOrder = Parameters<typeof previewHandVoids>[1] & { readonly game: SoloGame };

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

  /** The order with the names of the keys that the studio has no more, where it is for those. */
  async orderFor(asked: HandsOrder): Promise<HandsOrder> {
    if (asked.why !== 'key') return asked;
    const inUse = await readKeysInUse(this.pool, asked.game);
    return { ...asked, keys: inUse.filter((name) => !this.openings.hasKey(name)) };
  }

  /** What the order would move now. Undefined where there is no such hand. */
  previewMany(order: HandsOrder): Promise<HandsMoney | undefined> {
    return previewHandVoids(this.pool, order);
  }

  /**
   * Carries an order for many hands out, all of them in one transaction, so that it needs no going
   * on with where a process ends in the midst of it. Otherwise as `carryOut`.
   */
  async carryOutMany(game: SoloGame, approval: string): Promise<boolean> {
    const rows = await readOrderedHands(this.pool, approval);
    const hands = rows.map((row) => {
      return { hand: row.number, opening: this.openings.unsealed(row.playerId, game, row) };
    });
    const atMs = this.clock.nowMs();
    const order = { approval, atMs, chain: chainOf(game, atMs) };
    const voided = await voidHands(this.pool, hands, order);
    for (const hand of voided) this.changed.say(hand, 'voided');
    return voided.length > 0;
  }
}
