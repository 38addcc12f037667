/**
 * The program behind `npm run operator`: who may send players and money, by which keys, and a
 * request to try them with.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDatabase, readOperatorsKeys } from '../config.js';
import { optionFaults, orderFault, withUsage } from '../platform/call-fault.js';
import { consoleFault } from '../platform/console-fault.js';
import { createPool, onConnection } from '../platform/database.js';
import { loginBeyond } from '../platform/login-rights.js';
import { ALGORITHMS } from '../protocol/algorithms.js';
import {
  type WebhookSettings,
  algorithm,
  frameOrigins,
  operatorOpening,
  webhookSettings,
} from '../protocol/operator.js';
import { operatorAlteration } from '../protocol/operator-changes.js';
import { type OperatorPolicy, operatorPolicy } from '../protocol/operator-policy.js';
import { BadKeyFile, signingKeyOf } from './key-file.js';
import { signatureHeaders } from './message-signature.js';
import type { OperatorRow } from './operator-rows.js';
import { Operators } from './operators.js';

const USAGE = `The operators whose players play here, from the console.

  npm run operator -- list
  npm run operator -- add --id ID --name NAME --currencies EUR,CHF [--tables pb-1,pb-2]
                            [--origins https://acme.example]
                            [--mode session|seamless --callback https://wallet.example/sabot]
  npm run operator -- key --id ID [--public-key FILE]   a key of Ed25519, as PEM; without a file a pair
                                                        is made, and its private half shown this once
  npm run operator -- key --id ID --algorithm hmac-sha256   two secrets that both share, shown this once;
                                                        with SABOT_OPERATORS_KEY or SABOT_JWT_KEY,
                                                        as the studio has them
  npm run operator -- revoke --id ID --kid KID
  npm run operator -- on|off --id ID
  npm run operator -- alter --id ID [--name NAME] [--currencies EUR,CHF] [--tables pb-1,pb-2|all]
                            [--callback https://wallet.example/sabot] [--origins https://acme.example]
  npm run operator -- policy --id ID --set stakesWithinMs=4000,…   how long its wallet is waited for, in ms,
                                                        and whether it takes tips (true or false):
                                                        ${Object.keys(operatorPolicy.shape).join(', ')}
  npm run operator -- frames --id ID --origins https://acme.example,…   whose pages may frame the player’s
                                                        page; without --origins none
  npm run operator -- webhook --id ID [--url https://acme.example/sabot] [--feeds movements,results,lobby]
                            [--turn on|off]   feeds that the studio pushes; what is left out stays as it was
  npm run operator -- erase --id ID --player REF   what was written of the person: names, chat, reasons
  npm run operator -- call --kid KID --key FILE URL [JSON]   sends a signed request, as the operator would;
                                                        the key is PEM, or the operator’s secret;
                                                        ends with 1 where the answer is not 2xx

Only the owner of the tables changes operators: DATABASE_URL=$DATABASE_OWNER_URL npm run operator -- …
--reason TEXT is kept with what is done.`;

const NOT_THE_OWNER =
  'Only the owner of the tables changes operators: DATABASE_URL=$DATABASE_OWNER_URL npm run operator -- …';

const text = { type: 'string' } as const;
const OPTIONS = {
  ...{
    id: text,
    name: text,
    mode: text,
    currencies: text,
    tables: text,
    reason: text,
    callback: text,
    player: text,
    origins: text,
    url: text,
    feeds: text,
    turn: text,
    set: text,
    algorithm: text,
  },
  ...{ kid: text, key: text, 'public-key': text },
  help: { type: 'boolean' },
} as const;

const ORDERS = [
  ...['list', 'add', 'key', 'revoke', 'on', 'off', 'frames', 'alter', 'policy', 'webhook'],
  ...['erase', 'call'],
];

class Refused extends Error {}

type Named = { readonly [Name in Exclude<keyof typeof OPTIONS, 'help'>]?: string | undefined };

const run = async (what: string | undefined, named: Named): Promise<string> => {
  const database = readDatabase(process.env);
  const isOwner = await onConnection({ ...database, role: '' }, loginBeyond);
  if (isOwner === undefined && what !== 'list') throw new Refused(NOT_THE_OWNER);
  const pool = createPool({ ...database, role: '' }, 'studio', 1);
  try {
    const operators = new Operators(pool, named.reason ?? 'from the console', () =>
      readOperatorsKeys(process.env),
    );
    return await answer(operators, what, named);
  } finally {
    await pool.end();
  }
};

const answer = async (
  operators: Operators,
  what: string | undefined,
  { id, kid, ...named }: Named,
): Promise<string> => {
  if (what === 'list') return (await operators.list()).map(printed).join('\n');
  if (what === 'add') return printed(done(await operators.add(openingOf({ id, ...named }))));
  if (id === undefined) throw new Refused(withUsage(USAGE, orderFault(what, ORDERS)));
  if (what === 'key' && named.algorithm === 'hmac-sha256') {
    if (named['public-key'] !== undefined) done('not_an_ed25519_key');
    const made = done(await operators.addSecret(id));
    return [
      `kid: ${made.kid}`,
      `secret of the operator: ${made.operator}`,
      `secret of the studio: ${made.studio}`,
    ].join('\n');
  }
  if (what === 'key') {
    if (!algorithm.safeParse(named.algorithm ?? 'ed25519').success) done('unknown_algorithm');
    return key(operators, id, named['public-key']);
  }
  if (what === 'on' || what === 'off') return printed(done(await operators.turn(id, what)));
  if (what === 'frames') {
    return printed(done(await operators.alter(id, { frameOrigins: [...originsOf(named)] })));
  }
  if (what === 'alter') return printed(done(await operators.alter(id, alterationOf(named))));
  if (what === 'policy' && named.set !== undefined) {
    return printed(done(await operators.alter(id, { policy: policyOf(named.set) })));
  }
  if (what === 'webhook') return printed(done(await operators.webhook(id, webhookOf(named))));
  if (what === 'erase' && named.player !== undefined) {
    const { left, names, mentions } = done(await operators.erase(id, named.player));
    return [
      left === 0 ? 'erased' : `erased, but for ${left} reasons of before they had digests`,
      ...(mentions instanceof Error
        ? [
            `where the staff still name her was not found out: ${mentions.message}; look for: ${names.join(', ')}`,
          ]
        : mentions.map((each) => `her name is still in: ${each.in} ${each.number}`)),
    ].join('\n');
  }
  if (what !== 'revoke' || kid === undefined) {
    throw new Refused(withUsage(USAGE, orderFault(what, ORDERS)));
  }
  return `revoked: ${done(await operators.revoke(id, kid)).kid}`;
};

const originsOf = ({ origins }: Named): readonly string[] => {
  const parsed = frameOrigins.safeParse(origins?.split(',') ?? []);
  if (!parsed.success) throw new Refused(withUsage(USAGE, optionFaults(parsed.error)));
  return parsed.data;
};

const alterationOf = ({ name, currencies, tables, callback, origins }: Named) => {
  const alteration = operatorAlteration.safeParse({
    ...(name !== undefined && { name }),
    ...(currencies !== undefined && { currencies: currencies.split(',') }),
    ...(tables !== undefined && { tables: tables === 'all' ? null : tables.split(',') }),
    ...(callback !== undefined && { callbackUrl: callback }),
    ...(origins !== undefined && { frameOrigins: origins.split(',') }),
  });
  if (!alteration.success) throw new Refused(withUsage(USAGE, optionFaults(alteration.error)));
  return alteration.data;
};

/** `stakesWithinMs=4000,takesTips=true` */
const policyOf = (set: string): Partial<OperatorPolicy> => {
  const given = set.split(',').map((each) => {
    const [name = '', value] = each.split('=');
    return [name, policyValueOf(value)] as const;
  });
  const policy = operatorPolicy.partial().safeParse(Object.fromEntries(given));
  if (!policy.success) throw new Refused(withUsage(USAGE, optionFaults(policy.error)));
  return policy.data as Partial<OperatorPolicy>;
};

