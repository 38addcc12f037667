/** The deck inventory's word against cards that were once brought, at whichever table: a refusal, and the table goes on. */
import { isUniqueViolation } from '../platform/transaction.js';
import type { RoundRefusal } from '../round/refusal.js';

/** Undefined for any other fault. The transaction in which it came up has changed nothing. */
export const refusedCards = (error: unknown): RoundRefusal | undefined =>
  isUniqueViolation(error) && constraintOf(error) === 'card_sets_are_new'
    ? 'cards_were_used'
    : undefined;

const constraintOf = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error ? error.constraint : undefined;
