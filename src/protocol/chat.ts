/** What is written: the chat of a table, and support, a player's own thread with the staff. */
import { z } from 'zod';
import { defineCommand } from './command.js';
import { rolesOf } from './operations.js';
import * as wire from './wire.js';
import { plainText, words } from './words.js';

const PLAYER = ['player'] as const;

/** Who may write in a table's chat. */
const CHAT_ROLES = [...PLAYER, ...rolesOf('chat:say')] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];

/** A mute lasts a week at most, or for good. */
const MUTE_MINUTES_MAX = 10_080;

export const chatText = plainText(300).describe(
  'one line of plain text without control characters, with something to be seen and at most 8 marks on a letter, to be shown as text and never as markup; spaces around it are not kept',
);
const reason = plainText(200);

const entryId = z.string().regex(/^[1-9]\d{0,17}$/);
const messageId = entryId.describe('the message’s number; a later message has a higher one');
const playerId = entryId.describe('the player’s number');

const written = { id: messageId, text: z.string(), atMs: wire.timeMs };
const said = {
  table: wire.tableId,
  ...written,
  name: z.string().describe('as players see it'),
  role: z.enum(CHAT_ROLES),
};

/** As players see it: a name, never a number. */
const chatMessage = z.strictObject({
  ...said,
  own: z.boolean().optional().describe('whether the player wrote it'),
});
export type ChatMessage = z.infer<typeof chatMessage>;

const staffChatMessage = z.strictObject({
  ...said,
  player: playerId.nullable().describe('who wrote it, where a player did'),
});
export type StaffChatMessage = z.infer<typeof staffChatMessage>;

const chatRemoved = z.strictObject({ table: wire.tableId, id: messageId });

const everywhere = wire.tableId.nullable();

const mute = z.strictObject({
  table: everywhere.describe('where; `null`: at every table'),
  untilMs: wire.timeMs.nullable().describe('`null`: until it is lifted'),
  reason: z.string(),
});
export type Mute = z.infer<typeof mute>;

/** `name`: the player's, or that of the staff member who answered. */
const supportMessage = { ...written, from: z.enum(['player', 'staff']), name: z.string() };

const ownSupportMessage = z.strictObject(supportMessage);
export type OwnSupportMessage = z.infer<typeof ownSupportMessage>;

const staffSupportMessage = z.strictObject({ player: playerId, ...supportMessage });
export type StaffSupportMessage = z.infer<typeof staffSupportMessage>;

const supportSettled = z.strictObject({
  message: messageId.describe('the last of the thread; one that comes later opens it again'),
  atMs: wire.timeMs,
});
export type SupportSettled = z.infer<typeof supportSettled>;
const settled = supportSettled.nullable().describe('`null`: the thread is open');

const supportNote = z.strictObject({
  id: entryId.describe('a later note has a higher number'),
  message: messageId.describe('the last of the thread when it was noted'),
  kind: z.enum(['taken', 'released', 'settled']),
  by: z.string(),
  atMs: wire.timeMs,
});
export type SupportNote = z.infer<typeof supportNote>;

const holder = z
  .string()
  .nullable()
  .describe('who of the staff took it or answered last; `null`: nobody has it');

const supportThread = z.strictObject({
  player: playerId,
  name: z.string(),
  operator: z.string().describe('whose player it is'),
  text: z.string().describe('of the last message'),
  atMs: wire.timeMs.describe('of the last message'),
  unanswered: z.boolean().describe('whether the player waits for an answer'),
  waitsSinceMs: wire.timeMs
    .nullable()
    .describe('of the first message that the player waits with; `null`: they do not'),
  settled: z.boolean(),
  holder,
});
export type SupportThread = z.infer<typeof supportThread>;

const kept = z.strictObject({ id: messageId, atMs: wire.timeMs });
const saying = { key: wire.commandId, text: chatText };
const atTable = { table: wire.tableId };
const before = messageId.optional().describe('only messages before this one');

export const CHAT_COMMANDS = {
  'chat:say': defineCommand({
    summary: 'Says something to all at the table.',
    roles: PLAYER,
    request: z.strictObject({ ...atTable, ...saying }),
    reply: kept,
    refusals: ['unknown_table', 'not_joined', 'key_reused', 'muted', 'chat_too_fast'],
  }),
  'chat:read': defineCommand({
    summary: 'The last 50 messages of the table, oldest first, and whether the player is muted.',
    roles: PLAYER,
    request: z.strictObject({ ...atTable, before }),
    reply: z.strictObject({
      messages: z.array(chatMessage),
      muted: mute.nullable().describe('`null`: the player may write'),
    }),
    refusals: ['unknown_table', 'not_joined'],
  }),
  'support:say': defineCommand({
    summary: 'Writes to the staff. Nobody else reads it.',
    roles: PLAYER,
    request: z.strictObject(saying),
    reply: kept,
    refusals: ['unknown_player', 'key_reused', 'chat_too_fast'],
  }),
  'support:read': defineCommand({
    summary:
      'The last 100 messages of the player’s own thread with the staff, oldest first, and whether the staff have marked it as settled.',
    roles: PLAYER,
    request: z.strictObject({ before }),
    reply: z.strictObject({ messages: z.array(ownSupportMessage), settled }),
    refusals: [],
  }),
} as const;

