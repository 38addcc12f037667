/**
 * What HTTP carries: the demo's logins, the tables, the paytable, and what a player may read of
 * their own play.
 */
import { z } from 'zod';
import { ENTRY_KINDS } from '../money/posting.js';
import { BONUS_MARGINS } from '../punto-banco/paytable.js';
import { PERSON_ROLES } from './operations.js';
import { furtherLimits } from './further-limits.js';
import * as wire from './wire.js';

/** Why a request is refused, in the body's `error`, with the status that belongs to it. */
export const HTTP_REFUSALS = {
  malformed_request: 400, // `at` says where
  not_signed_in: 401, // no bearer token, or an invalid one
  not_allowed: 403, // the role may not do this
  not_found: 404, // it does not exist, or is somebody else's
  too_many_messages: 429, // the caller, or the address, asks faster than it may
  internal_error: 500, // a fault of the studio: it is logged
  studio_is_busy: 503, // too much is asked of the database: nothing was done
} as const;
export type HttpRefusal = keyof typeof HTTP_REFUSALS;

export const refusedRequest = z.strictObject({
  error: z.string(),
  at: z.string().optional().describe('where the request is malformed'),
  untilMs: z.int().optional().describe('of `locked`: until when'),
  replay: z
    .literal(true)
    .optional()
    .describe('of a `movementId` of the transfer API: it was refused so before'),
});

export const demoLogin = z.strictObject({
  role: z.enum(['player', ...PERSON_ROLES]).describe('devices sign in by their badges'),
  name: z.string().regex(/^[\p{L}\p{N} ._-]{1,32}$/u),
  currency: wire.currency.optional().describe('of a player’s money; left out: the euro'),
});
export type DemoLogin = z.infer<typeof demoLogin>;

export const demoToken = z.strictObject({ token: z.string(), id: z.string() });
export type DemoToken = z.infer<typeof demoToken>;

export const tableList = z.array(
  z.strictObject({
    table: wire.tableId,
    name: z.string(),
    phase: wire.phase
      .nullable()
      .describe('null: no process runs the table, or this one does not follow it yet'),
    dealer: z.string().nullable(),
    currency: wire.currency,
    min: wire.amountText.describe('the least on Punto or Banco'),
    max: wire.amountText,
    further: furtherLimits,
    videoUrl: wire.videoUrl.nullable(),
    players: z.int().nonnegative().nullable().describe('who sit there and are connected'),
  }),
);
export type TableList = z.infer<typeof tableList>;

/** What makes a bet win at odds of its own. */
const winsOn = z.enum([
  'won',
  'won_with_six', // Banco wins with a total of 6
  'natural',
  ...BONUS_MARGINS.map((margin) => `margin_${margin}` as const),
]);
export type WinsOn = z.infer<typeof winsOn>;

export const printedPaytable = z.strictObject({
  version: z.string(),
  decks: z.int().positive().describe('of the full shoe that the returns are counted for'),
  bets: z.array(
    z.strictObject({
      mode: wire.mode,
      spot: wire.spot,
      pays: z
        .array(z.strictObject({ on: winsOn, win: z.int().positive(), stake: z.int().positive() }))
        .describe('winnings as odds win:stake'),
      return: z
        .strictObject({ n: z.string(), d: z.string() })
        .describe('the mean return on a stake of 1: exactly n/d'),
      percent: z.string().describe('the return in per cent, four decimals'),
    }),
  ),
});
export type PrintedPaytable = z.infer<typeof printedPaytable>;

/** Query strings are text, from which whole numbers of a range are read. */
const numberText = (digits: RegExp, min: number, max: number) =>
  z.string().regex(digits).transform(Number).pipe(z.int().min(min).max(max));

const timeText = numberText(/^\d{1,15}$/, 0, 999_999_999_999_999);
const period = {
  fromMs: timeText.optional().describe('then or later'),
  toMs: timeText.optional().describe('before then'),
};
const limit = numberText(/^\d{1,3}$/, 1, 100)
  .prefault('20')
  .describe('1 to 100');
const before = <Id extends z.ZodType>(id: Id) =>
  id.optional().describe('`next` of the page before');

/** From `fromMs` and before `toMs`. Older than `before`. */
export const roundsQuery = z.strictObject({ ...period, before: before(wire.gameNumber), limit });
export type RoundsQuery = z.infer<typeof roundsQuery>;

const entryId = z.string().regex(/^[1-9]\d{0,17}$/);
export const statementQuery = z.strictObject({ ...period, before: before(entryId), limit });
export type StatementQuery = z.infer<typeof statementQuery>;

export const CSV_PERIOD_MS = 31 * 24 * 3_600_000;

/** At most 31 days. Where one end is left out, the 31 days to now, or from `fromMs`. */
export const csvQuery = z
  .strictObject(period)
  .refine(
    ({ fromMs, toMs }) =>
      fromMs === undefined || toMs === undefined || toMs - fromMs <= CSV_PERIOD_MS,
    { path: ['fromMs'] },
  );
export type CsvQuery = z.infer<typeof csvQuery>;

export const ROUND_STATUSES = [
  'betting',
  'closed', // no more bets
  'resulted', // the coup is decided, and is being paid
  'settled',
  'void', // its stakes are being returned
  'refunded',
] as const;

