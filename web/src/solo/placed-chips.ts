/** The chips that lie on the spots of a room and have not been sent: they are the page's alone. */
import { createStore } from 'zustand/vanilla';
import { sum } from '../../../src/money/amount.js';
import type { SoloGame } from '../../../src/solo/game.js';
import { browserKeeps } from '../browser-keeps.js';
import { keptPlayer } from '../studio/token.js';

/** In minor units, by spot. A spot without a stake is not listed. */
export type StakesBySpot = Readonly<Record<string, bigint>>;

interface PlacedView {
  readonly stakes: StakesBySpot;
  /** What place before each change, the latest last. */
  readonly past: readonly StakesBySpot[];
}

export const totalOf = (stakes: StakesBySpot): bigint => sum(Object.values(stakes));

export class PlacedChips {
  readonly store = createStore<PlacedView>(() => ({ stakes: {}, past: [] }));

  constructor(private readonly game: SoloGame) {}

  put(spot: string, chip: bigint): void {
    const { stakes } = this.store.getState();
    this.set({ ...stakes, [spot]: (stakes[spot] ?? 0n) + chip });
  }

  /** The whole stake where the chip is worth more. */
  takeBack(spot: string, chip: bigint): void {
    const { stakes } = this.store.getState();
    const stake = stakes[spot];
    if (stake === undefined) return;
    const left = stake > chip ? [[spot, stake - chip] as const] : [];
    const others = Object.entries(stakes).filter(([each]) => each !== spot);
    this.set(Object.fromEntries([...others, ...left]));
  }

  set(stakes: StakesBySpot): void {
    this.store.setState(({ stakes: before, past }) => ({
      stakes,
      past: [...past, before].slice(-PAST_KEPT),
    }));
  }

  undo(): void {
    this.store.setState(({ stakes, past }) => ({
      stakes: past.at(-1) ?? stakes,
      past: past.slice(0, -1),
    }));
  }

  /** The next hand begins with none. */
  forget(): void {
    this.store.setState({ stakes: {}, past: [] });
  }

  /** Keeps them as those that *Repeat* places again. */
  keepLast(stakes: StakesBySpot): void {
    const texts = Object.entries(stakes).map(([spot, stake]) => [spot, stake.toString()]);
    browserKeeps.setItem(this.#key, JSON.stringify(Object.fromEntries(texts)));
  }

  /** Empty where there was no hand before. */
  last(): StakesBySpot {
    try {
      const kept = JSON.parse(browserKeeps.getItem(this.#key) ?? '{}') as Record<string, string>;
      return Object.fromEntries(Object.entries(kept).map(([spot, text]) => [spot, BigInt(text)]));
    } catch {
      return {};
    }
  }

  /** Another player's stakes may be in another currency. */
  get #key(): string {
    return `sabot.solo.${this.game}.last.${keptPlayer()}`;
  }
}

const PAST_KEPT = 100;
