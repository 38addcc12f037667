/** What the database refuses to a person, as the rules say. The table is as it was, and goes on. */
import { databaseRefusal } from '../platform/database-refusals.js';
import { isUniqueViolation } from '../platform/transaction.js';
import { USE_REFUSALS, type UseRefusal } from '../protocol/refusals.js';
import type { CommandReply, UseRefused } from './letters.js';

/** Undefined for any other fault. The transaction in which it came up has changed nothing. */
export const refusedByDatabase = (error: unknown): CommandReply | UseRefused | undefined => {
  const refusal = refusedApproval(error);
  if (refusal !== undefined) return { ok: false, refusal };
  return wereUsed(error) ? { ok: false, refusal: 'cards_were_used' } : undefined;
};

/** What the database has against the use of an approval. */
export const refusedApproval = (error: unknown): UseRefusal | undefined => {
  const refusal = databaseRefusal(error);
  return USE_REFUSALS.find((name) => name === refusal);
};

/** The deck inventory contains these cards already: they were brought before, at some table. */
const wereUsed = (error: unknown): boolean =>
  isUniqueViolation(error) &&
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === 'card_sets_are_new';
