/** What HTTP carries: the demo's logins and the list of tables. */
import { z } from 'zod';
import { ROLES } from './command.js';
import * as wire from './wire.js';

export const demoLogin = z.strictObject({
  role: z.enum(ROLES),
  name: z.string().regex(/^[\p{L}\p{N} ._-]{1,32}$/u),
});
export type DemoLogin = z.infer<typeof demoLogin>;

export const demoToken = z.strictObject({ token: z.string(), id: z.string() });
export type DemoToken = z.infer<typeof demoToken>;

export const tableList = z.array(
  z.strictObject({
    table: wire.tableId,
    name: z.string(),
    phase: wire.phase.nullable().describe('null: another process runs the table'),
    dealer: z.string().nullable(),
    currency: wire.currency,
    min: wire.amountText.describe('the least on Punto or Banco'),
    max: wire.amountText,
  }),
);
export type TableList = z.infer<typeof tableList>;
