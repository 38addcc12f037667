/**
 * What the pit reads by HTTP: a whole round, a player, a shift against its exact expectation, and
 * rounds in which a bet favoured the players.
 */
import { z } from 'zod';
import { ENTRY_KINDS } from '../money/posting.js';
import { SOLO_GAMES } from '../solo/game.js';
import { approval } from './approval.js';
import { ROUND_STATUSES, playedRound } from './http.js';
import { incident } from './incident.js';
import * as wire from './wire.js';
import { words } from './words.js';

const entryId = z.string().regex(/^[1-9]\d{0,17}$/);
const hash = z.string().regex(/^([0-9a-f]{64})?$/);
const percent = z.string().describe('in per cent, four decimals');

// ---- a round

const loggedEvent = z.strictObject({
  seq: wire.seq,
  atMs: wire.timeMs,
  kind: z.string(),
  event: z
    .record(z.string(), z.unknown())
    .describe('as it is read today, with the scan’s code, whatever version of the studio wrote it'),
  epoch: z.string().describe('the count of the table’s owners when it was written'),
  payload: z.string().describe('the event as it was written: the text that is hashed'),
  hash: hash.describe(
    'SHA-256 of the 32 bytes of the hash before, none before the log’s first event, and of `table|seq|epoch|atMs|kind|payload` in UTF-8, with the kind that the payload names',
  ),
});

const replayStep = z
  .strictObject({
    seq: wire.seq,
    atMs: wire.timeMs,
    kind: z.string().describe('of the event'),
    phase: wire.phase,
    suspended: z.string().nullable().describe('why'),
    punto: z.array(wire.card),
    banco: z.array(wire.card),
    puntoTotal: z.int().min(0).max(9),
    bancoTotal: z.int().min(0).max(9),
    next: z.string().nullable().describe('the card seat of the next card, `punto_1`'),
    commands: z.int().nonnegative().describe('betting commands that stand so far'),
    stakes: wire.amountText.describe('in the table’s own currency'),
    further: z
      .record(wire.currency, wire.amountText)
      .optional()
      .describe('the stakes in further currencies; left out where there are none'),
    cutCardOut: z.boolean(),
    dealer: z.string().nullable(),
  })
  .describe('the table’s state after this event');
export type ReplayStep = z.infer<typeof replayStep>;

const ofPlayer = wire.currency
  .optional()
  .describe('of the amounts, where it is a further one of the table; left out: the round’s');

const betLine = z.strictObject({
  seq: wire.seq.describe('of the event `bets_accepted` that records it'),
  player: entryId,
  name: z.string(),
  betId: wire.commandId,
  kind: z.enum(['place', 'undo', 'clear', 'repeat', 'double', 'mode', 'void']),
  spot: wire.spot,
  mode: wire.mode,
  amount: wire.changeText,
  balance: wire.amountText.describe('the session’s credit after it'),
  currency: ofPlayer,
});

const closingStakes = z.strictObject({
  player: entryId,
  name: z.string(),
  currency: ofPlayer,
  mode: wire.mode,
  spot: wire.spot,
  stake: wire.amountText,
  paid: wire.amountText
    .nullable()
    .describe('all that came back of it, after all corrections; null until it has been paid'),
});

const posting = z.strictObject({
  entry: z.string(),
  key: z.string(),
  kind: z.enum(ENTRY_KINDS),
  atMs: wire.timeMs,
  source: z.string().describe('the account that it was taken from'),
  destination: z.string(),
  amount: wire.amountText,
  currency: ofPlayer,
});

const correction = z.strictObject({
  correction: z.int().positive().describe('1 for the first of the round'),
  fix: z.enum(['void', 'resettle', 'refund']),
  coup: wire.coup.nullable(),
  player: entryId.nullable(),
  atMs: wire.timeMs,
  reason: z.string(),
  requestedBy: z.string(),
  approvedBy: z.string(),
  done: z.boolean().describe('whether its payments have all been made'),
  players: z.array(
    z.strictObject({
      player: entryId,
      name: z.string(),
      currency: ofPlayer,
      was: wire.amountText.describe('what had come back before it'),
      paid: wire.amountText.describe('what has come back after it'),
      shortfall: wire.amountText.describe('what could not be clawed back, and is owed'),
    }),
  ),
});