export const CHAT_STAFF_COMMANDS = {
  'chat:say': defineCommand({
    summary: 'Says something to all at the table. A dealer does so only at their own table.',
    roles: rolesOf('chat:say'),
    request: z.strictObject({ ...atTable, ...saying }),
    reply: kept,
    refusals: ['unknown_table', 'table_is_moving', 'not_the_dealer', 'key_reused'],
  }),
  'chat:read': defineCommand({
    summary:
      'The last 50 messages of the table, oldest first, with who wrote them, including those that were removed.',
    roles: rolesOf('chat:read'),
    request: z.strictObject({ ...atTable, before }),
    reply: z.strictObject({
      messages: z.array(staffChatMessage.extend({ removed: z.boolean() })),
    }),
    refusals: ['unknown_table'],
  }),
  'chat:remove': defineCommand({
    summary: 'Takes a message off the players’ screens. It is kept, with who removed it and why.',
    roles: rolesOf('chat:remove'),
    request: z.strictObject({ ...atTable, id: messageId, reason }),
    reply: z.strictObject({}),
    refusals: ['unknown_message'],
  }),
  'chat:mute': defineCommand({
    summary:
      'Keeps a player from writing in the chat, in whatever currency, and notifies the player. Support stays open.',
    roles: rolesOf('chat:mute'),
    request: z
      .strictObject({
        player: playerId.optional().describe('the player’s number; or else `message`'),
        message: messageId.optional().describe('a message by the player, in place of `player`'),
        table: everywhere.describe('where; `null`: at every table'),
        minutes: z
          .int()
          .min(1)
          .max(MUTE_MINUTES_MAX)
          .nullable()
          .describe('`null`: until it is lifted'),
        reason: reason.describe('is kept, and sent to the player'),
      })
      .refine(({ player, message }) => (player === undefined) !== (message === undefined), {
        path: ['player'],
      }),
    reply: z.strictObject({ player: playerId, untilMs: wire.timeMs.nullable() }),
    refusals: ['unknown_table', 'unknown_message', 'unknown_player'],
  }),
  'chat:unmute': defineCommand({
    summary: 'Lifts a player’s mutes, at one table or all of them, and notifies the player.',
    roles: rolesOf('chat:unmute'),
    request: z.strictObject({
      player: playerId,
      table: everywhere.describe('`null`: every mute of the player'),
      reason,
    }),
    reply: z.strictObject({ lifted: z.int().positive().describe('how many mutes were lifted') }),
    refusals: ['not_muted'],
  }),
  'support:list': defineCommand({
    summary:
      'The threads of the last 90 days: those that wait for an answer first, the longest wait at the top, then the open ones, then those that are settled. At most 200.',
    roles: rolesOf('support:list'),
    request: z.strictObject({}),
    reply: z.strictObject({ threads: z.array(supportThread) }),
    refusals: [],
  }),
  'support:read': defineCommand({
    summary:
      'The last 100 messages of a player’s thread, oldest first, with what the staff noted upon them, and how the thread stands.',
    roles: rolesOf('support:read'),
    request: z.strictObject({ player: playerId, before }),
    reply: z.strictObject({
      name: z.string(),
      messages: z.array(staffSupportMessage),
      notes: z.array(supportNote),
      settled,
      holder,
    }),
    refusals: ['unknown_player'],
  }),
  'support:answer': defineCommand({
    summary: 'Answers a player. Only the player and the staff read it.',
    roles: rolesOf('support:answer'),
    request: z.strictObject({ player: playerId, ...saying }),
    reply: kept,
    refusals: ['unknown_player', 'key_reused'],
  }),
  'support:take': defineCommand({
    summary:
      'Takes a thread in hand, which colleagues see. Whoever answers in a thread has it as well. One that is settled is open again.',
    roles: rolesOf('support:take'),
    request: z.strictObject({
      player: playerId,
      from: words(64).nullable().describe('who has it, as far as the caller knows; `null`: nobody'),
    }),
    reply: z.strictObject({}),
    refusals: ['nothing_written', 'taken_meanwhile'],
  }),
  'support:release': defineCommand({
    summary: 'Leaves a thread that the caller has to the others.',
    roles: rolesOf('support:release'),
    request: z.strictObject({ player: playerId }),
    reply: z.strictObject({}),
    refusals: ['nothing_written', 'not_taken'],
  }),
  'support:settle': defineCommand({
    summary: 'Marks a thread as settled, and notifies the player. The next message opens it again.',
    roles: rolesOf('support:settle'),
    request: z.strictObject({
      player: playerId,
      message: messageId.describe('the last one that was read'),
    }),
    reply: z.strictObject({}),
    refusals: ['nothing_written', 'written_since'],
  }),
} as const;

export const CHAT_MESSAGES = {
  'chat:message': {
    summary: 'Something was said at a table the player sits at.',
    body: chatMessage,
  },
  'chat:removed': { summary: 'A message is to be taken off the screen.', body: chatRemoved },
  'chat:muted': {
    summary:
      'The player may not write in the chat for now. Of several mutes there the one that lasts longest.',
    body: mute,
  },
  'chat:unmuted': {
    summary: 'A mute of the player was lifted. `chat:read` says whether another still holds.',
    body: z.strictObject({ table: everywhere.describe('where; `null`: everywhere') }),
  },
  'support:message': {
    summary: 'A message in the player’s own thread with the staff.',
    body: ownSupportMessage,
  },
  'support:settled': {
    summary: 'The staff have marked the player’s thread as settled, or have opened it again.',
    body: z.strictObject({ settled }),
  },
} as const;

export const CHAT_STAFF_MESSAGES = {
  'chat:message': {
    summary: 'Something was said at a table that is watched.',
    body: staffChatMessage,
  },
  'chat:removed': { summary: 'A message was removed.', body: chatRemoved },
  'support:message': {
    summary: 'A message in a player’s thread, for those who may read it.',
    body: staffSupportMessage,
  },
  'support:noted': {
    summary: 'A player’s thread was taken, left to the others, or settled.',
    body: z.strictObject({ player: playerId }),
  },
} as const;
