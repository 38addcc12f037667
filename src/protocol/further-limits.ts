/** A table's limits in further currencies, as the lobby and the list of tables have them. */
import { z } from 'zod';
import * as wire from './wire.js';

export const furtherLimits = z
  .record(wire.currency, z.strictObject({ min: wire.amountText, max: wire.amountText }))
  .optional()
  .describe('the same in further currencies of the table; left out where it has none');
