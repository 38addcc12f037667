/** The beat of a line: a sign that it still brings what the studio sends. */
import { z } from 'zod';
import * as wire from './wire.js';

export const tableBeat = z.strictObject({
  table: wire.tableId,
  nowMs: wire.timeMs.describe('the studio’s clock when it was sent'),
});
export type TableBeat = z.infer<typeof tableBeat>;