export const chainProof = z
  .strictObject({
    from: wire.seq.describe('the first event of it'),
    to: wire.seq,
    before: hash.describe('of the event before the first; empty before the log’s first'),
    after: hash.describe('of the last event'),
    verified: z
      .boolean()
      .describe(
        'every hash was computed anew, on to the next anchor, and equals the one that is stored; the anchor, where there is one, has the same, and is signed by the studio’s own key',
      ),
    firstBad: wire.seq
      .nullable()
      .describe('the first event that is missing, or whose hash is another'),
    anchor: z
      .strictObject({
        number: z.string(),
        seq: wire.seq,
        hash,
        atMs: wire.timeMs,
        keyId: z.string(),
        publicKey: z.string(),
        signature: z.string().describe('Ed25519, base64'),
        reached: z
          .boolean()
          .describe(
            'the chain goes on to the event that it vouches for, and that has the hash that was signed',
          ),
        signedBy: z
          .enum(['studio', 'other', 'nobody'])
          .describe(
            'by the key that the studio signs with now; by another that the database names; by none',
          ),
      })
      .nullable()
      .describe('the first signed anchor at or after the last event; null: none yet'),
  })
  .describe('the part of the table’s hash chain that holds the round');
export type ChainProof = z.infer<typeof chainProof>;

export const roundReport = z.strictObject({
  game: wire.gameNumber,
  table: wire.tableId,
  tableName: z.string(),
  currency: wire.currency,
  shoe: z.int().positive(),
  roundInShoe: z.int().positive(),
  paytable: z.string(),
  status: z.enum(ROUND_STATUSES),
  coup: wire.coup.nullable().describe('as it was decided; corrections name their own'),
  dealer: z.string().nullable(),
  openedAtMs: wire.timeMs,
  endedAtMs: wire.timeMs.nullable(),
  stakes: wire.amountText,
  paid: wire.amountText.nullable().describe('after all corrections; null until it has been paid'),
  further: z
    .record(
      wire.currency,
      z.strictObject({ stakes: wire.amountText, paid: wire.amountText.nullable() }),
    )
    .optional()
    .describe('the same in further currencies; left out where nothing was staked in one'),
  events: z.array(loggedEvent).describe('from its opening to its end, then its corrections'),
  replay: z.array(replayStep).describe('from its opening to its end'),
  bets: z.array(betLine).describe('every command that stood, line by line'),
  closingStakes: z
    .array(closingStakes)
    .describe('the closing stakes: what each player had on each spot at the close'),
  postings: z.array(posting),
  archivedIn: z
    .int()
    .positive()
    .nullable()
    .describe('the archived period whose files have the other postings; null: all are here'),
  chunks: z.array(
    z.strictObject({
      chunk: z.int().nonnegative(),
      chunks: z.int().positive(),
      verdict: z.string().describe('`settle` or `void`'),
      stakes: wire.amountText.describe('minor units of whatever currency, and so is `paid`'),
      paid: wire.amountText,
      players: z.int().nonnegative().describe('to whom something was paid'),
    }),
  ),
  corrections: z.array(correction),
  approvals: z.array(approval),
  incidents: z.array(incident),
  chain: chainProof,
});
export type RoundReport = z.infer<typeof roundReport>;

export const recentQuery = z.strictObject({
  table: wire.tableId.optional(),
  before: wire.gameNumber.optional().describe('`next` of the page before'),
});
export type RecentQuery = z.infer<typeof recentQuery>;

