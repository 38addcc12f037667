/** What the database holds against the use of an approval, as the refusal that the person is given: the table goes on. */
import { sqlState } from '../platform/transaction.js';
import type { UseRefusal } from '../protocol/refusals.js';

const REFUSALS: Readonly<Record<string, UseRefusal>> = {
  SB010: 'same_person',
  SB011: 'approval_used',
  SB012: 'approval_expired',
  SB013: 'moved_on',
  SB014: 'approval_does_not_fit',
  SB015: 'not_approved',
};

/** Undefined for any other fault. The transaction in which it came up has changed nothing. */
export const refusedApproval = (error: unknown): UseRefusal | undefined =>
  REFUSALS[sqlState(error) ?? ''];
