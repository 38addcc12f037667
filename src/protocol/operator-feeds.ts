/**
 * What an operator reads of the whole studio: results, the lobby, and its own totals by day or by
 * month.
 */
import { z } from 'zod';
import { lobbyCard } from './lobby.js';
import * as wire from './wire.js';

/** Why a feed does not go on, in the body's `error`, with its status. */
export const FEED_REFUSALS = {
  unknown_cursor: 400, // the studio has not made it, or for another operator or feed
  cursor_out_of_date: 410, // the database was restored since: begin anew, without a cursor
} as const;
export type FeedRefusal = keyof typeof FEED_REFUSALS;

const after = z
  .string()
  .regex(/^[\w-]{1,12000}$/)
  .optional()
  .describe('`next` of the answer before; without it from the beginning');

export const RESULTS_MOST = 500;

export const resultsQuery = z.strictObject({ after });
export type ResultsQuery = z.infer<typeof resultsQuery>;

const roundResult = z.strictObject({
  table: wire.tableId,
  game: wire.gameNumber,
  correction: z.int().nonnegative().describe('0: the round’s end; 1: its first correction'),
  fix: z
    .enum(['void', 'resettle', 'refund'])
    .nullable()
    .describe('of a correction; a refund is of one player, and only of the operator’s own'),
  player: z.string().nullable().describe('of a refund: the operator’s own name for the player'),
  status: z.enum(['settled', 'refunded']).describe('of the round, when it ended'),
  coup: wire.coup.nullable().describe('that counts from then on; null where none does'),
  atMs: wire.timeMs,
});

export const resultsPage = z.strictObject({
  results: z.array(roundResult).max(RESULTS_MOST).describe('in the order in which they were kept'),
  next: z.string().describe('always there: the cursor behind all that was shown or passed over'),
  more: z.boolean().describe('whether to ask on at once'),
});
export type ResultsPage = z.infer<typeof resultsPage>;

export const MOVEMENTS_MOST = 500;

export const movementsQuery = z.strictObject({ after });
export type MovementsQuery = z.infer<typeof movementsQuery>;

/** A movement between the operator and the studio that is decided, and does not change any more. */
export const movementLine = z.strictObject({
  movementId: z.string().describe('the operator’s own of the transfer API, else the studio’s'),
  kind: z
    .enum(['deposit', 'withdrawal', 'debit', 'credit', 'cancel', 'adjust', 'tip'])
    .describe(
      'the first two are of the transfer API, the others of the operator’s wallet; `cancel` gives back the stake of a round that was voided; a `tip` takes in seamless mode; in session mode it moves nothing, since it was given of what a `debit` brought',
    ),
  player: z.string().describe('the operator’s own name for the player'),
  currency: wire.currency,
  exponent: z.int().min(0).max(8),
  amount: wire.changeText.describe('below zero only of an adjustment that takes'),
  status: z
    .enum(['done', 'refused', 'cancelled', 'by_hand'])
    .describe('a debit is `cancelled` where the wallet was asked to undo it, and did'),
  reason: z.string().nullable().describe('of a refusal'),
  round: wire.gameNumber.nullable().describe('in seamless mode'),
  hand: wire.handNumber.nullable().describe('of a solo game, in seamless mode'),
  atMs: wire.timeMs.describe('when it was decided'),
});
export type MovementLine = z.infer<typeof movementLine>;

/** The last line of a page. */
export const movementsEnd = z.strictObject({
  after: z.string().nullable().describe('the cursor that was asked for'),
  next: z.string().describe('always there: the cursor behind the last movement'),
  more: z.boolean().describe('whether to ask on at once'),
});
export type MovementsEnd = z.infer<typeof movementsEnd>;

export const lobbyQuery = z.strictObject({ after });
export type LobbyQuery = z.infer<typeof lobbyQuery>;

const lobbyTable = z.strictObject({ card: lobbyCard, beads: z.array(wire.bead) });

