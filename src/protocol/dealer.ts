/**
 * The dealer's connection, namespace `/dealer`: the desk, the devices of its table, and the shift
 * manager who stands in for the dealer.
 */
import { z } from 'zod';
import { approval } from './approval.js';
import { APPROVAL_REQUEST, RESUMED_SINCE } from './pit.js';
import { CHAT_STAFF_COMMANDS, CHAT_STAFF_MESSAGES } from './chat.js';
import { defineCommand } from './command.js';
import { SHUFFLES } from '../round/events/shoe.js';
import { MALFUNCTIONS } from '../round/malfunction.js';
import { type OperationName, rolesOf } from './operations.js';
import { CARDS_PATTERN } from './patterns.js';
import { DESK_REFUSALS } from './refusals.js';
import { STAFF_MESSAGES } from './staff.js';
import { tableMessage, tableSnapshot } from './table.js';
import { ROTA_STAFF_COMMANDS } from './rota.js';
import { TIP_STAFF_COMMANDS, TIP_STAFF_MESSAGES } from './tip.js';
import { after } from './after.js';
import * as wire from './wire.js';
import { words } from './words.js';

const done = z.strictObject({ seq: wire.seq });
const atTable = z.strictObject({ table: wire.tableId });

/** A command of the desk that needs nothing but the table. */
const plain = (name: OperationName, summary: string) => ordered(name, summary, {});

/** A command of the desk that needs more than the table. */
const ordered = <Words extends z.ZodRawShape>(name: OperationName, summary: string, words: Words) =>
  defineCommand({
    summary,
    roles: rolesOf(name),
    request: z.strictObject({ table: wire.tableId, ...words }),
    reply: done,
    refusals: DESK_REFUSALS,
  });

const scan = z.strictObject({
  table: wire.tableId,
  code: z
    .string()
    .max(64)
    .describe(
      'as the table’s settings make it: `KH` or `3-KH` for the king of hearts, `CUT` for the cut card',
    ),
  scanSeq: z.int().nonnegative().describe('the scanner’s own number, one more with each scan'),
  game: wire.gameNumber
    .optional()
    .describe(
      'the round that was in hand when the code was read, as far as the scanner knew: in another one it is `wrong_round`',
    ),
});

const scanReply = z.strictObject({
  seq: wire.seq,
  scanned: z.enum(['card', 'cut_card']),
  card: wire.card.nullable(),
  seat: z.string().nullable().describe('`punto_1` … `banco_3`, or `burn`'),
});

/** Which card is withdrawn: one that came meanwhile is not taken for it, nor the one before. */
const cardMeant = {
  game: wire.gameNumber
    .optional()
    .describe('the round whose card is meant: in another one it is `wrong_round`'),
  seat: wire.cardSeat
    .optional()
    .describe(
      'the seat of the card that is meant: where it is not the last one, it is `not_the_last_card`; where it is left out, whichever card was dealt last',
    ),
};

/** For what the shift manager orders at the desk, as from the pit. */
const forWhat = { reason: words(200).describe('why; it is kept') };

