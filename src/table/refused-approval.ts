/** What the database holds against the use of an approval, as the refusal that the person is given: the table goes on. */
import { databaseRefusal } from '../platform/database-refusals.js';
import { USE_REFUSALS, type UseRefusal } from '../protocol/refusals.js';

/** Undefined for any other fault. The transaction in which it came up has changed nothing. */
export const refusedApproval = (error: unknown): UseRefusal | undefined => {
  const refusal = databaseRefusal(error);
  return USE_REFUSALS.find((name) => name === refusal);
};
