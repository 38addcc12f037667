/** The player's connection, namespace `/player`. */
import { z } from 'zod';
import { tableBeat } from './beat.js';
import { CHAT_COMMANDS, CHAT_MESSAGES } from './chat.js';
import { defineCommand } from './command.js';
import { BET_REFUSALS, FIND_REFUSALS } from './refusals.js';
import { LOBBY_COMMANDS, LOBBY_MESSAGES } from './lobby.js';
import { SESSION_COMMANDS, SESSION_MESSAGES } from './session.js';
import { tableStatistics } from './statistics.js';
import { tableMessage, tableSnapshot } from './table.js';
import { TIP_COMMANDS } from './tip.js';
import { after } from './after.js';
import { SOLO_GAMES } from '../solo/game.js';
import { WALLET_REASONS } from './wallet.js';
import * as wire from './wire.js';

const roles = ['player'] as const;

export const seat = z
  .strictObject({
    player: z.string(),
    mode: wire.mode,
    balance: wire.amountText.describe('the session’s credit'),
    stakes: wire.stakes.describe('what the player has on the spots of the round in hand'),
    placements: z.int().nonnegative().describe('how many Undo can take back'),
    seq: wire.seq
      .optional()
      .describe(
        'of the player’s last command in the round in hand, where there is one: what a reply with this `seq` or a lower one says is in the stakes already',
      ),
    currency: wire.currency
      .optional()
      .describe(
        'the player’s, where it is not the table’s own: amounts are of it, and chips and limits those in the settings’ `further`, where the table takes it',
      ),
    group: wire.limitGroup
      .nullable()
      .describe('the player’s limit group, as the launch said; null: the table’s own limits hold'),
    previous: wire.stakes.describe('the last played round’s bets, which Repeat places again'),
  })
  .meta({ title: 'seat', description: 'A player at a table' });
export type SeatMessage = z.infer<typeof seat>;

const inRound = { table: wire.tableId, game: wire.gameNumber, betId: wire.commandId };

export const betReply = z
  .strictObject({
    seq: wire.seq.describe('its position in the table’s order: the bet stands'),
    balance: wire.amountText.describe('the session’s credit after it'),
    change: z
      .partialRecord(wire.spot, wire.changeText)
      .describe('what the command changed on each spot'),
    leftOut: z
      .array(wire.spot)
      .describe('Repeat: spots not placed again, because they are closed to the player now'),
    capped: z.array(wire.spot).describe('Double: spots raised to less than twice'),
  })
  .meta({ title: 'bet reply', description: 'The answer to a betting command that stands' });
export type StandingBetReply = z.infer<typeof betReply>;

/** Why the stakes of a player were not taken. */
const NOT_TAKEN_REASONS = [...WALLET_REASONS, 'no_answer'] as const;
export type NotTakenReason = (typeof NOT_TAKEN_REASONS)[number];

/** What became of the player's bets in a round. */
const playerResult = z.strictObject({
  table: wire.tableId,
  game: wire.gameNumber,
  outcome: z
    .enum(['settled', 'refunded', 'not_taken'])
    .describe('not_taken: the operator’s wallet did not give the stakes, which are void'),
  reason: z
    .enum(NOT_TAKEN_REASONS)
    .optional()
    .describe('of `not_taken`: why; `no_answer`: the wallet did not decide in time'),
  stakes: wire.amountText,
  paid: wire.amountText.describe('all that came back, stakes included'),
  bets: z.array(z.strictObject({ spot: wire.spot, stake: wire.amountText, paid: wire.amountText })),
  balance: wire.amountText,
});
export type PlayerResult = z.infer<typeof playerResult>;

/** What a correction made of the player's bets in a round that was settled before (RULES 1.13). */
const playerCorrection = z.strictObject({
  table: wire.tableId,
  game: wire.gameNumber,
  fix: z
    .enum(['void', 'resettle', 'refund'])
    .describe(
      '`void`, `refund`: the stakes are back; `resettle`: paid anew by the corrected cards',
    ),
  was: wire.amountText.describe('all that had come back before it, stakes included'),
  paid: wire.amountText.describe('all that has come back after it, stakes included'),
  balance: wire.amountText.describe('the session’s credit'),
  shortfall: wire.amountText.describe(
    'the part of the clawback that was spent already and is owed now',
  ),
});
export type PlayerCorrection = z.infer<typeof playerCorrection>;

const bet = (summary: string) =>
  defineCommand({
    summary,
    roles,
    request: z.strictObject(inRound),
    reply: betReply,
    refusals: BET_REFUSALS,
  });

