/**
 * The pit's connection, namespace `/pit`: the wall, the incidents, four eyes, and what the shift
 * manager may do at any table.
 */
import { z } from 'zod';
import { FACES } from '../cards/card.js';
import {
  APPROVAL_STATES,
  approval,
  approvalRequest,
  approvalSubject,
  CONCERNED_MAX,
  asItStands,
  concerned,
  preview,
} from './approval.js';
import { SHUFFLES } from '../round/events/shoe.js';
import { MALFUNCTIONS } from '../round/malfunction.js';
import { CHAT_STAFF_COMMANDS, CHAT_STAFF_MESSAGES } from './chat.js';
import { defineCommand } from './command.js';
import { INCIDENT_STATES, evidence, incident, incidentNote } from './incident.js';
import { type OperationName, rolesOf } from './operations.js';
import { DESK_REFUSALS, PIT_REFUSALS } from './refusals.js';
import { CARDS_PATTERN } from './patterns.js';
import { newLimits, settingsBefore, settingsChange } from './settings-change.js';
import { STAFF_MESSAGES } from './staff.js';
import { tableMessage, tableSnapshot } from './table.js';
import { seatedPlayer, wallTable } from './wall.js';
import { after } from './after.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Buttons of the desk that the shift manager may press for the dealer. */
const DESK_BUTTONS = [
  'table:open',
  'table:close',
  'cards:bring',
  'shoe:shuffle',
  'shoe:cut',
  'shoe:new',
  'betting:open',
  'card:withdraw',
  'coup:confirm',
] as const;
export type DeskButton = (typeof DESK_BUTTONS)[number];

const done = z.strictObject({ seq: wire.seq });
const atTable = { table: wire.tableId };
const why = words(200);
/** For every order to a table. The audit keeps it. */
const forWhat = { reason: why.describe('why; it is kept') };
const playerId = z.string().regex(/^[1-9]\d{0,17}$/);
const AT_A_TABLE = ['unknown_table', 'table_is_moving', 'table_is_busy'] as const;

/** Of `table:resume`, in the pit and at the desk. */
export const RESUMED_SINCE = wire.timeMs
  .optional()
  .describe(
    'since when the suspension that is meant has lasted: another one is not resumed (`other_suspension`)',
  );

const acting = <Shape extends z.ZodRawShape>(
  name: OperationName,
  summary: string,
  request: Shape,
) =>
  defineCommand({
    summary,
    roles: rolesOf(name),
    request: z.strictObject({ ...atTable, ...request }),
    reply: done,
    refusals: DESK_REFUSALS,
  });

const noting = <Shape extends z.ZodRawShape>(
  name: OperationName,
  summary: string,
  request: Shape,
) =>
  defineCommand({
    summary,
    roles: rolesOf(name),
    request: z.strictObject({ incident: wire.incidentId, ...request }),
    reply: z.strictObject({ incident }),
    refusals: ['unknown_incident', 'incident_is_closed'],
  });

const requested = z.strictObject({ approval, preview: preview.nullable() });

/**
 * Also on `/dealer`, where a dealer asks to enter what no scanner reads, only at their own table.
 */
export const APPROVAL_REQUEST = defineCommand({
  summary:
    'Asks for what needs a second person. It is kept for 15 minutes, and nothing is done yet. A dealer may only ask for a card, a burn card or the cut card by hand, at their own table.',
  roles: rolesOf('approval:request'),
  request: approvalRequest,
  reply: requested,
  refusals: PIT_REFUSALS,
});

