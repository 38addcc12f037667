/** The protection of players by HTTP: what bars a person from play, and who may set it. */
import { z } from 'zod';
import * as wire from './wire.js';
import { words } from './words.js';

/** `bar` can be lifted by its source; what a person has set for herself holds until its end. */
export const BAR_KINDS = ['bar', 'cool_off', 'self_exclusion'] as const;
export type BarKind = (typeof BAR_KINDS)[number];

export const BAR_SOURCES = ['player', 'operator', 'staff'] as const;
export type BarSource = (typeof BAR_SOURCES)[number];

/** A break is six weeks at most, an exclusion six months at least. */
const COOL_OFF_DAYS_MAX = 42;
const EXCLUSION_DAYS_MIN = 180;
const DAYS_MAX = 3_660;

export const reason = words(200);
const untilMs = wire.timeMs.nullable().describe('null: for good, or until it is lifted');

const ownBar = z.strictObject({
  kind: z.enum(BAR_KINDS),
  source: z.enum(BAR_SOURCES).describe('who has set it'),
  atMs: wire.timeMs,
  untilMs,
});

export const ownProtection = z.strictObject({
  bars: z.array(ownBar).describe('those that hold, the longest first; none: the player may play'),
});
export type OwnProtection = z.infer<typeof ownProtection>;

export const ownBarOrder = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cool_off'),
    days: z.int().min(1).max(COOL_OFF_DAYS_MAX),
  }),
  z.strictObject({
    kind: z.literal('self_exclusion'),
    days: z.int().min(EXCLUSION_DAYS_MIN).max(DAYS_MAX).nullable().describe('null: for good'),
  }),
]);
export type OwnBarOrder = z.infer<typeof ownBarOrder>;

/** A bar as the operator and the pit read it. */
const keptBar = ownBar.extend({
  by: z.string().describe('the player’s number, the operator’s key, or the staff member’s id'),
  reason: z.string(),
});
export type KeptBar = z.infer<typeof keptBar>;

export const keptBars = z.strictObject({
  bars: z.array(keptBar).describe('those that hold, the longest first'),
});
export type KeptBars = z.infer<typeof keptBars>;

export const barOrder = z.strictObject({ untilMs, reason });
export type BarOrder = z.infer<typeof barOrder>;

const barLift = z.strictObject({ reason });

/** As the pit lifts what the staff have set. */
export const staffBarLift = barLift.extend({
  was: z
    .array(wire.timeMs)
    .max(100)
    .optional()
    .describe(
      'the `atMs` of those that are to be lifted: where the staff have set another one by now, nothing is lifted (`settings_moved_on`); left out: all are lifted',
    ),
});
export type StaffBarLift = z.infer<typeof staffBarLift>;

/** The operator's own name for a player, who need not have come in yet. */
export const protectedRef = z.string().regex(/^[!-~]{1,64}$/);

export const operatorBarOrder = barOrder.extend({
  player: protectedRef,
  kind: z.enum(['bar', 'self_exclusion']).describe('an exclusion is never lifted'),
});
export type OperatorBarOrder = z.infer<typeof operatorBarOrder>;

export const operatorBarLift = barLift.extend({ player: protectedRef });
export type OperatorBarLift = z.infer<typeof operatorBarLift>;

export const operatorBarsQuery = z.strictObject({ player: protectedRef });
export type OperatorBarsQuery = z.infer<typeof operatorBarsQuery>;

/** Why a bar is not set, or not lifted, in the body's `error`, with its status. */
export const BAR_REFUSALS = {
  ends_too_soon: 400, // its end has passed
  not_barred: 409, // no bar that this side has set and may lift holds
  settings_moved_on: 409, // another one holds than those that are to be lifted (`was`)
} as const;
export type BarRefusal = keyof typeof BAR_REFUSALS;
