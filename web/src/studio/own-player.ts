/** Who is signed in, as the studio says: the currency of their money, and their own tables. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { delayAfter } from '../../../src/client/delays.js';
import type { OwnPlayer } from '../../../src/protocol/http.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { faultOf, readHttp } from './http.js';
import type { Studio } from './studio.js';
import { useSeat, useStudio } from './use-studio.js';

class OwnPlayerStore {
  /** Undefined until the studio has sent it. */
  readonly store = createStore<{ readonly player: OwnPlayer | undefined }>(() => ({
    player: undefined,
  }));

  /** Runs while it could not be read. */
  #again: ReturnType<typeof setTimeout> | undefined;

  /** Asks until it has come. What was sent before counts until then. */
  async read(failures = 0): Promise<void> {
    clearTimeout(this.#again);
    try {
      this.store.setState({ player: await readHttp<OwnPlayer>('me') });
    } catch (error) {
      // Signed in anew, the page connects, and asks then.
      if (faultOf(error) === 'not_signed_in') return;
      clearTimeout(this.#again);
      this.#again = setTimeout(() => void this.read(failures + 1), delayAfter(failures + 1));
    }
  }
}

const stores = new WeakMap<Studio, OwnPlayerStore>();

/** Read when it is asked for the first time. */
export const ownPlayerOf = (studio: Studio): OwnPlayerStore => {
  const known = stores.get(studio);
  if (known !== undefined) return known;
  const made = new OwnPlayerStore();
  stores.set(studio, made);
  studio.line.subscribe(({ state }, before) => {
    const isBack = state === 'connected' && before.state !== state;
    if (isBack && made.store.getState().player === undefined) void made.read();
  });
  void made.read();
  return made;
};

export const useOwnPlayer = (): OwnPlayer | undefined =>
  useStore(ownPlayerOf(useStudio()).store, ({ player }) => player);

/** Of the player’s money, also where the table cannot be joined. */
export const useCurrency = (seat: SeatViewStore): string => {
  const player = useOwnPlayer();
  const atTable = useSeat(seat, ({ copy }) => copy?.settings.currency);
  return atTable ?? player?.currency ?? 'EUR';
};