/** A time or a yes; what is neither is for the schema to refuse. */
const policyValueOf = (value: string | undefined): string | number | boolean | undefined => {
  if (value === undefined || value === '') return value;
  return value === 'true' || value === 'false' ? value === 'true' : Number(value);
};

const webhookOf = ({ url, feeds, turn }: Named): Partial<WebhookSettings> => {
  const parsed = webhookSettings.partial().safeParse({
    ...(url !== undefined && { url }),
    ...(feeds !== undefined && { feeds: feeds.split(',') }),
    ...(turn !== undefined && { isOn: TURNS.get(turn) ?? turn }),
  });
  if (!parsed.success) throw new Refused(withUsage(USAGE, optionFaults(parsed.error)));
  const { url: to, feeds: of, isOn } = parsed.data;
  return {
    ...(to !== undefined && { url: to }),
    ...(of !== undefined && { feeds: of }),
    ...(isOn !== undefined && { isOn }),
  };
};

const TURNS = new Map([
  ['on', true],
  ['off', false],
]);

const openingOf = ({ id, name, mode, currencies, tables, callback, origins }: Named) => {
  const opening = operatorOpening.safeParse({
    ...{ id, name, currencies: currencies?.split(',') },
    ...(mode !== undefined && { mode }),
    ...(tables !== undefined && { tables: tables.split(',') }),
    ...(callback !== undefined && { callbackUrl: callback }),
    ...(origins !== undefined && { frameOrigins: origins.split(',') }),
  });
  if (!opening.success) throw new Refused(withUsage(USAGE, optionFaults(opening.error)));
  return opening.data;
};

