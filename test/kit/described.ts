/**
 * What goes over a line, held to the description of the sockets that others read, and to the
 * schemas that it is made of. The description is closed: a field that it does not name is a fault.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import type { z } from 'zod';
import { socketDescription } from '../../src/documentation/socket-description.js';
import { VERSION } from '../../src/version.js';
import type { Command } from '../../src/protocol/command.js';
import { DEALER_COMMANDS, DEALER_MESSAGES } from '../../src/protocol/dealer.js';
import { PIT_COMMANDS, PIT_MESSAGES } from '../../src/protocol/pit.js';
import { PLAYER_COMMANDS, PLAYER_MESSAGES } from '../../src/protocol/player.js';
import { COMMON_REFUSALS, CONNECT_REFUSALS } from '../../src/protocol/refusals.js';
import { SOLO_COMMANDS, SOLO_MESSAGES } from '../../src/protocol/solo.js';

interface Namespace {
  readonly commands: Readonly<Record<string, Command>>;
  readonly messages: Readonly<Record<string, { readonly body: z.ZodType }>>;
}

const NAMESPACES: Readonly<Record<string, Namespace>> = {
  '/player': { commands: PLAYER_COMMANDS, messages: PLAYER_MESSAGES },
  '/solo': { commands: SOLO_COMMANDS, messages: SOLO_MESSAGES },
  '/dealer': { commands: DEALER_COMMANDS, messages: DEALER_MESSAGES },
  '/pit': { commands: PIT_COMMANDS, messages: PIT_MESSAGES },
};

let description: Ajv | undefined;

/** Made when the first message comes, and each of its parts when the first of that name does. */
const payloadOf = (...names: readonly string[]): ValidateFunction | undefined => {
  // As everybody else reads it. A check that is made sooner counts for more here than a fast one.
  const soon = { code: { optimize: false }, inlineRefs: false };
  description ??= new Ajv({ strict: false, validateFormats: false, ...soon }).addSchema(
    JSON.parse(JSON.stringify(socketDescription(VERSION))) as object,
    'sockets',
    false,
    false,
  );
  const key = names.join('.').replaceAll(':', '.');
  return description.getSchema(`sockets#/components/messages/${key}/payload`);
};

const own = <Value>(all: Readonly<Record<string, Value>> = {}, name: string): Value | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

const mismatch = (
  validate: ValidateFunction | undefined,
  schema: z.ZodType | undefined,
  body: unknown,
  inSchema: unknown = body,
): string | undefined => {
  if (validate === undefined) return 'is not described';
  if (!validate(body)) return `is not as described: ${JSON.stringify(validate.errors?.slice(-3))}`;
  return schema?.safeParse(inSchema).error?.message;
};

/** What is wrong with a message that nobody asked for. */
const faultOfMessage = (namespace: string, name: string, body: unknown): string | undefined => {
  const message = own(NAMESPACES[namespace]?.messages, name);
  if (message === undefined) return 'is not described';
  return mismatch(payloadOf(namespace.slice(1), name), message.body, body);
};

/** What is wrong with the answer to a command, or to what is none. */
export const faultOfReply = (
  namespace: string,
  name: string,
  reply: unknown,
): string | undefined => {
  const command = own(NAMESPACES[namespace]?.commands, name);
  const { ok, ...rest } = reply as { readonly ok?: unknown; readonly refusal?: unknown };
  if (command !== undefined) {
    const accepted = ok === true ? command.reply : undefined;
    return mismatch(payloadOf(namespace.slice(1), name, 'reply'), accepted, reply, rest);
  }
  const isRefused = ok === false && (COMMON_REFUSALS as readonly unknown[]).includes(rest.refusal);
  return isRefused ? undefined : 'is no refusal of what is no command';
};

/** What is used of engine.io’s side of a connection. */
export interface Line {
  on(
    event: 'packet' | 'packetCreate',
    listener: (packet: { readonly type: string; readonly data?: unknown }) => void,
  ): unknown;
}

/** A packet of socket.io in a namespace. One with bytes in it says how often, as `51-`. */
const PACKET = /^([234]|[56]\d+-)(\/[^,]*),(\d*)(.*)$/s;
const partsOf = (data: unknown): readonly string[] =>
  typeof data === 'string' ? (PACKET.exec(data) ?? []) : [];
const [EVENT, ACK, CONNECT_ERROR, WITH_BYTES] = ['2', '3', '4', '5'];

/** The same message goes to many, and is looked at once. */
const seen = new Set<string>();
const SEEN_MAX = 1_000;

/** Notes whatever the studio says on the line that its description does not say. */
export const holdToDescription = (line: Line, note: (fault: string) => void): void => {
  const asked = new Map<string, string>();
  line.on('packetCreate', ({ data }) => {
    const [, kind, namespace, id, text] = partsOf(data);
    if (kind === undefined || id === '') return;
    if (kind !== EVENT && !kind.startsWith(WITH_BYTES)) return;
    asked.set(`${namespace} ${id}`, String((JSON.parse(text!) as unknown[])[0]));
  });
  line.on('packet', ({ data }) => {
    const [whole = '', kind, namespace = '', id, text = ''] = partsOf(data);
    if (kind === undefined || seen.has(whole)) return;
    const name = kind === ACK ? asked.get(`${namespace} ${id}`) : undefined;
    if (kind === ACK) asked.delete(`${namespace} ${id}`);
    const fault = faultOf(kind, namespace, name, JSON.parse(text));
    if (fault !== undefined) note(`${namespace} ${name ?? ''} ${text.slice(0, 500)} ${fault}`);
    else if (kind === EVENT) remember(whole);
  });
};

const faultOf = (
  kind: string,
  namespace: string,
  asked: string | undefined,
  said: unknown,
): string | undefined => {
  if (kind === CONNECT_ERROR) return faultOfRefusal(said);
  if (kind !== EVENT && kind !== ACK) return 'has bytes in it';
  if (!Array.isArray(said)) return 'is no list';
  const [first, body, ...more] = said as readonly unknown[];
  if (kind === ACK) {
    if (asked === undefined || said.length !== 1) return 'answers nothing that was asked';
    return faultOfReply(namespace, asked, first);
  }
  if (more.length > 0) return 'says more than one thing';
  return faultOfMessage(namespace, String(first), body);
};

const faultOfRefusal = (said: unknown): string | undefined => {
  const { message, ...more } = said as { readonly message?: unknown };
  const isListed = (CONNECT_REFUSALS as readonly unknown[]).includes(message);
  return isListed && Object.keys(more).length === 0 ? undefined : 'is no refusal of a connection';
};

const remember = (text: string): void => {
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.add(text);
};
