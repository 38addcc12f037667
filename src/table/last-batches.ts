/**
 * No batch of bets is begun that would still be under way when the bets close, since a close waits
 * for it. Bets that come so late are decided after the close, and so refused.
 */
import type { TableState } from '../round/state.js';

/** Batches that are remembered, the last ones. */
const REMEMBERED = 16;
/** One may take so many times as long as the longest of them. */
const MARGIN = 2;
/** Nobody is refused for longer before the close, in ms, nor for more of the time of the bets. */
const HELD_MAX_MS = 200;
const HELD_SHARE_MAX = 0.05;

export class LastBatches {
  #tookMs: number[] = [];

  note(tookMs: number): void {
    this.#tookMs.push(tookMs);
    if (this.#tookMs.length > REMEMBERED) this.#tookMs.shift();
  }

  /** Whether a bet may have to wait for the close, if it waits for a batch and for so long. */
  isNear(state: TableState, nowMs: number, waitMs: number): boolean {
    return this.mustWait(state, nowMs + waitMs + Math.max(0, ...this.#tookMs));
  }

  /** Whether the next batch has to wait for the close of the bets. */
  mustWait({ phase, round, settings }: TableState, nowMs: number): boolean {
    if ((phase !== 'betting' && phase !== 'last_bets') || round === null) return false;
    const expectedMs = MARGIN * Math.max(0, ...this.#tookMs);
    const heldMs = Math.min(expectedMs, HELD_MAX_MS, HELD_SHARE_MAX * settings.betMs);
    return nowMs >= round.closesAtMs - heldMs;
  }
}
