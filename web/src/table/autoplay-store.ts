/** Whether the page places the player’s own bets again by itself, and where. */
import { createStore } from 'zustand/vanilla';
import type { Stakes } from '../../../src/punto-banco/stakes.js';
import type { SeatViewStore } from './seat-view-store.js';

/** Minor units. A stop that is not set is undefined. */
export interface AutoplayStops {
  /** The credit does not fall below it by a stake. */
  readonly creditMin: bigint | undefined;
  /** It ends when so much is won in all. */
  readonly winMax: bigint | undefined;
  /** No stake is placed by which more than this could be lost in all. */
  readonly lossMax: bigint | undefined;
}

export interface Autoplay {
  readonly seat: SeatViewStore;
  readonly stakes: Stakes;
  readonly stops: AutoplayStops;
  readonly roundsLeft: number;
  /** What was won since it began, less what was lost. */
  readonly net: bigint;
  /** The last round that it has bet in, or that the player was in when it began. */
  readonly game: string | undefined;
  /** Whether its bets lie in that round, and what became of them is not known yet. */
  readonly isIn: boolean;
}

interface AutoplayView {
  readonly running: Autoplay | undefined;
  /** Why the last one ended: a name of a sentence. Undefined once it was seen. */
  readonly ended: AutoplayEnd | undefined;
}

export type AutoplayEnd =
  | 'stopped' // by the player
  | 'rounds'
  | 'credit'
  | 'win'
  | 'loss'
  | 'refused'
  | 'line'
  | 'suspended'
  | 'session'
  | 'own_bets'; // The player has bet by hand.

export const autoplay = createStore<AutoplayView>(() => ({ running: undefined, ended: undefined }));
