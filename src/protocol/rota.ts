/**
 * The dealers' rota: who deals at which table from when to when, as shift managers enter it by HTTP
 * and dealers read it at the desk. Times of day are those of the studio’s zone.
 */
import { z } from 'zod';
import { defineCommand } from './command.js';
import { rolesOf } from './operations.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a stint is not entered, or not cancelled, in the body's `error`, with its status. */
export const ROTA_REFUSALS = {
  unknown_dealer: 404, // nobody of this id deals
  unknown_stint: 404, // or it was cancelled before
  stint_ends_before: 409, // or as it begins
  stint_too_long: 409, // more than twelve hours
  stint_is_over: 409,
  on_the_rota_then: 409, // the dealer has another stint at that time
} as const;
export type RotaRefusal = keyof typeof ROTA_REFUSALS;

const STINT_STATES = ['due', 'dealing', 'late', 'absent', 'unseen', 'over'] as const;
export type StintState = (typeof STINT_STATES)[number];

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('`14:30`, in the zone of the studio');

const gamingDay = z.iso.date().describe('a gaming day: `2026-11-24`');

const place = {
  table: wire.tableId,
  tableName: z.string(),
  from: clockTime,
  to: clockTime,
  fromMs: wire.timeMs,
  toMs: wire.timeMs,
};

const stint = z.strictObject({
  id: z.string(),
  dealer: z.string(),
  dealerName: z.string(),
  day: gamingDay.describe('on which it begins'),
  ...place,
  state: z
    .enum(STINT_STATES)
    .describe(
      '`late`: it has begun, and the dealer does not deal at the table; `absent`: for a quarter of an hour and more; `unseen`: it has begun, and who deals there is not known in the process that was asked',
    ),
  enteredBy: z.string(),
});
export type Stint = z.infer<typeof stint>;

export const rotaQuery = z.strictObject({ day: gamingDay.optional() });
export type RotaQuery = z.infer<typeof rotaQuery>;

export const rota = z.strictObject({
  day: gamingDay,
  today: gamingDay,
  timeZone: z.string().describe('of the studio'),
  now: clockTime,
  beginsAt: clockTime.describe('when the gaming day begins'),
  stints: z
    .array(stint)
    .describe(
      'that begin on this day, by time and table; of the present day also those from before that are not over',
    ),
  dealers: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .describe('who may be entered'),
});
export type Rota = z.infer<typeof rota>;

export const stintEntry = z.strictObject({
  dealer: z.string().regex(/^[^\0\p{Cs}]{1,64}$/u),
  table: wire.tableId,
  day: gamingDay,
  from: clockTime.describe(
    'before the hour at which gaming days begin it is on the morning after, and so is `to`',
  ),
  to: clockTime,
});
export type StintEntry = z.infer<typeof stintEntry>;

/** As it stands in the path of a request. */
export const stintNumber = z.string().regex(/^[1-9]\d{0,17}$/);

export const stintCancelling = z.strictObject({
  reason: words(200).describe('why; it is kept'),
});
export type StintCancelling = z.infer<typeof stintCancelling>;

const ownStint = z.strictObject(place);
export type OwnStint = z.infer<typeof ownStint>;

export const ROTA_STAFF_COMMANDS = {
  'rota:own': defineCommand({
    summary:
      'The next stints on the rota of whoever asks, within a day, three at most. The first may be under way.',
    roles: rolesOf('rota:own'),
    request: z.strictObject({}),
    reply: z.strictObject({ stints: z.array(ownStint) }),
    refusals: [],
  }),
} as const;
