/**
 * The page docs/protocol.md: the whole protocol for an operator's engineer, written from the
 * schemas themselves.
 */
import { z } from 'zod';
import { EVENTS, type EventKind } from '../round/event.js';
import type { Command } from '../protocol/command.js';
import { DEALER_COMMANDS, DEALER_MESSAGES } from '../protocol/dealer.js';
import {
  type SchemaShape,
  anchor,
  code,
  fieldTable,
  formText,
  shapeOf,
  table,
  typeText,
} from './field-table.js';
import {
  type AnyRefusal,
  MALFUNCTION_MEANINGS,
  PHASE_MEANINGS,
  REFUSAL_MEANINGS,
} from './meanings.js';
import { approval, preview } from '../protocol/approval.js';
import { evidence, incident } from '../protocol/incident.js';
import { goodRoad, lobbyCard } from '../protocol/lobby.js';
import { OPERATIONS, type OperationName, STAFF_ROLES, mayDo } from '../protocol/operations.js';
import { PIT_COMMANDS, PIT_MESSAGES } from '../protocol/pit.js';
import { PLAYER_COMMANDS, PLAYER_MESSAGES, betReply, seat } from '../protocol/player.js';
import {
  SOLO_COMMANDS,
  SOLO_MESSAGES,
  dealtHands,
  playedReply,
  soloRules,
} from '../protocol/solo.js';
import { blackjackEvent, puntoEBancoEvent, setteEMezzoEvent } from '../protocol/solo-events.js';
import { blackjackView, puntoEBancoView, setteEMezzoView } from '../protocol/solo-view.js';
import {
  CONNECTING,
  CONVERSATION,
  INTRODUCTION,
  NOTATIONS,
  ORDER,
  RETRIES,
  SOLO,
  STAFF,
} from './prose.js';
import {
  BET_REFUSALS,
  CHAT_REFUSALS,
  COMMON_REFUSALS,
  CONNECT_REFUSALS,
  DESK_REFUSALS,
  FIND_REFUSALS,
  PIT_OWN_REFUSALS,
  PIT_REFUSALS,
  SESSION_REFUSALS,
  TABLE_REFUSALS,
  TIP_REFUSALS,
} from '../protocol/refusals.js';
import { HAND_REFUSALS } from '../protocol/hand-refusals.js';
import {
  TABLE_MESSAGE_BODIES,
  deskSnapshot,
  limits,
  result,
  tableMessage,
  tableMessageHeader,
  tableSettings,
  furtherCurrency,
  tableSnapshot,
} from '../protocol/table.js';
import { exposure, seatedPlayer, wallTable } from '../protocol/wall.js';
import * as wire from '../protocol/wire.js';

const byTitle = (a: SchemaShape, b: SchemaShape): number =>
  (a.title ?? '') < (b.title ?? '') ? -1 : 1;

const VALUES: readonly SchemaShape[] = Object.values(wire).map(shapeOf).sort(byTitle);

const OBJECTS: readonly SchemaShape[] = [
  seat,
  betReply,
  tableSnapshot,
  deskSnapshot,
  tableSettings,
  furtherCurrency,
  limits,
  result,
  lobbyCard,
  goodRoad,
  wallTable,
  seatedPlayer,
  exposure,
  incident,
  evidence,
  approval,
  preview,
  playedReply,
  soloRules,
  ...dealtHands,
  puntoEBancoEvent,
  setteEMezzoEvent,
  blackjackEvent,
  puntoEBancoView,
  setteEMezzoView,
  blackjackView,
].map(shapeOf);

const GLOSSARY = new Map(
  [...VALUES, ...OBJECTS, shapeOf(tableMessage)].map(({ title, description }) => [
    title,
    description,
  ]),
);

const OF_A_TABLE: ReadonlySet<string> = new Set(TABLE_REFUSALS);

/** Refusals that several commands share, so that a command need not list them all. */
const SHARED: readonly (readonly [title: string, refusals: readonly AnyRefusal[]])[] = [
  ['Refusals of a connection', CONNECT_REFUSALS],
  ['Refusals of any command', COMMON_REFUSALS],
  ['Refusals of a table', TABLE_REFUSALS],
  ['Refusals of a bet', BET_REFUSALS.filter((refusal) => !OF_A_TABLE.has(refusal))],
  ['Refusals of a question', FIND_REFUSALS],
  ['Refusals of the desk', DESK_REFUSALS.filter((refusal) => !OF_A_TABLE.has(refusal))],
  ['Refusals of the pit', PIT_OWN_REFUSALS],
  ['Refusals of a session', SESSION_REFUSALS],
  ['Refusals of a tip', TIP_REFUSALS],
  ['Refusals of a hand', HAND_REFUSALS],
  ['Refusals of the chat', CHAT_REFUSALS],
];

