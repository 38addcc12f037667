/**
 * What players who come back are sent of their own bets in the last round: the result or, once that
 * was corrected, what the correction has made of it.
 */
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { OwnMessage } from './own-messages.js';

export class OwnResults {
  readonly #all = new Map<string, OwnMessage>();

  /** A correction takes the place of the result that it corrects. Any other is left out. */
  keep(messages: readonly OwnMessage[]): void {
    for (const own of messages) {
      const kept = this.#all.get(own.playerId);
      const isOfKept = kept !== undefined && gameOf(kept) === gameOf(own);
      if ('result' in own || isOfKept) this.#all.set(own.playerId, own);
    }
  }

  forgetAllBut(game: string): void {
    for (const [playerId, own] of this.#all) {
      if (gameOf(own) !== game) this.#all.delete(playerId);
    }
  }

  forgetAll(): void {
    this.#all.clear();
  }

  resultOf(playerId: string): PlayerResult | undefined {
    const own = this.#all.get(playerId);
    return own !== undefined && 'result' in own ? own.result : undefined;
  }

  correctionOf(playerId: string): PlayerCorrection | undefined {
    const own = this.#all.get(playerId);
    return own !== undefined && 'correction' in own ? own.correction : undefined;
  }
}

const gameOf = (own: OwnMessage): string =>
  'result' in own ? own.result.game : own.correction.game;
