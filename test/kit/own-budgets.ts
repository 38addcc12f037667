/** Budgets of callers as of a studio of one process. */
import { Budgets } from '../../src/access/budgets.js';
import type { CallerBudgets } from '../../src/access/caller-budgets.service.js';

export const OWN_BUDGETS = {
  of: (_door: string, perSecond: number, atOnce: number) => new Budgets(perSecond, atOnce),
} as CallerBudgets;
