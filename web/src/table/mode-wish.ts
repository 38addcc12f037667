/**
 * How Banco shall pay, as the player has answered: it is chosen as soon as the bets are open at the
 * table on the screen, and wished for until it holds. A page that comes back knows it.
 */
import { createStore } from 'zustand/vanilla';
import { MODES, type Mode } from '../../../src/punto-banco/spot.js';
import { browserKeeps } from '../browser-keeps.js';
import type { Studio } from '../studio/studio.js';
import type { SeatViewStore } from './seat-view-store.js';

interface Wished {
  /** Undefined where nothing is wished for, or not any more. */
  readonly mode: Mode | undefined;
  /** The player is not asked again by this page, also where the studio cannot keep that. */
  readonly isAnswered: boolean;
}

export class ModeWish {
  readonly store;
  readonly #key: string;
  #isAsked = false;

  constructor(player: string) {
    this.#key = `sabot.modeWish.${player}`;
    const kept = browserKeeps.getItem(this.#key);
    const mode = MODES.find((each) => each === kept);
    this.store = createStore<Wished>(() => ({ mode, isAnswered: mode !== undefined }));
  }

  wish(mode: Mode): void {
    browserKeeps.setItem(this.#key, mode);
    this.store.setState({ mode, isAnswered: true });
  }

  /**
   * Asks for it at a table whose bets are open, where it is not `current` already. One that was
   * fulfilled is dropped, so that it does not undo what the player chooses later. One that was
   * refused or not answered stays.
   */
  async fulfil(seat: Pick<SeatViewStore, 'bet'>, current: Mode): Promise<void> {
    const { mode } = this.store.getState();
    if (mode === undefined || this.#isAsked) return;
    if (mode !== current) {
      this.#isAsked = true;
      const reply = await seat.bet({ kind: 'mode', mode });
      this.#isAsked = false;
      if (reply?.ok !== true) return;
    }
    if (this.store.getState().mode === mode) this.#drop();
  }

  #drop(): void {
    browserKeeps.removeItem(this.#key);
    this.store.setState({ mode: undefined });
  }
}

const ofStudio = new WeakMap<Studio, ModeWish>();

export const modeWishOf = (studio: Studio): ModeWish => {
  const known = ofStudio.get(studio);
  if (known !== undefined) return known;
  const made = new ModeWish(studio.player);
  ofStudio.set(studio, made);
  return made;
};
