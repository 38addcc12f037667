/** Tables as they are made, from the console and in the pit. */
import { z } from 'zod';
import { operatorId } from './operator.js';
import { newLimits, settingsChange } from './settings-change.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a table is not made, in the body's `error`, with its status. */
export const STUDIO_TABLE_REFUSALS = {
  table_exists: 409,
  table_settings_are_unsound: 409, // they contradict each other
  limits_too_high: 409, // more than 12 digits, in their own currency or by the rate in the table's
  limits_not_made_of_chips: 409, // a least stake is no multiple of the smallest chip
  unknown_currency: 400, // it is not in use
  settings_moved_on: 409, // what it is to be like is not as it was seen (`was`)
} as const;
export type StudioTableRefusal = keyof typeof STUDIO_TABLE_REFUSALS;

/** What is given of a table; all else is as by default, or as it was. */
export const tableSettings = z.strictObject({
  ...settingsChange.shape,
  currency: wire.currency.optional(),
  decks: z.int().optional(),
  limits: z.partialRecord(wire.spot, newLimits).optional(),
  chips: z.array(wire.limitText).max(20).optional(),
  oppositeBets: z.enum(['reject', 'allow']).optional(),
  placementsMax: z.int().optional(),
  paytable: z.string().optional(),
});

export const madeTable = z.strictObject({
  id: wire.tableId,
  changes: z.array(z.string()).describe('the numbers of the changes of operators that wait'),
});
export type MadeTable = z.infer<typeof madeTable>;

const limits = z.strictObject({ min: wire.amountText, max: wire.amountText });

const money = {
  chips: z.array(wire.amountText).describe('ascending'),
  limits: z.record(wire.spot, limits),
  groupLimits: z.record(wire.limitGroup, z.partialRecord(wire.spot, limits.optional())),
};

const tableModel = z.strictObject({
  currency: wire.currency,
  ...money,
  further: z
    .record(
      wire.currency,
      z.strictObject({ ...money, tipMax: wire.amountText.nullable(), rate: wire.rate }),
    )
    .optional()
    .describe('what it has in further currencies; left out where it has none'),
});
export type TableModel = z.infer<typeof tableModel>;

export const tableMaking = z.strictObject({
  id: wire.tableId,
  settings: tableSettings,
  like: wire.tableId
    .optional()
    .describe('the table whose settings it has where none are given; without it those by default'),
  was: tableModel
    .optional()
    .describe(
      'as the table `like`, or what is by default, was seen: where it is otherwise by now, nothing is made (`settings_moved_on`)',
    ),
  operators: z
    .array(operatorId)
    .max(20)
    .optional()
    .describe(
      'those with tables of their own that are to see it too: of each the change is asked for, and another administrator approves it',
    ),
  reason: words(200).describe('why; it is kept'),
});
export type TableMaking = z.infer<typeof tableMaking>;

export const tableModels = z.strictObject({
  byDefault: tableModel,
  tables: z.array(tableModel.extend({ id: wire.tableId, name: z.string() })),
});
export type TableModels = z.infer<typeof tableModels>;
