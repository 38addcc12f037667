/**
 * The currency of amounts that belong to no table, such as what a player owes: that of all tables.
 * Null where they differ in it.
 */
import { useStore } from 'zustand';
import { usePit } from '../use-pit.js';

export const useCurrency = (): string | null =>
  useStore(usePit().wall.store, ({ tables }) => {
    const all = new Set([...tables.values()].map(({ currency }) => currency));
    return all.size === 1 ? [...all][0]! : null;
  });
