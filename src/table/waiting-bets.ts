/** Bets that wait for their own player's command before them, so that nobody else has to wait for it. */
import type { BetLetter, Letter } from './letters.js';
import type { Mailbox } from './mailbox.js';

/** Of one player; what is more is `table_is_busy`. */
const WAITING_MAX = 64;

export interface NextBets {
  readonly letters: readonly BetLetter[];
  /** For these there is no room. */
  readonly tooMany: readonly BetLetter[];
}

export class WaitingBets {
  /** Those whose turn has come, at most one of a player. */
  #released: BetLetter[] = [];
  readonly #behind = new Map<string, readonly BetLetter[]>();

  /** False when so many of the player wait already that this one cannot. */
  add(letter: BetLetter): boolean {
    const { playerId } = letter.bet;
    const behind = this.#behind.get(playerId) ?? [];
    if (behind.length >= WAITING_MAX) return false;
    this.#behind.set(playerId, [...behind, letter]);
    return true;
  }

  /** The player's command is answered: it is the next one's turn. */
  release(playerId: string): void {
    const [next, ...others] = this.#behind.get(playerId) ?? [];
    if (next === undefined) return;
    if (others.length > 0) this.#behind.set(playerId, others);
    else this.#behind.delete(playerId);
    this.#released.push(next);
  }

  get hasReleased(): boolean {
    return this.#released.length > 0;
  }

  /**
   * Takes the bets that may be decided now: those whose turn has come, and then those at the head of the mailbox. Bets that have
   * to go behind others of their player are left behind here, and those for which there is no room are returned, too.
   */
  takeNext(mailbox: Pick<Mailbox<Letter>, 'peek' | 'take'>, max: number): NextBets {
    const letters = this.#released.splice(0, max);
    const tooMany: BetLetter[] = [];
    while (letters.length < max) {
      const letter = mailbox.peek();
      if (letter?.kind !== 'bet') break;
      mailbox.take();
      if (!this.#behind.has(letter.bet.playerId)) letters.push(letter);
      else if (!this.add(letter)) tooMany.push(letter);
    }
    return { letters, tooMany };
  }

  /** All that wait, whosever turn it is. */
  takeAll(): readonly BetLetter[] {
    const all = [...this.#released, ...[...this.#behind.values()].flat()];
    this.#released = [];
    this.#behind.clear();
    return all;
  }
}