export const PIT_OWN_COMMANDS = {
  'wall:watch': defineCommand({
    summary:
      'Every table of the studio, the open incidents and the pending requests as they are now, and from now on their changes.',
    roles: rolesOf('wall:watch'),
    request: z.strictObject({}),
    reply: z.strictObject({
      tables: z.array(wallTable),
      incidents: z.array(incident),
      approvals: z.array(approval),
      nowMs: wire.timeMs,
    }),
    refusals: [],
  }),
  'table:watch': defineCommand({
    summary: 'Follows a table as the pit sees it. With `afterSeq`, the messages missed since.',
    roles: rolesOf('table:watch'),
    request: z.strictObject({ ...atTable, ...after }),
    reply: z.strictObject({
      snapshot: tableSnapshot.nullable(),
      missed: z.array(tableMessage).nullable(),
      timeline: wire.timeline,
      nowMs: wire.timeMs,
    }),
    refusals: AT_A_TABLE,
  }),
  'table:unwatch': defineCommand({
    summary: 'Stops following the table.',
    roles: rolesOf('table:unwatch'),
    request: z.strictObject(atTable),
    reply: z.strictObject({}),
    refusals: [],
  }),
  'incident:list': defineCommand({
    summary: 'The last 200 incidents, newest first: of one table, of one state, or all.',
    roles: rolesOf('incident:list'),
    request: z.strictObject({
      table: wire.tableId.optional(),
      state: z.enum(INCIDENT_STATES).optional(),
    }),
    reply: z.strictObject({ incidents: z.array(incident) }),
    refusals: [],
  }),
  'incident:read': defineCommand({
    summary: 'An incident with its evidence and the notes on it.',
    roles: rolesOf('incident:read'),
    request: z.strictObject({ incident: wire.incidentId }),
    reply: z.strictObject({ incident, evidence, notes: z.array(incidentNote) }),
    refusals: ['unknown_incident'],
  }),
  'incident:take': noting('incident:take', 'Takes the incident in hand, from whoever had it.', {}),
  'incident:note': noting('incident:note', 'Adds a note.', { text: why }),
  'incident:close': noting('incident:close', 'Closes it, with what was found and done.', {
    text: why,
  }),
  'approval:preview': defineCommand({
    summary:
      'What it would do, in numbers, what it would replace, and whom it concerns, before anything is asked or done.',
    roles: rolesOf('approval:preview'),
    request: approvalSubject,
    reply: z.strictObject({
      preview: preview.nullable().describe('null: it moves no money by itself'),
      standing: asItStands,
      concerned: z
        .array(concerned)
        .max(CONCERNED_MAX)
        .describe(`at most ${CONCERNED_MAX} players, first those for whom the most moves`),
    }),
    refusals: PIT_REFUSALS,
  }),
  'approval:request': APPROVAL_REQUEST,
  'approval:decide': defineCommand({
    summary:
      'The second person’s decision. What is approved is carried out at once. Asked again, the same is answered, and nothing is done twice.',
    roles: rolesOf('approval:decide'),
    request: z.strictObject({
      approval: wire.approvalId,
      verdict: z.enum(['approved', 'refused']),
    }),
    reply: z.strictObject({
      approval,
      obstacle: z
        .string()
        .nullable()
        .describe('the refusal of the table where what is approved could not be carried out yet'),
    }),
    refusals: PIT_REFUSALS,
  }),
  'approval:list': defineCommand({
    summary: 'The last 200 requests, newest first: of one table, of one state, or all.',
    roles: rolesOf('approval:list'),
    request: z.strictObject({
      table: wire.tableId.optional(),
      state: z.enum(APPROVAL_STATES).optional(),
    }),
    reply: z.strictObject({ approvals: z.array(approval) }),
    refusals: [],
  }),
  'shortfall:list': defineCommand({
    summary: 'The players who owe what a correction could not claw back from them.',
    roles: rolesOf('shortfall:list'),
    request: z.strictObject({}),
    reply: z.strictObject({
      shortfalls: z.array(
        z.strictObject({
          player: playerId,
          name: z.string(),
          currency: wire.currency.describe('of the player’s money'),
          owed: wire.amountText,
        }),
      ),
    }),
    refusals: [],
  }),
  'table:suspend': acting(
    'table:suspend',
    'Everything at the table waits. The players are notified.',
    {
      reason: why,
    },
  ),
  'table:resume': acting('table:resume', 'Play goes on as if nothing had happened.', {
    sinceMs: RESUMED_SINCE,
    ...forWhat,
  }),
  'table:press': defineCommand({
    summary: 'Presses a button of the desk in the dealer’s place.',
    roles: rolesOf('table:press'),
    request: z
      .strictObject({
        ...atTable,
        button: z.enum(DESK_BUTTONS),
        cards: z
          .string()
          .regex(CARDS_PATTERN)
          .optional()
          .describe('`cards:bring`: the inventory id'),
        how: z
          .enum(SHUFFLES)
          .optional()
          .describe('`shoe:shuffle`: how; `manual` where it is left out'),
        malfunction: z.enum(MALFUNCTIONS).optional().describe('`card:withdraw`: which it was'),
        setAside: z
          .boolean()
          .optional()
          .describe('`card:withdraw`: whether the card leaves the coup; else it is scanned again'),
        game: wire.gameNumber
          .optional()
          .describe('`card:withdraw`: the round whose card is meant, as at the desk'),
        seat: wire.cardSeat
          .optional()
          .describe('`card:withdraw`: the seat of the card that is meant, as at the desk'),
        ...forWhat,
      })
      .refine(({ button, cards }) => (cards !== undefined) === (button === 'cards:bring'), {
        path: ['cards'],
      }),
    reply: done,
    refusals: PIT_REFUSALS,
  }),
  'payment:retry': defineCommand({
    summary: 'Pays at once what is owed of a round whose payment has failed.',
    roles: rolesOf('payment:retry'),
    request: z.strictObject({ ...atTable, game: wire.gameNumber, ...forWhat }),
    reply: z.strictObject({
      cause: z.string().nullable().describe('why it has failed again; null when all is paid'),
      players: z
        .array(playerId)
        .describe('whose accounts cannot be credited, where the cause is theirs'),
    }),
    refusals: ['unknown_table', 'table_is_moving', 'nothing_is_owed'],
  }),
  'shoe:change': acting('shoe:change', 'Starts a shoe change, between rounds.', forWhat),
  'spot:close': acting('spot:close', 'Closes a spot at once. Stakes that are on it stand.', {
    spot: wire.spot,
    ...forWhat,
  }),
  'spot:open': acting('spot:open', 'Opens a spot that was closed by hand.', {
    spot: wire.spot,
    ...forWhat,
  }),
  'limits:change': acting('limits:change', 'Other limits, from the next round.', {
    limits: z
      .partialRecord(wire.spot, newLimits)
      .refine((changed) => Object.keys(changed).length > 0)
      .describe('of the spots that change'),
    ...forWhat,
  }),
  'settings:change': acting(
    'settings:change',
    'Changes the settings of the table: from the next round, shoe or cards, as each setting says.',
    {
      settings: settingsChange,
      was: settingsBefore
        .optional()
        .describe(
          'what the change was made of: where it is otherwise by now, nothing changes (`settings_moved_on`); left out: it changes whatever there is',
        ),
      ...forWhat,
    },
  ),
  'closing:call': acting(
    'closing:call',
    'The table stops for good when the round in hand has ended.',
    forWhat,
  ),
  'closing:calloff': acting('closing:calloff', 'The table goes on after all.', forWhat),
  'shoe:left': defineCommand({
    summary:
      'How many cards of each face the shoe still holds, as far as anybody has seen them. The odds of the next coup follow from it.',
    roles: rolesOf('shoe:left'),
    request: z.strictObject(atTable),
    reply: z.strictObject({
      shoe: z.int().positive().nullable().describe('null: there is none'),
      paytable: z.string().describe('by which the next round is paid'),
      unseen: z.int().nonnegative().describe('burned face down: they count as left'),
      left: z
        .array(z.int().nonnegative())
        .length(FACES.length)
        .describe(`of each face, in this order: ${FACES.join(' ')}`),
    }),
    refusals: AT_A_TABLE,
  }),
  'player:list': defineCommand({
    summary:
      'Who sits at a table now: the 500 with the highest stakes, and how many there are in all.',
    roles: rolesOf('player:list'),
    request: z.strictObject(atTable),
    reply: z.strictObject({
      players: z.array(seatedPlayer),
      total: z.int().nonnegative(),
    }),
    refusals: ['unknown_table', 'table_is_moving'],
  }),
  'player:disconnect': defineCommand({
    summary:
      'Closes a player’s connection, and tells the player why. The session goes on. The order is in the staff’s log even where it is refused: a process that answers too late may have carried it out.',
    roles: rolesOf('player:disconnect'),
    request: z.strictObject({ player: playerId, reason: why.describe('is sent to the player') }),
    reply: z.strictObject({}),
    refusals: ['player_not_here'],
  }),
} as const;

export const PIT_COMMANDS = { ...PIT_OWN_COMMANDS, ...CHAT_STAFF_COMMANDS } as const;
export type PitCommands = typeof PIT_COMMANDS;
export type PitCommandName = keyof PitCommands;

export const PIT_MESSAGES = {
  'table:message': { summary: 'An event of a table that is watched.', body: tableMessage },
  'wall:table': {
    summary: 'A table of the wall has changed. At most four a second of each.',
    body: wallTable,
  },
  'incident:changed': {
    summary: 'An incident was opened, taken, noted upon or closed.',
    body: incident,
  },
  'approval:changed': {
    summary: 'A request was made, decided, carried out, or has expired.',
    body: approval,
  },
  ...CHAT_STAFF_MESSAGES,
  ...STAFF_MESSAGES,
} as const;
export type PitMessages = {
  readonly [Name in keyof typeof PIT_MESSAGES]: z.infer<(typeof PIT_MESSAGES)[Name]['body']>;
};