export const lobbyPage = z.strictObject({
  tables: z
    .array(lobbyTable)
    .describe('those that the operator’s players may see and that have changed, as they are now'),
  gone: z.array(wire.tableId).describe('that were shown before, and are there no more'),
  next: z.string(),
  nowMs: wire.timeMs.describe('the studio’s clock'),
});
export type LobbyPage = z.infer<typeof lobbyPage>;

const FIRST_DAY = '2000-01-01';

const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/);

export const totalsQuery = z
  .strictObject({
    day: z.iso
      .date()
      .refine((day) => day >= FIRST_DAY)
      .optional()
      .describe(`a gaming day, by its first date, ${FIRST_DAY} or later`),
    month: month.optional().describe('in place of a day: the gaming days that begin in it'),
    currency: wire.currency.optional().describe('without it all'),
  })
  .refine(({ day, month: whole }) => (day === undefined) !== (whole === undefined), {
    path: ['day'],
    message: 'a day or a month',
  });
export type TotalsQuery = z.infer<typeof totalsQuery>;

const dayTotal = z.strictObject({
  currency: wire.currency,
  exponent: z.int().min(0).max(8),
  rounds: z.int().nonnegative().describe('that ended in the day, with a bet of these players'),
  hands: z.int().nonnegative().describe('of solo games, that ended in the day'),
  players: z.int().nonnegative().describe('who had a bet in those'),
  staked: wire.amountText,
  returned: wire.amountText.describe('all that came back, after the corrections that are paid'),
  hold: wire.changeText.describe('what was staked less what came back'),
  brought: wire.amountText.describe(
    'moved to the studio: deposits, debits, corrections that take, also where two persons have settled them by hand',
  ),
  taken: wire.amountText.describe(
    'moved from the studio: withdrawals, credits, corrections that give',
  ),
  byHand: wire.amountText.describe(
    'of what was taken: settled by hand by two persons, past the wallet',
  ),
  tips: wire.amountText.describe(
    'given to dealers of what was brought, where the wallet hears of tips: not in `hold`',
  ),
});

const ofPeriod = {
  fromMs: wire.timeMs,
  toMs: wire.timeMs,
  isOver: z.boolean().describe('a correction may still change what a day that is over came to'),
  totals: z.array(dayTotal).describe('by currency'),
};

export const dayTotals = z.strictObject({ day: z.iso.date(), ...ofPeriod });
export const monthTotals = z.strictObject({ month, ...ofPeriod });
/** As it was asked for. */
export const periodTotals = z.union([dayTotals, monthTotals]);
export type PeriodTotals = z.infer<typeof periodTotals>;

/** The feeds that are pushed to an operator, where it wants so. */
export const WEBHOOK_FEEDS = ['movements', 'results', 'lobby'] as const;
export type WebhookFeed = (typeof WEBHOOK_FEEDS)[number];

/** Lines in one call, at most: of movements, of results, or of tables. */
export const WEBHOOK_LINES_MOST = 100;

const webhookCall = {
  requestId: z.string().describe('another one for each try'),
  operator: z.string(),
  after: z
    .string()
    .nullable()
    .describe('the cursor before the lines, which a call before had as `next`; null: none is'),
  next: z.string().describe('the cursor behind them; the feed may be read on by it'),
};

/** What is pushed: the page that the operator could have asked for. It is taken by a status 2xx. */
export const webhookCalls = {
  movements: z.strictObject({
    ...{ feed: z.literal('movements'), ...webhookCall },
    movements: z.array(movementLine).min(1).max(WEBHOOK_LINES_MOST),
    more: z.boolean(),
  }),
  results: z.strictObject({
    ...{ feed: z.literal('results'), ...webhookCall },
    results: z.array(roundResult).min(1).max(WEBHOOK_LINES_MOST),
    more: z.boolean(),
  }),
  lobby: z.strictObject({
    ...{ feed: z.literal('lobby'), ...webhookCall },
    tables: z.array(lobbyTable).max(WEBHOOK_LINES_MOST),
    gone: lobbyPage.shape.gone,
    more: z.boolean(),
    nowMs: lobbyPage.shape.nowMs,
  }),
} as const satisfies Record<WebhookFeed, z.ZodType>;