const recentRound = z.strictObject({
  game: wire.gameNumber,
  table: wire.tableId,
  tableName: z.string(),
  currency: wire.currency,
  shoe: z.int().positive(),
  roundInShoe: z.int().positive(),
  openedAtMs: wire.timeMs,
  status: z.enum(ROUND_STATUSES),
  coup: wire.coup.nullable().describe('as it was last corrected'),
  correction: z
    .enum(['void', 'resettle', 'refund'])
    .nullable()
    .describe(
      'the last one of the round as a whole; `refund` where there was none but of bets of single players; null: there was none',
    ),
  stakes: wire.amountText.nullable().describe('null until it has been paid'),
  further: z
    .record(wire.currency, wire.amountText)
    .optional()
    .describe('the stakes in further currencies; left out where there were none'),
});
export type RecentRound = z.infer<typeof recentRound>;

export const recentRounds = z.strictObject({
  rounds: z.array(recentRound).describe('50 at most, newest first'),
  next: wire.gameNumber.nullable().describe('`before` of the next page; null: there is none'),
});
export type RecentRounds = z.infer<typeof recentRounds>;

// ---- players

export const playersQuery = z.strictObject({
  query: words(64).describe(
    'a number, or how an operator’s reference or a name begins; from three characters on, any part of them',
  ),
});
export type PlayersQuery = z.infer<typeof playersQuery>;

const foundPlayer = z.strictObject({
  id: entryId,
  name: z.string(),
  operator: z.string(),
  ref: z.string().describe('the operator’s own name for the player'),
});

export const playersFound = z.strictObject({
  players: z.array(foundPlayer).describe('20 at most, the likeliest first'),
});
export type PlayersFound = z.infer<typeof playersFound>;

export const playerQuery = z.strictObject({
  before: wire.gameNumber.optional().describe('`next` of the rounds of the page before'),
});
export type PlayerQuery = z.infer<typeof playerQuery>;

export const playerReport = foundPlayer.extend({
  createdAtMs: wire.timeMs,
  mode: wire.mode,
  currency: wire.currency.nullable().describe('of the player’s money'),
  gameAccount: wire.amountText,
  credit: wire.amountText.describe('of the session, without the present stakes'),
  shortfall: wire.amountText.describe('what is owed after a correction'),
  connected: z.boolean(),
  sessions: z
    .array(
      z.strictObject({
        id: entryId,
        openedAtMs: wire.timeMs,
        closedAtMs: wire.timeMs.nullable(),
        reason: z.string().nullable(),
        cashedOut: wire.amountText.nullable(),
      }),
    )
    .describe('the last 20, newest first; in a file 1,000'),
  handsInPlay: z
    .array(z.strictObject({ hand: wire.handNumber, game: z.enum(SOLO_GAMES) }))
    .describe('of solo games: while there is one the session does not end'),
  rounds: z.array(playedRound).describe('20 of them, newest first; in a file 1,000'),
  next: wire.gameNumber.nullable(),
  mutes: z.array(
    z.strictObject({
      table: wire.tableId.nullable().describe('null: at all of them'),
      atMs: wire.timeMs,
      untilMs: wire.timeMs.nullable().describe('null: for good'),
      by: z.string(),
      reason: z.string(),
      liftedBy: z.string().nullable(),
      liftedAtMs: wire.timeMs.nullable(),
    }),
  ),
});
export type PlayerReport = z.infer<typeof playerReport>;

// ---- a shift

/** Why a report is refused, besides what any request is refused for, with its status. */
export const REPORT_REFUSALS = {
  report_failed: 500, // it could not be made, or took too long: ask again, or for less
} as const;
export type ReportRefusal = keyof typeof REPORT_REFUSALS;

/** The type of the answer to who wants to know how far a report is. */
export const PROGRESS_TYPE = 'application/x-ndjson';

const reportProgress = z.strictObject({
  done: z.int().nonnegative().describe('rounds that are counted already'),
  of: z.int().nonnegative().describe('all rounds of the report'),
});
export type ReportProgress = z.infer<typeof reportProgress>;

export const SHIFT_MAX_MS = 48 * 3_600_000;

