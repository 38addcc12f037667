/** Limits of play by HTTP, and the reality check: who may set them, and how they stand. */
import { z } from 'zod';
import { LIMIT_KINDS, LIMIT_PERIODS } from './limit-kinds.js';
import { BAR_KINDS, BAR_SOURCES, protectedRef, reason } from './protection.js';
import * as wire from './wire.js';

const MINUTES_A_DAY = 1_440;
const CHECK_MINUTES = { min: 5, max: 720 };
const MONEY_MAX = 10n ** 15n;

const digits = wire.amountText.describe('minor units; of `time` and `reality_check` minutes');
const period = z.enum(LIMIT_PERIODS).describe('by the studio’s gaming day; weeks from Monday');

const upTo = (max: bigint, min = 1n) =>
  wire.amountText
    .refine((text) => BigInt(text) >= min && BigInt(text) <= max)
    .nullable()
    .describe('null: none any more');

const money = { period, limit: upTo(MONEY_MAX).describe('minor units; null: none any more') };
const time = z.strictObject({
  kind: z.literal('time'),
  period,
  limit: upTo(BigInt(MINUTES_A_DAY * 31)).describe('minutes; null: none any more'),
});
const realityCheck = z.strictObject({
  kind: z.literal('reality_check'),
  limit: upTo(BigInt(CHECK_MINUTES.max), BigInt(CHECK_MINUTES.min)).describe(
    'minutes of play; null: none any more',
  ),
});

/** In the player’s own currency. */
export const limitOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('loss'), ...money }),
  z.strictObject({ kind: z.literal('stake'), ...money }),
  time,
  realityCheck,
]);
export type LimitOrder = z.infer<typeof limitOrder>;

const reasonedLimitOrder = z.strictObject({ limit: limitOrder, reason });

/** As the pit sets it, of one of the person’s players. */
export const staffLimitOrder = reasonedLimitOrder.extend({
  was: digits
    .nullable()
    .optional()
    .describe(
      'the limit of the staff that it replaces, null: none; where that is otherwise by now, nothing changes (`settings_moved_on`); left out: it replaces whatever there is',
    ),
});
export type StaffLimitOrder = z.infer<typeof staffLimitOrder>;

export const operatorLimitOrder = reasonedLimitOrder
  .extend({
    player: protectedRef,
    currency: wire.currency.optional().describe('of a `loss` or a `stake`, and of nothing else'),
  })
  .refine(
    ({ limit: { kind }, currency }) =>
      (kind === 'loss' || kind === 'stake') === (currency !== undefined),
    { path: ['currency'] },
  );
export type OperatorLimitOrder = z.infer<typeof operatorLimitOrder>;

const ownLimit = z.strictObject({
  kind: z.enum(LIMIT_KINDS),
  period: period.nullable().describe('null: of a reality check'),
  currency: wire.currency.nullable().describe('of `loss` and `stake`'),
  source: z.enum(BAR_SOURCES).describe('who has set it: of several the lowest counts'),
  limit: digits,
  next: z
    .strictObject({ limit: digits.nullable(), fromMs: wire.timeMs })
    .nullable()
    .describe('what the player has raised it to, and from when that holds'),
  used: wire.changeText
    .nullable()
    .describe('of the period so far; a loss below zero is a gain; null: of a reality check'),
});
export type OwnLimit = z.infer<typeof ownLimit>;

export const ownLimits = z.strictObject({
  currency: wire.currency.describe('of the player’s money, and so of what is set here'),
  limits: z.array(ownLimit),
  realityCheck: z
    .strictObject({
      dueInMs: z.int().min(0).describe('at 0 nothing is staked until it is confirmed'),
      playedMs: z
        .int()
        .min(0)
        .describe(
          'since the play began: a break of less than 15 minutes between two sessions is no break',
        ),
      staked: wire.changeText.describe('since then, minor units'),
      returned: wire.changeText.describe('since then, with what bets have won'),
    })
    .nullable()
    .describe('null: none is set, or no session is open'),
});
export type OwnLimits = z.infer<typeof ownLimits>;

/** As the operator and the pit read it. */
const keptLimit = ownLimit.omit({ used: true }).extend({
  by: z.string().describe('the player’s number, the operator’s key, or the staff member’s id'),
  reason: z.string(),
  atMs: wire.timeMs,
});
export type KeptLimit = z.infer<typeof keptLimit>;

export const keptLimits = z.strictObject({ limits: z.array(keptLimit) });
export type KeptLimits = z.infer<typeof keptLimits>;

/** What was set and lifted for a player's protection, by whom, and from when it holds. */
const protectionChange = z.strictObject({
  atMs: wire.timeMs,
  change: z.enum(['set', 'lifted']),
  kind: z.enum([...BAR_KINDS, ...LIMIT_KINDS]),
  source: z.enum(BAR_SOURCES),
  period: period.nullable(),
  limit: digits.nullable(),
  fromMs: wire.timeMs,
  untilMs: wire.timeMs.nullable().describe('of a bar that ends by itself'),
});
export type ProtectionChange = z.infer<typeof protectionChange>;

export const protectionHistory = z.strictObject({
  changes: z.array(protectionChange).describe('newest first, the last hundred'),
});
export type ProtectionHistory = z.infer<typeof protectionHistory>;

/** Why a limit is not set, in the body's `error`, with its status. */
export const LIMIT_REFUSALS = {
  no_such_limit: 409, // what is to be taken away is not there
  settings_moved_on: 409, // it is not the one that was to be replaced (`was`)
} as const;
export type LimitRefusal = keyof typeof LIMIT_REFUSALS;
