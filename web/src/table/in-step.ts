/**
 * The table as its picture shows it: cards, totals and results come when the picture does, and not
 * before. Bets, the clock and money are never held.
 */
import { useStore } from 'zustand';
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { Card } from '../../../src/cards/card.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import { openMs } from '../../../src/protocol/card-times.js';
import type { PlayerResult } from '../../../src/protocol/player.js';
import { nextSeat } from '../../../src/punto-banco/coup.js';
import type { SeatViewStore, SeatView } from './seat-view-store.js';

export interface ShownStep {
  readonly copy: TableCopy | undefined;
  readonly result: PlayerResult | undefined;
}

/** A picture that is further behind is not waited for. */
const WAITED_FOR_MS = 15_000;

export class InStep {
  readonly store: StoreApi<ShownStep>;
  readonly #waiting = new Set<ReturnType<typeof setTimeout>>();
  #behindMs: number | undefined;
  /** Counts what is to be shown. Nothing is shown after what came later. */
  #count = 0;
  #shownCount = 0;
  /** What came last. */
  #last: ShownStep;

  constructor(seat: { readonly store: StoreApi<SeatView> }) {
    this.#last = shownOf(seat.store.getState());
    this.store = createStore<ShownStep>(() => this.#last);
    seat.store.subscribe((now, before) => {
      if (now.copy !== before.copy || now.result !== before.result) this.#follow(shownOf(now));
    });
  }

  get behindMs(): number | undefined {
    return this.#behindMs;
  }

  /** How far the picture is behind the table. Undefined where none is seen. */
  follows(behindMs: number | undefined): void {
    this.#behindMs = behindMs !== undefined && behindMs <= WAITED_FOR_MS ? behindMs : undefined;
    if (this.#behindMs === undefined) this.#catchUp();
  }

  /** What waits is shown at once. */
  #catchUp(): void {
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
    if (this.#shownCount < this.#count) this.#show(this.#last, this.#count);
  }

  #show(shown: ShownStep, count: number): void {
    if (count < this.#shownCount) return;
    this.#shownCount = count;
    this.store.setState(shown);
  }

  #follow(shown: ShownStep): void {
    const count = (this.#count += 1);
    this.#last = shown;
    if (this.#behindMs === undefined) {
      this.#show(shown, count);
      return;
    }
    const timer = setTimeout(
      () => {
        this.#waiting.delete(timer);
        this.#show(shown, count);
      },
      this.#behindMs + openingMs(shown.copy?.round?.cards ?? []),
    );
    this.#waiting.add(timer);
  }
}

/** In the picture the last card lies open so long after it was scanned. */
const openingMs = (cards: readonly Card[]): number => {
  const seat = cards.length === 0 ? undefined : nextSeat(cards.slice(0, -1));
  return seat === undefined ? 0 : openMs(seat);
};

const shownOf = ({ copy, result }: SeatView): ShownStep => ({ copy, result });

const known = new WeakMap<SeatViewStore, InStep>();

export const inStepOf = (seat: SeatViewStore): InStep => {
  const made = known.get(seat) ?? new InStep(seat);
  known.set(seat, made);
  return made;
};

export const useShown = <T>(seat: SeatViewStore, select: (shown: ShownStep) => T): T =>
  useStore(inStepOf(seat).store, select);