const key = async (operators: Operators, id: string, file: string | undefined): Promise<string> => {
  const pem = file === undefined ? undefined : readFileSync(file, 'utf8');
  const { kid, privateKey } = done(await operators.addKey(id, pem));
  return [`kid: ${kid}`, ...(privateKey === undefined ? [] : [privateKey.trim()])].join('\n');
};

/** Refusals whose name does not say what to do about them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [
    'not_an_ed25519_key',
    'not_an_ed25519_key: --public-key is one of Ed25519 as PEM, and --algorithm hmac-sha256 has none.',
  ],
  [
    'unknown_currency',
    'unknown_currency: one of --currencies is none of ISO 4217 that is in use, nor BTC, ETH, LTC or `XXX`.',
  ],
  ['unknown_table', 'unknown_table: one of --tables is not there (npm run table -- list).'],
  ['unknown_algorithm', `unknown_algorithm: ${ALGORITHMS.join(', ')}`],
  [
    'tries_outlast_stakes',
    'tries_outlast_stakes: tryWithinMs would be longer than stakesWithinMs. Set both.',
  ],
]);

const done = <Done>(reply: Done | string): Done => {
  if (typeof reply === 'string') throw new Refused(WORDS.get(reply) ?? reply);
  return reply;
};

const printed = (operator: OperatorRow): string => {
  const { id, name, mode, currencies, tables, isOff, keys, webhook, behindSinceMs, policy } =
    operator;
  return [
    `id: ${id}  name: ${name}  mode: ${mode}  ${isOff ? 'off' : 'on'}`,
    `currencies: ${currencies.join(',')}  tables: ${tables?.join(',') ?? 'all'}`,
    ...(mode === 'transfer'
      ? []
      : [
          `policy: ${Object.entries(policy)
            .map((each) => each.join('='))
            .join(',')}`,
        ]),
    ...keys.map(
      (each) =>
        `key: ${each.kid}  ${each.algorithm}  since: ${isoOf(each.sinceMs)}${each.isRevoked ? '  revoked' : ''}`,
    ),
    ...(webhook === null
      ? []
      : [
          `webhook: ${webhook.url}  feeds: ${webhook.feeds.join(',')}  ${webhook.isOn ? 'on' : 'off'}`,
          ...(behindSinceMs === null ? [] : [`behind since: ${isoOf(behindSinceMs)}`]),
        ]),
  ].join('  ');
};

const isoOf = (ms: number | string): string => new Date(Number(ms)).toISOString();

/** With a body it is a POST. Says the answer, and whether it is a refusal. */
const call = async (
  url: string | undefined,
  body: string | undefined,
  named: Named,
): Promise<{ readonly said: string; readonly isRefusal: boolean }> => {
  if (url === undefined || named.kid === undefined || named.key === undefined) {
    throw new Refused(withUsage(USAGE, orderFault('call', ORDERS)));
  }
  if (!URL.canParse(url)) throw new Refused(withUsage(USAGE, `${url}: is not a URL`));
  const { host, pathname, search } = new URL(url);
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    ...signatureHeaders(
      { method, target: `${pathname}${search}`, headers: { host } },
      body === undefined ? undefined : Buffer.from(body),
      {
        kid: named.kid,
        key: signingKeyOf(named.key),
        createdS: Math.floor(Date.now() / 1000),
        nonce: randomUUID(),
      },
    ),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) }).catch(
    (error: unknown) => {
      throw new Refused(`${url} does not answer: ${String((error as Error).cause ?? error)}`);
    },
  );
  return { said: `${response.status} ${await response.text()}`, isRefusal: !response.ok };
};

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [what, url, body] = positionals;
  if (values.help === true || what === undefined) console.log(USAGE);
  else if (what === 'call') {
    const { said, isRefusal } = await call(url, body, values);
    console.log(said);
    if (isRefusal) process.exitCode = 1;
  } else console.log(await run(what, values));
} catch (error) {
  console.error(consoleFault(error, [Refused, BadKeyFile]));
  process.exit(1);
}
