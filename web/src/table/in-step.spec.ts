import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Card } from '../../../src/cards/card.js';
import { type TableCopy, copyOf } from '../../../src/client/table-copy.js';
import { openMs } from '../../../src/protocol/card-times.js';
import type { PlayerResult } from '../../../src/protocol/player.js';
import { DEFAULT_SETTINGS } from '../../../src/round/settings.js';
import { snapshot } from '../../../src/round/snapshot.js';
import { emptyTable } from '../../../src/round/state.js';
import { InStep } from './in-step.js';
import type { SeatView } from './seat-view-store.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const resultOf = (game: string) => ({ game }) as PlayerResult;

const EMPTY = copyOf(snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'player'), true);
const withCards = (cards: readonly Card[]): TableCopy => ({
  ...EMPTY,
  phase: 'dealing',
  round: {
    game: '1000000001',
    roundInShoe: 1,
    isLast: false,
    spots: [],
    lastBetsAtMs: 0,
    closesAtMs: 0,
    cards,
    faceDown: null,
  },
});

const open = () => {
  const store = createStore<SeatView>(() => ({
    copy: undefined,
    known: undefined,
    asked: [],
    notices: [],
    result: undefined,
    statistics: undefined,
    absent: undefined,
    isHere: true,
    isUnsure: false,
  }));
  const step = new InStep({ store });
  const happens = (game: string) => store.setState({ result: resultOf(game) });
  const deals = (...cards: readonly Card[]) => store.setState({ copy: withCards(cards) });
  const cardsShown = () => step.store.getState().copy?.round?.cards.length ?? 0;
  return { step, happens, shown: () => step.store.getState().result?.game, deals, cardsShown };
};

it('shows at once what happens where there is no picture', () => {
  const { happens, shown } = open();
  happens('1');
  expect(shown()).toBe('1');
});

it('shows it when the picture does', () => {
  const { step, happens, shown } = open();
  step.follows(2_000);
  happens('1');
  vi.advanceTimersByTime(1_000);
  happens('2');
  vi.advanceTimersByTime(999);
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('1');
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBe('2');
});

it('shows a card when it lies open in the picture, and the third of a hand later', () => {
  const { step, deals, cardsShown } = open();
  step.follows(2_000);
  deals('Kh');
  vi.advanceTimersByTime(2_000 + openMs({ side: 'punto', position: 1 }) - 1);
  expect(cardsShown()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(cardsShown()).toBe(1);
  deals('Kh', '9c', 'Qd', '7s');
  vi.advanceTimersByTime(5_000);
  deals('Kh', '2c', 'Qd', '3s', '5h');
  vi.advanceTimersByTime(2_000 + openMs({ side: 'punto', position: 3 }) - 1);
  expect(cardsShown()).toBe(4);
  vi.advanceTimersByTime(1);
  expect(cardsShown()).toBe(5);
});

it('shows nothing again after what came later', () => {
  const { step, happens, shown } = open();
  step.follows(3_000);
  happens('1');
  step.follows(500);
  happens('2');
  vi.advanceTimersByTime(500);
  expect(shown()).toBe('2');
  vi.advanceTimersByTime(5_000);
  expect(shown()).toBe('2');
});

it('catches up when the picture is lost, and waits for none that is far behind', () => {
  const { step, happens, shown } = open();
  step.follows(2_000);
  happens('1');
  step.follows(undefined);
  expect(shown()).toBe('1');
  step.follows(60_000);
  happens('2');
  expect(shown()).toBe('2');
});
