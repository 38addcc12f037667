/** The sockets as AsyncAPI 3, made from the schemas of `src/protocol`. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Command } from '../protocol/command.js';
import { DEALER_COMMANDS, DEALER_MESSAGES } from '../protocol/dealer.js';
import { PIT_COMMANDS, PIT_MESSAGES } from '../protocol/pit.js';
import { PLAYER_COMMANDS, PLAYER_MESSAGES } from '../protocol/player.js';
import { COMMON_REFUSALS } from '../protocol/refusals.js';
import { SOLO_COMMANDS, SOLO_MESSAGES } from '../protocol/solo.js';
import * as wire from '../protocol/wire.js';
import type { Messages } from './document.js';

interface Namespace {
  readonly about: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly messages: Messages;
}

const NAMESPACES: Readonly<Record<string, Namespace>> = {
  player: { about: 'Players.', commands: PLAYER_COMMANDS, messages: PLAYER_MESSAGES },
  solo: {
    about: 'Players, for their solo games: a second namespace on the line of `/player`.',
    commands: SOLO_COMMANDS,
    messages: SOLO_MESSAGES,
  },
  dealer: {
    about: 'The dealer’s desk, and a scanner or an encoder of a table.',
    commands: DEALER_COMMANDS,
    messages: DEALER_MESSAGES,
  },
  pit: {
    about: 'The shift manager, and those who check.',
    commands: PIT_COMMANDS,
    messages: PIT_MESSAGES,
  },
};

type Json = Readonly<Record<string, unknown>>;

const ABOUT = `Players, dealers and the pit talk to the studio over socket.io 4, in JSON. Each
channel is a namespace of socket.io, and the name of a message is that of its event. The studio
receives commands, and answers each in its acknowledgement. What goes with them in whole sentences,
such as the order of messages and when to ask again, is in the protocol’s own page.`;

/** What is read of a JSON Schema here. */
interface Forms {
  readonly properties?: Json;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Json[];
  readonly anyOf?: readonly Json[];
}

const shapeOf = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Json => {
  const shape = Object.entries(z.toJSONSchema(schema, { target: 'draft-7', io }));
  return Object.fromEntries(shape.filter(([name]) => name !== '$schema'));
};

/** A document of AsyncAPI 3.0. */
export const socketDescription = (version: string): Json => {
  const named = new NamedSchemas();
  const each = Object.entries(NAMESPACES);
  const channels = Object.fromEntries(each.map(([name, its]) => [name, channel(name, its)]));
  const operations = each.flatMap(([name, its]) => operationsOf(name, its));
  const messages = each.flatMap(([name, its]) => messagesOf(name, its, named));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Sabot', version, description: ABOUT, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    servers: {
      studio: {
        host: 'studio.example',
        protocol: 'wss',
        description: 'socket.io 4. The token is `token` of the connection’s `auth`.',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels,
    operations: Object.fromEntries(operations),
    components: {
      messages: Object.fromEntries(messages),
      schemas: named.schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
};

/** The keys of the document have no colons. */
const keyOf = (...names: readonly string[]): string => names.join('.').replaceAll(':', '.');
const replyKey = (namespace: string, command: string): string => keyOf(namespace, command, 'reply');

const channel = (name: string, { about, commands, messages }: Namespace): Json => {
  const keys = [
    ...Object.keys(commands).flatMap((command) => [keyOf(name, command), replyKey(name, command)]),
    ...Object.keys(messages).map((message) => keyOf(name, message)),
  ];
  return {
    address: `/${name}`,
    description: about,
    messages: Object.fromEntries(
      keys.map((key) => [key, { $ref: `#/components/messages/${key}` }]),
    ),
  };
};

const inChannel = (name: string, key: string): Json => ({
  $ref: `#/channels/${name}/messages/${key}`,
});

const operationsOf = (
  name: string,
  { commands, messages }: Namespace,
): readonly (readonly [string, Json])[] => [
  ...Object.entries(commands).map(([command, { summary, roles }]) => {
    const operation = {
      action: 'receive',
      channel: { $ref: `#/channels/${name}` },
      summary,
      messages: [inChannel(name, keyOf(name, command))],
      reply: {
        channel: { $ref: `#/channels/${name}` },
        messages: [inChannel(name, replyKey(name, command))],
      },
      'x-roles': roles,
    };
    return [keyOf(name, command), operation] as const;
  }),
  ...Object.entries(messages).map(([message, { summary }]) => {
    const operation = {
      action: 'send',
      channel: { $ref: `#/channels/${name}` },
      summary,
      messages: [inChannel(name, keyOf(name, message))],
    };
    return [keyOf(name, message), operation] as const;
  }),
];

const messagesOf = (
  namespace: string,
  { commands, messages }: Namespace,
  named: NamedSchemas,
): readonly (readonly [string, Json])[] => [
  ...Object.entries(commands).flatMap(([name, { summary, request, reply, refusals }]) => [
    [keyOf(namespace, name), { name, summary, payload: named.of(request, 'input') }] as const,
    [
      replyKey(namespace, name),
      {
        name,
        summary: `The acknowledgement of \`${name}\`.`,
        payload: { anyOf: [named.within(accepted(shapeOf(reply))), refused(refusals)] },
      },
    ] as const,
  ]),
  ...Object.entries(messages).map(
    ([name, { summary, body }]) =>
      [keyOf(namespace, name), { name, summary, payload: named.of(body) }] as const,
  ),
];

/** `ok` stands among the fields of the reply, in each form that it has. */
const accepted = ({ title: _, ...reply }: Json): Json => {
  const { properties, required, oneOf, anyOf } = reply as Forms;
  const forms = oneOf ?? anyOf;
  if (forms !== undefined) return { anyOf: forms.map(accepted) };
  return {
    ...reply,
    properties: { ok: { const: true }, ...properties },
    required: ['ok', ...(required ?? [])],
  };
};

const refused = (own: readonly string[]): Json => ({
  type: 'object',
  properties: {
    ok: { const: false },
    refusal: { enum: [...new Set([...own, ...COMMON_REFUSALS])] },
    at: { type: 'string', description: 'where the message is malformed' },
  },
  required: ['ok', 'refusal'],
  additionalProperties: false,
});

/** The schemas that have a title, each of them once. */
class NamedSchemas {
  readonly #byKey = new Map<string, Json>();

  constructor() {
    for (const value of Object.values(wire)) this.of(value);
  }

  get schemas(): Json {
    return Object.fromEntries(this.#byKey);
  }

  of(schema: z.ZodType, io: 'input' | 'output' = 'output'): unknown {
    return this.within(shapeOf(schema, io));
  }

  /** With a reference in place of every part that has a title. */
  within(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((each) => this.within(each));
    if (typeof part !== 'object' || part === null) return part;
    const parts = Object.entries(part).map(([name, value]) => [name, this.within(value)] as const);
    const shape: Json = Object.fromEntries(parts);
    const { title } = shape;
    return typeof title === 'string' ? this.#reference(title, shape) : shape;
  }

  /** A field may be described more closely than the value that it is. */
  #reference(title: string, shape: Json): Json {
    const key = title.replaceAll(/[^\w]+/g, '-');
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, shape);
    const $ref = `#/components/schemas/${key}`;
    if (known === undefined || isDeepStrictEqual(known, shape)) return { $ref };
    const { description } = shape;
    const isOnlyDescribed = isDeepStrictEqual({ ...known, description }, { ...shape, description });
    return isOnlyDescribed ? { allOf: [{ $ref }], description } : shape;
  }
}