export const playedRound = z.strictObject({
  table: wire.tableId,
  tableName: z.string(),
  currency: wire.currency,
  game: wire.gameNumber,
  openedAtMs: wire.timeMs,
  status: z.enum(ROUND_STATUSES),
  coup: wire.coup.nullable().describe('null until it is decided; as it was last corrected'),
  stakes: wire.amountText.describe('everything that is, or was, staked on the spots'),
  paid: wire.amountText
    .nullable()
    .describe('all that came back, after all corrections; null until then'),
  byHand: z
    .boolean()
    .describe('what the round paid at first is paid outside the studio: no account has it'),
  correction: z
    .strictObject({
      fix: z.enum(['void', 'resettle', 'refund']),
      was: wire.amountText.describe('all that came back at first'),
    })
    .nullable()
    .describe('the last correction of it, once it is paid; null: there was none for this player'),
  mode: wire.mode,
  bets: z
    .array(
      z.strictObject({
        spot: wire.spot,
        stake: wire.amountText,
        paid: wire.amountText.nullable(),
      }),
    )
    .describe('empty where everything was taken back'),
  commands: z
    .array(
      z.strictObject({
        betId: wire.commandId,
        kind: z.enum(['place', 'undo', 'clear', 'repeat', 'double', 'mode', 'void']),
        change: z.partialRecord(wire.spot, wire.changeText),
        balance: wire.amountText.describe('the session’s credit after it'),
      }),
    )
    .describe('those that stood, in their order'),
});
export type PlayedRound = z.infer<typeof playedRound>;

export const roundsPage = z.strictObject({
  rounds: z.array(playedRound).describe('newest first'),
  next: wire.gameNumber.nullable().describe('`before` of the next page; null: there is none'),
});
export type RoundsPage = z.infer<typeof roundsPage>;

/** Why an operator's wallet gave money, or is given it. */
const WALLET_MOVED_FOR = [
  'stakes',
  'payout',
  'refund', // of stakes that do not stand
  'correction',
  'tip',
] as const;

const walletMove = z.strictObject({
  for: z.enum(WALLET_MOVED_FOR),
  status: z
    .enum(['due', 'done', 'by_hand'])
    .describe('`due`: the wallet has not taken it yet; `by_hand`: settled outside of the wallet'),
});
export type WalletMove = z.infer<typeof walletMove>;

export const statementPage = z.strictObject({
  entries: z
    .array(
      z.strictObject({
        id: z.string(),
        atMs: wire.timeMs,
        kind: z.enum(ENTRY_KINDS),
        game: wire.gameNumber.nullable(),
        hand: wire.handNumber.nullable().describe('of a solo game'),
        session: wire.changeText.describe('of the session’s credit'),
        gameAccount: wire.changeText,
        advance: wire.changeText
          .optional()
          .describe(
            'of the account with the operator’s wallet, where that is asked for each stake: below zero by what is advanced at the tables; left out where nothing of it moved',
          ),
        wallet: walletMove
          .optional()
          .describe(
            'of a `deposit` or `withdrawal` of that account: what the wallet gave, or is given, it for',
          ),
        voided: z
          .boolean()
          .optional()
          .describe('whether the hand was voided; left out where it was not'),
      }),
    )
    .describe('newest first'),
  next: z.string().nullable().describe('`before` of the next page; null: there is none'),
  archivedUntilMs: wire.timeMs
    .nullable()
    .describe('what was moved before it was asked for and is archived; null: nothing of it is'),
});
export type StatementPage = z.infer<typeof statementPage>;

export const playerSettings = z.strictObject({
  language: z.enum(['en', 'it']).nullable().describe('null: the browser’s'),
  modeAsked: z.boolean().describe('whether No Comm. was offered already'),
  extraSideBets: z
    .boolean()
    .describe('whether they are shown; the page hides them only while they have no stake'),
  betStatistics: z.boolean(),
  darkStatistics: z.boolean(),
  video: z.boolean(),
  videoQuality: z.enum(['auto', 'low', 'high']),
  videoSound: z.boolean(),
  gameSounds: z.boolean(),
  classicView: z.boolean().describe('the drawn table, with the video in a small frame'),
  inStep: z.boolean().describe('cards and results are drawn when the picture shows them'),
  deck: z
    .enum(['neapolitan', 'piacentine', 'french'])
    .describe('the faces of the cards at Sette e Mezzo'),
});
export type PlayerSettings = z.infer<typeof playerSettings>;

export const settingsChange = playerSettings.partial();
export type PlayerSettingsChange = z.infer<typeof settingsChange>;

export const ownPlayer = z.strictObject({
  id: z.string(),
  name: z.string(),
  mode: wire.mode,
  currency: wire.currency.nullable().describe('null where the tables differ in it'),
  group: wire.limitGroup
    .nullable()
    .optional()
    .describe(
      'the limit group, as the launch said; null: the tables’ own limits hold; left out by a studio of an earlier version',
    ),
  tables: z
    .array(wire.tableId)
    .nullable()
    .describe('those that their operator has its players see; null: all'),
  times: z
    .strictObject({
      idleMs: wire.durationMs.describe('after which a session without a bet or a deposit ends'),
      lostMs: wire.durationMs.describe('after which one ends whose connection was lost'),
      soloLostMs: wire.durationMs.describe(
        'the same where the last action was in Sette e Mezzo or Blackjack',
      ),
      handKeptMs: wire.durationMs.describe(
        'after which the house plays a hand that waits for its player',
      ),
    })
    .optional()
    .describe('as the studio has set them; left out by a studio of an earlier version'),
});
export type OwnPlayer = z.infer<typeof ownPlayer>;