const timeText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const shiftPeriod = {
  fromMs: timeText.describe('rounds opened then or later'),
  toMs: timeText.describe('rounds opened before then'),
  table: wire.tableId.optional(),
};
const isPeriod = ({ fromMs, toMs }: { fromMs: number; toMs: number }): boolean =>
  fromMs < toMs && toMs - fromMs <= SHIFT_MAX_MS;

/** Rounds opened from `fromMs` and before `toMs`: 48 hours at most. */
export const shiftQuery = z
  .strictObject({ ...shiftPeriod, dealer: words(64).optional() })
  .refine(isPeriod, { path: ['toMs'] });
export type ShiftQuery = z.infer<typeof shiftQuery>;

export const advantageQuery = z.strictObject(shiftPeriod).refine(isPeriod, { path: ['toMs'] });
export type AdvantageQuery = z.infer<typeof advantageQuery>;

const takings = {
  currency: wire.currency,
  rounds: z.int().nonnegative().describe('those paid by their coup, with a stake in them'),
  bets: z.int().nonnegative().describe('stakes of one player on one spot'),
  turnover: wire.amountText.describe('everything that was staked'),
  payout: wire.amountText.describe('everything that came back, stakes included'),
  hold: wire.changeText.describe('turnover less payout'),
  holdPercent: percent.nullable().describe('of the turnover; null where there is none'),
  expectedHold: wire.changeText.describe(
    'by the exact odds of the cards that were left at each opening, to the nearest minor unit',
  ),
  band: z
    .strictObject({ low: wire.changeText, high: wire.changeText })
    .describe('where chance leaves the hold in 95 of 100 such shifts'),
  isWithin: z.boolean().describe('whether the hold is in the band'),
};
const shiftLine = z.strictObject(takings);
export type ShiftLine = z.infer<typeof shiftLine>;

export const hoursQuery = z.strictObject(shiftPeriod).refine(isPeriod, { path: ['toMs'] });
export type HoursQuery = z.infer<typeof hoursQuery>;

/** Hours are those of the clock: from one full hour to the next, in UTC. */
export const hoursReport = z.strictObject({
  hours: z
    .array(
      z.strictObject({
        table: wire.tableId,
        atMs: wire.timeMs,
        ...takings,
        aboutInOwn: z
          .strictObject({ currency: wire.currency, hold: wire.changeText })
          .optional()
          .describe('of a further currency: about what `hold` is in the table’s own, by its rate'),
      }),
    )
    .describe('those in which a table opened a round that counts, the first hour first'),
  due: z.int().nonnegative().describe('rounds of the period that are still to be worked out'),
});
export type HoursReport = z.infer<typeof hoursReport>;

const unclearRound = z.strictObject({
  game: wire.gameNumber,
  table: wire.tableId,
  tableName: z.string(),
  fault: z.string().describe('what of it cannot be read, or is impossible'),
});
export type UnclearRound = z.infer<typeof unclearRound>;
const unclear = z.array(unclearRound);

const byPeople = { reason: z.string(), requestedBy: z.string(), approvedBy: z.string() };