export const protocolPage = (): string =>
  [
    INTRODUCTION,
    CONNECTING,
    CONVERSATION,
    ORDER,
    RETRIES,
    '## Players: `/player`',
    ...commands(PLAYER_COMMANDS),
    ...messages(PLAYER_MESSAGES),
    SOLO,
    ...commands(SOLO_COMMANDS),
    ...messages(SOLO_MESSAGES),
    '## Dealers and the pit: `/dealer`',
    ...commands(DEALER_COMMANDS, (name) =>
      name in PLAYER_COMMANDS ? `${name} of the staff` : name,
    ),
    ...messages(DEALER_MESSAGES),
    '## The pit: `/pit`',
    ...commands(PIT_COMMANDS, (name) =>
      name in PLAYER_COMMANDS || name in DEALER_COMMANDS ? `${name} of the pit` : name,
    ),
    ...messages(PIT_MESSAGES),
    ...tableMessages(),
    STAFF,
    operationTable(),
    '## Objects',
    ...OBJECTS.flatMap(object),
    '## Values',
    ...VALUES.flatMap(value),
    NOTATIONS,
    '## Phases of a table',
    table(
      ['phase', 'meaning'],
      Object.entries(PHASE_MEANINGS).map(([phase, meaning]) => [code(phase), meaning]),
    ),
    '## Malfunctions',
    table(
      ['malfunction', 'meaning'],
      Object.entries(MALFUNCTION_MEANINGS).map(([malfunction, meaning]) => [
        code(malfunction),
        meaning,
      ]),
    ),
    '## Refusals',
    ...SHARED.flatMap(([title, refusals]) => [`### ${title}`, refusalTable(refusals)]),
  ].join('\n\n') + '\n';

const fields = (schema: z.ZodType): string => fieldTable(shapeOf(schema), GLOSSARY);

/**
 * A command that the other namespace has too gets another heading, so that each can be linked to.
 */
const commands = (
  all: Readonly<Record<string, Command>>,
  heading = (name: string): string => name,
): readonly string[] => [
  table(
    ['command', 'what it does'],
    Object.entries(all).map(([name, { summary }]) => [link(name, heading(name)), summary]),
  ),
  ...Object.entries(all).flatMap(([name, command]) => [
    `### ${heading(name)}`,
    command.summary,
    `Roles: ${command.roles.map(code).join(', ')}.`,
    '**Request**',
    fields(command.request),
    '**Reply**',
    reply(command.reply),
    `**Refusals:** ${refusalLinks(command.refusals)}`,
  ]),
];

const reply = (schema: z.ZodType): string => {
  const shape = shapeOf(schema);
  return shape.title === undefined ? fieldTable(shape, GLOSSARY) : `A ${typeText(shape)}.`;
};

const refusalLinks = (refusals: readonly string[]): string => {
  const anyCommand = refusalsOf('any command');
  if (refusals === BET_REFUSALS) {
    return `those of ${refusalsOf('a bet')}, ${refusalsOf('a table')} and ${anyCommand}.`;
  }
  if (refusals === HAND_REFUSALS) {
    return `those of ${refusalsOf('a hand')} and ${anyCommand}.`;
  }
  if (refusals === DESK_REFUSALS) {
    return `those of ${refusalsOf('the desk')}, ${refusalsOf('a table')} and ${anyCommand}.`;
  }
  if (refusals === PIT_REFUSALS) {
    return `those of ${refusalsOf('the pit')}, ${refusalsOf('the desk')}, ${refusalsOf('a table')} and ${anyCommand}.`;
  }
  const own = refusals.map(code).join(', ');
  return own === '' ? `those of ${anyCommand}.` : `${own}, and those of ${anyCommand}.`;
};

const refusalsOf = (whose: string): string => `[${whose}](#${anchor(`Refusals of ${whose}`)})`;

export type Messages = Readonly<
  Record<string, { readonly summary: string; readonly body: z.ZodType }>
>;

const messages = (all: Messages): readonly string[] =>
  Object.entries(all).flatMap(([name, { summary, body }]) => [
    `### Message \`${name}\``,
    summary,
    body === tableMessage ? 'See [table messages](#table-messages).' : fields(body),
  ]);

const tableMessages = (): readonly string[] => [
  '## Table messages',
  'Each has, besides the fields of its kind, these:',
  fields(z.strictObject({ kind: z.string().describe('what happened'), ...tableMessageHeader })),
  ...Object.entries(TABLE_MESSAGE_BODIES).flatMap(([kind, body]) => {
    const { description } = shapeOf(body);
    const audience = description === undefined ? '' : ` _${sentence(description)}_`;
    return [`### ${kind}`, EVENTS[kind as EventKind].means + audience, fields(body)];
  }),
];

/** A row for each operation: where it is asked for, and a mark for each role that may. */
const operationTable = (): string =>
  table(
    ['operation', 'where', ...STAFF_ROLES.map((role) => role.replace('_', ' '))],
    Object.entries(OPERATIONS).map(([name, { ways }]) => [
      code(name),
      ways.map(code).join('<br>'),
      ...STAFF_ROLES.map((role) => (mayDo(role, name as OperationName) ? 'yes' : '·')),
    ]),
  );

const object = (shape: SchemaShape): readonly string[] => [
  `### ${shape.title}`,
  sentence(shape.description ?? ''),
  fieldTable(shape, GLOSSARY),
];

/** A heading for each value, so that fields can link to it. */
const value = (shape: SchemaShape): readonly string[] => [
  `### ${shape.title}`,
  `${sentence(shape.description ?? '')} ${sentence(form(shape))}`,
];

const form = (shape: SchemaShape): string => {
  const isPatternShown = shape.pattern !== undefined && shape.format !== 'uuid';
  return isPatternShown ? `Pattern: \`${shape.pattern}\`` : `In JSON: ${formText(shape)}`;
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const refusalTable = (refusals: readonly AnyRefusal[]): string =>
  table(
    ['refusal', 'meaning'],
    refusals.map((refusal) => [code(refusal), REFUSAL_MEANINGS[refusal]]),
  );

const link = (name: string, heading: string): string => `[\`${name}\`](#${anchor(heading)})`;