/** The player at a table. */
export const SEAT_COMMANDS = {
  'table:join': defineCommand({
    summary:
      'Sits at a table, or comes back to it. With `afterSeq`, the messages missed since. Where those are no longer kept, or without it, a snapshot.',
    roles,
    request: z.strictObject({ table: wire.tableId, ...after }),
    reply: z.strictObject({
      snapshot: tableSnapshot.nullable(),
      missed: z.array(tableMessage).nullable(),
      timeline: wire.timeline,
      seat,
      result: playerResult
        .nullable()
        .describe(
          'the player’s own result of the round that ended here last, with stakes of theirs in it, or of the one in hand, where they were not taken; it may have been sent before as `player:result`',
        ),
      correction: playerCorrection
        .optional()
        .describe(
          'in place of that result, where it was corrected since: what the last correction made of it; it may have been sent before as `player:correction`',
        ),
      nowMs: wire.timeMs.describe('the studio’s clock'),
    }),
    refusals: ['unknown_table', 'table_is_moving', 'not_joined', 'table_is_busy'],
  }),
  'table:leave': defineCommand({
    summary:
      'Leaves a table. Bets on it stay and play. A `table:join` that is not answered yet is called off: it is refused `not_joined`.',
    roles,
    request: z.strictObject({ table: wire.tableId }),
    reply: z.strictObject({}),
    refusals: ['unknown_table', 'not_joined'],
  }),
  'bet:place': defineCommand({
    summary: 'Places an amount on a spot.',
    roles,
    request: z.strictObject({ ...inRound, spot: wire.spot, amount: wire.amountText }),
    reply: betReply,
    refusals: BET_REFUSALS,
  }),
  'bet:place-all': defineCommand({
    summary:
      'Places amounts on several spots as one placement, which one Undo takes back: all of them or, where one is refused, none.',
    roles,
    request: z.strictObject({ ...inRound, stakes: wire.someStakes }),
    reply: betReply,
    refusals: BET_REFUSALS,
  }),
  'bet:undo': bet('Takes back the last placement.'),
  'bet:clear': bet('Takes back everything.'),
  'bet:repeat': bet('Places the bets of the last played round again.'),
  'bet:double': bet('Doubles all stakes.'),
  'mode:choose': defineCommand({
    summary: 'Chooses zero-commission or normal mode, for this round and all that follow.',
    roles,
    request: z.strictObject({ ...inRound, mode: wire.mode }),
    reply: betReply,
    refusals: BET_REFUSALS,
  }),
  'bet:find': defineCommand({
    summary:
      'Asks what became of a betting command whose answer never arrived. While it may still come to stand, the answer is `not_known_yet`.',
    roles,
    request: z.strictObject(inRound),
    reply: z.strictObject({
      found: betReply
        .extend({ game: wire.gameNumber })
        .nullable()
        .describe('null: it does not stand, and never will: another id is needed to place it'),
    }),
    refusals: FIND_REFUSALS,
  }),
} as const;

export const PLAYER_COMMANDS = {
  ...SEAT_COMMANDS,
  ...LOBBY_COMMANDS,
  ...SESSION_COMMANDS,
  ...CHAT_COMMANDS,
  ...TIP_COMMANDS,
} as const;
export type PlayerCommands = typeof PLAYER_COMMANDS;
export type PlayerCommandName = keyof PlayerCommands;

/** A hand of a solo game that went on without its player, wherever in the studio they are now. */
const playerHand = z.strictObject({
  game: z.enum(SOLO_GAMES),
  hand: wire.handNumber,
  reason: z
    .enum(['house_played', 'voided'])
    .describe('`voided`: what it took is back, and what it had paid is taken back'),
  taken: wire.amountText.describe('all that was staked on it'),
  paid: wire.amountText.describe('all that it paid, stakes included'),
  balance: wire.amountText.describe('the session’s credit after it'),
});
export type PlayerHand = z.infer<typeof playerHand>;

export const PLAYER_MESSAGES = {
  'table:message': { summary: 'An event of a table the player sits at.', body: tableMessage },
  'player:result': { summary: 'The player’s own result of a round.', body: playerResult },
  'player:correction': {
    summary: 'A round that was settled was corrected, and the player’s own result with it.',
    body: playerCorrection,
  },
  'player:hand': {
    summary:
      'A hand of a solo game went on without the player: the house has played it, or it was voided. Whoever is in `/solo` as well gets `hand:changed` with the whole hand.',
    body: playerHand,
  },
  'table:statistics': {
    summary:
      'Bet statistics of a table the player sits at, outside of its order. They are sent while the bets are open when they changed, at most twice a second, and once more at the close. A message that cannot be delivered at once is left out.',
    body: tableStatistics,
  },
  'table:beat': {
    summary:
      'Nothing has happened for a second at a table the player sits at, and the line still works. A client that receives nothing at all for longer than two seconds has lost the studio, whatever its transport believes. A message that cannot be delivered at once is left out.',
    body: tableBeat,
  },
  ...CHAT_MESSAGES,
  ...LOBBY_MESSAGES,
  ...SESSION_MESSAGES,
} as const;