export const shiftReport = z.strictObject({
  fromMs: wire.timeMs,
  toMs: wire.timeMs,
  table: wire.tableId.nullable(),
  dealer: z.string().nullable(),
  rounds: z.int().nonnegative().describe('opened in this period, with any outcome'),
  unended: z.int().nonnegative().describe('of these, not paid yet: in none of the sums'),
  voided: z.int().nonnegative().describe('of these, void: in none of the sums'),
  unstaked: z
    .int()
    .nonnegative()
    .describe('of these, paid by their coup without a stake that counts: in none of the sums'),
  unclear: unclear.describe(
    'of these, not to be worked out from what is recorded: in none of the sums, and named whoever dealt them; there should be none',
  ),
  totals: z.array(shiftLine).describe('one for each currency'),
  bySpot: z.array(
    shiftLine.extend({
      spot: wire.spot,
      mode: wire.mode.nullable().describe('of Banco, which pays by it; else null'),
    }),
  ),
  byTable: z.array(shiftLine.extend({ table: wire.tableId, tableName: z.string() })),
  byDealer: z.array(shiftLine.extend({ dealer: z.string() })),
  unbalanced: z
    .array(wire.gameNumber)
    .describe('rounds whose payments are not what their coup says; there should be none'),
  voids: z
    .array(
      z.strictObject({
        game: wire.gameNumber,
        table: wire.tableId,
        currency: wire.currency,
        dealer: z.string().nullable(),
        atMs: wire.timeMs,
        stakes: wire.amountText.describe('stakes that were returned'),
        afterPayment: z.boolean(),
        stands: z
          .boolean()
          .describe('false: the round was resettled later, and is in the sums after all'),
        ...byPeople,
      }),
    )
    .describe('every void; the rounds of those that stand are in none of the sums'),
  corrections: z
    .array(
      z.strictObject({
        game: wire.gameNumber,
        table: wire.tableId,
        currency: wire.currency,
        dealer: z.string().nullable(),
        correction: z.int().positive(),
        fix: z.enum(['resettle', 'refund']),
        atMs: wire.timeMs,
        back: wire.changeText.describe('what moved to players; negative: from them'),
        shortfall: wire.amountText,
        ...byPeople,
      }),
    )
    .describe('the sums above hold after them'),
  incidents: z
    .array(incident)
    .describe('opened in this period; of a dealer those of their rounds, and between them'),
  sanctions: z
    .array(
      z.strictObject({
        kind: z.enum(['muted', 'unmuted', 'message_removed']),
        atMs: wire.timeMs,
        table: wire.tableId.nullable(),
        player: entryId.nullable(),
        name: z.string(),
        untilMs: wire.timeMs.nullable(),
        by: z.string(),
        reason: z.string(),
      }),
    )
    .describe(
      'of the chat, in this period, oldest first; of a dealer those at a table that they dealt at then',
    ),
  tips: z
    .array(
      z.strictObject({
        dealer: z.string().describe('to whom they were given'),
        table: wire.tableId,
        currency: wire.currency,
        tips: z.int().positive().describe('how many'),
        amount: wire.amountText,
      }),
    )
    .describe('given in this period; they are in none of the sums'),
});
export type ShiftReport = z.infer<typeof shiftReport>;

// ---- the advantage watch

export const advantageReport = z.strictObject({
  fromMs: wire.timeMs,
  toMs: wire.timeMs,
  looked: z.int().nonnegative().describe('rounds that were checked'),
  unclear: unclear.describe(
    'besides, rounds that cannot be worked out from what is recorded; there should be none',
  ),
  rounds: z
    .array(
      z.strictObject({
        game: wire.gameNumber,
        table: wire.tableId,
        tableName: z.string(),
        currency: wire.currency,
        openedAtMs: wire.timeMs,
        roundInShoe: z.int().positive(),
        cardsSeen: z.int().nonnegative().describe('of the shoe, at its opening'),
        bets: z.array(
          z.strictObject({
            spot: wire.spot,
            mode: wire.mode.nullable().describe('of Banco, which pays by it; else null'),
            percent: percent.describe('the mean return, above 100'),
            return: z
              .strictObject({ n: z.string(), d: z.string() })
              .describe('of a stake of 1: exactly n/d'),
            stakes: wire.amountText.describe('in the table’s own currency'),
            further: z
              .record(wire.currency, wire.amountText)
              .optional()
              .describe('the same in further currencies; left out where nothing is staked in one'),
            players: z.array(
              z.strictObject({
                player: entryId,
                name: z.string(),
                stake: wire.amountText,
                currency: ofPlayer,
              }),
            ),
          }),
        ),
      }),
    )
    .describe('those at whose opening an open bet returned more than its stake on average'),
});
export type AdvantageReport = z.infer<typeof advantageReport>;