/** The desk, and the shift manager who stands in at it. */
export const DESK_COMMANDS = {
  'table:watch': defineCommand({
    summary: 'Follows a table as staff. With `afterSeq`, the messages missed since.',
    roles: rolesOf('table:watch'),
    request: z.strictObject({ table: wire.tableId, ...after }),
    reply: z.strictObject({
      snapshot: tableSnapshot.nullable(),
      missed: z.array(tableMessage).nullable(),
      timeline: wire.timeline,
      nowMs: wire.timeMs,
    }),
    refusals: ['unknown_table', 'table_is_moving', 'table_is_busy', 'not_its_table'],
  }),
  'table:open': plain('table:open', 'The dealer opens the table; new cards are due.'),
  'table:relieve': plain(
    'table:relieve',
    'Change of dealer: who sends it deals from now on. Players are notified. While a round is in hand, a dealer needs `relief:allow` first (`round_in_hand`).',
  ),
  'relief:allow': defineCommand({
    summary:
      'The table’s dealer or a shift manager lets another dealer take over in the middle of a round. Without it a dealer waits for the round’s end.',
    roles: rolesOf('relief:allow'),
    request: z.strictObject({
      table: wire.tableId,
      dealer: words(64).describe('the id of who takes over'),
    }),
    reply: z.strictObject({ untilMs: wire.timeMs.describe('good until then, and once') }),
    refusals: [
      'unknown_table',
      'table_is_moving',
      'not_its_table',
      'not_the_dealer',
      'table_is_closed',
    ],
  }),
  'table:close': plain('table:close', 'Closes the table, between rounds.'),
  'cards:bring': ordered(
    'cards:bring',
    'New cards are at the table, as the inventory names them: after the table opened, and whenever new cards are due.',
    {
      cards: z
        .string()
        .regex(CARDS_PATTERN)
        .describe('the id of the cards in the inventory: one that was never brought to any table'),
    },
  ),
  'shoe:shuffle': ordered('shoe:shuffle', 'The cards of the next shoe are shuffled.', {
    how: z.enum(SHUFFLES).describe('`beforehand`: they came shuffled'),
  }),
  'shoe:cut': plain(
    'shoe:cut',
    'The shuffled cards are cut, and the shoe is in place. Its first card is due.',
  ),
  'shoe:new': plain(
    'shoe:new',
    'A shuffled and cut shoe is in place: `shoe:shuffle` (`beforehand`, unless it was sent) and `shoe:cut` in one.',
  ),
  'shoe:burn': defineCommand({
    summary:
      'The first card of the shoe is turned and scanned. As many as it counts are burned after it.',
    roles: rolesOf('shoe:burn'),
    request: scan,
    reply: scanReply,
    refusals: DESK_REFUSALS,
  }),
  'shoe:change': ordered(
    'shoe:change',
    'Starts a shoe change early, by order of the shift manager.',
    forWhat,
  ),
  'betting:open': plain('betting:open', 'Opens the bets by hand.'),
  'card:scan': defineCommand({
    summary:
      'A card, or the cut card, has left the shoe. A repeat of the last scan gets the same answer again. A refusal that shows a fault of the game suspends the table.',
    roles: rolesOf('card:scan'),
    request: scan,
    reply: scanReply,
    refusals: DESK_REFUSALS,
  }),
  'card:withdraw': ordered(
    'card:withdraw',
    'The last card is taken off its seat again, before the coup counts. The table waits for the shift manager.',
    {
      reason: z.enum(MALFUNCTIONS),
      setAside: z
        .boolean()
        .describe(
          'whether it stays out of the shoe; otherwise it was misread, and is scanned again',
        ),
      ...cardMeant,
    },
  ),
  'card:count': ordered(
    'card:count',
    'A card has left the shoe without a seat, and stays out; or one that was counted so had never left it. A card that was read when none was due is counted by the table itself.',
    {
      card: wire.card.nullable().describe('null: nobody saw its face'),
      isOut: z.boolean().describe('whether it is out; otherwise it was counted by mistake'),
      seen: z
        .strictObject({ shoe: z.int().positive(), cardsLeft: z.int().nonnegative() })
        .optional()
        .describe(
          'the shoe’s number and how many cards it had left, as it was seen: where that is otherwise by now, it is `count_moved_on`; by it the same count is not done twice',
        ),
    },
  ),
  'card:show': plain(
    'card:show',
    'At a squeeze table: the dealer opens the next card that lies face down. From here on players see it, and with the last one the result.',
  ),
  'coup:confirm': plain(
    'coup:confirm',
    'The coup is right as it was dealt. Where the table’s settings ask for it, it counts from here on.',
  ),
  'malfunction:report': ordered(
    'malfunction:report',
    'Something went wrong: the table waits for the shift manager.',
    {
      malfunction: z.enum(MALFUNCTIONS).describe('see [malfunctions](#malfunctions)'),
      cards: z.int().min(1).max(416).optional().describe('how many fell, of `cards_dropped`'),
      note: z.string().max(400).optional(),
      seen: z
        .strictObject({ game: wire.gameNumber.nullable(), dropped: z.int().nonnegative() })
        .optional()
        .describe(
          'the round, and how many cards had fallen in it, as it was seen: where that is otherwise by now, it is `count_moved_on`; by it the same fall is not counted twice',
        ),
    },
  ),
  'manager:call': plain('manager:call', 'Calls the shift manager. Play goes on.'),
  'stream:beat': defineCommand({
    summary:
      'The encoder’s heartbeat, at the table that it serves, or that its dealer deals at. Where the table’s settings expect it, the stream is lost without it.',
    roles: rolesOf('stream:beat'),
    request: atTable,
    reply: z.strictObject({}),
    refusals: ['unknown_table', 'table_is_moving', 'not_the_dealer', 'not_its_table'],
  }),
  'table:suspend': ordered('table:suspend', 'A fault: the table waits for the shift manager.', {
    reason: words(200),
  }),
  'table:resume': ordered(
    'table:resume',
    'The fault is cleared. Play goes on as if nothing had happened.',
    { sinceMs: RESUMED_SINCE, ...forWhat },
  ),
} as const;

export const DEALER_COMMANDS = {
  ...DESK_COMMANDS,
  ...CHAT_STAFF_COMMANDS,
  ...TIP_STAFF_COMMANDS,
  ...ROTA_STAFF_COMMANDS,
  'approval:request': APPROVAL_REQUEST,
} as const;
export type DealerCommands = typeof DEALER_COMMANDS;
export type DealerCommandName = keyof DealerCommands;

export const DEALER_MESSAGES = {
  'table:message': { summary: 'An event of a table that is watched.', body: tableMessage },
  'approval:changed': {
    summary:
      'A request for a card at a table that is watched was made, decided or carried out. After each `table:watch` the newest come again, in whatever state.',
    body: approval,
  },
  ...CHAT_STAFF_MESSAGES,
  ...TIP_STAFF_MESSAGES,
  ...STAFF_MESSAGES,
} as const;
/** What the studio sends the desk unasked. */
export type DealerMessages = {
  readonly [Name in keyof typeof DEALER_MESSAGES]: z.infer<(typeof DEALER_MESSAGES)[Name]['body']>;
};
