/** The currency of the house, where amounts belong to no table: that of its tables. */
import { useStore } from 'zustand';
import { usePit } from '../use-pit.js';

export const useCurrency = (): string =>
  useStore(usePit().wall.store, ({ tables }) => tables.values().next().value?.currency ?? 'EUR');
