/** Tables as they are made, from the console and in the pit. */
import { z } from 'zod';
import { settingsChange } from './settings-change.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a table is not made, in the body's `error`, with its status. */
export const HOUSE_TABLE_REFUSALS = {
  table_exists: 409,
  table_settings_are_unsound: 409, // they contradict each other
} as const;
export type HouseTableRefusal = keyof typeof HOUSE_TABLE_REFUSALS;

/** What is given of a table; all else is as by default, or as it was. */
export const tableSettings = z.strictObject({
  ...settingsChange.shape,
  currency: wire.currency.optional(),
  decks: z.int().optional(),
  limits: z
    .partialRecord(wire.spot, z.strictObject({ min: wire.amountText, max: wire.amountText }))
    .optional(),
  chips: z.array(wire.amountText).max(20).optional(),
  oppositeBets: z.enum(['reject', 'allow']).optional(),
  placementsMax: z.int().optional(),
  paytable: z.string().optional(),
});

export const tableMaking = z.strictObject({
  id: wire.tableId,
  settings: tableSettings,
  like: wire.tableId
    .optional()
    .describe('the table whose settings it has where none are given; without it those by default'),
  reason: words(200).describe('why; it is kept'),
});
export type TableMaking = z.infer<typeof tableMaking>;

export const madeTable = z.strictObject({ id: wire.tableId });
export type MadeTable = z.infer<typeof madeTable>;
