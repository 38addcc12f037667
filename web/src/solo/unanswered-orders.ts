/**
 * Orders of solo games whose answer never arrived, and what became of each once it is known. They
 * outlive a reload, and the history lists them.
 */
import type { SoloGame } from '../../../src/solo/game.js';
import { tabKeeps } from '../browser-keeps.js';

export type OrderKind = 'deal' | 'draw' | 'card' | 'stand' | 'insure' | 'double' | 'split';

interface UnansweredOrder {
  readonly id: string;
  readonly game: SoloGame;
  readonly hand: string;
  /** The kind of its command. */
  readonly kind: OrderKind;
  readonly atMs: number;
  /** `missing`: it never stood. Undefined until it is known. */
  readonly outcome?: 'stands' | 'missing';
}

const KEY = 'sabot.solo.unanswered';
/** Older ones do not matter any more. */
const KEPT = 50;

export const unansweredOrders = (): readonly UnansweredOrder[] => {
  try {
    return JSON.parse(tabKeeps.getItem(KEY) ?? '[]') as UnansweredOrder[];
  } catch {
    return [];
  }
};

/** Once, however often it is asked for. */
export const noteUnanswered = (order: UnansweredOrder): void => {
  const all = unansweredOrders();
  if (!all.some(({ id }) => id === order.id)) write([...all, order].slice(-KEPT));
};

export const noteOrderOutcome = (id: string, outcome: 'stands' | 'missing'): void =>
  write(unansweredOrders().map((each) => (each.id === id ? { ...each, outcome } : each)));

const write = (all: readonly UnansweredOrder[]): void => tabKeeps.setItem(KEY, JSON.stringify(all));
