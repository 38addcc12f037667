/**
 * The program behind `npm run operator`: who may send players and money, by which keys, and a
 * request to try them with.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, readDatabase } from '../config.js';
import { createPool, onConnection } from '../platform/database.js';
import { loginBeyond } from '../platform/login-rights.js';
import { operatorOpening } from '../protocol/operator.js';
import { signatureHeaders } from './message-signature.js';
import type { OperatorRow } from './operator-rows.js';
import { Operators } from './operators.js';

const USAGE = `The operators whose players play here, from the console.

  npm run operator -- list
  npm run operator -- add --id ID --name NAME --currencies EUR,CHF [--tables pb-1,pb-2]
                            [--mode session --callback https://wallet.example/sabot]
  npm run operator -- key --id ID [--public-key FILE]   a key of Ed25519, as PEM; without a file a pair
                                                        is made, and its private half shown this once
  npm run operator -- revoke --id ID --kid KID
  npm run operator -- on|off --id ID
  npm run operator -- call --kid KID --key FILE URL [JSON]   sends a signed request, as the operator would

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
  },
  ...{ kid: text, key: text, 'public-key': text },
};

class Refused extends Error {}

type Named = { readonly [Name in keyof typeof OPTIONS]?: string | undefined };

const run = async (what: string | undefined, named: Named): Promise<string> => {
  const database = readDatabase(process.env);
  const isOwner = await onConnection({ ...database, role: '' }, loginBeyond);
  if (isOwner === undefined && what !== 'list') throw new Refused(NOT_THE_OWNER);
  const pool = createPool({ ...database, role: '' }, 'studio', 1);
  try {
    const operators = new Operators(pool, named.reason ?? 'from the console');
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
  if (id === undefined) throw new Refused(USAGE);
  if (what === 'key') return key(operators, id, named['public-key']);
  if (what === 'on' || what === 'off') return printed(done(await operators.turn(id, what)));
  if (what !== 'revoke' || kid === undefined) throw new Refused(USAGE);
  return `revoked: ${done(await operators.revoke(id, kid)).kid}`;
};

const openingOf = ({ id, name, mode, currencies, tables, callback }: Named) => {
  const opening = operatorOpening.safeParse({
    ...{ id, name, currencies: currencies?.split(',') },
    ...(mode !== undefined && { mode }),
    ...(tables !== undefined && { tables: tables.split(',') }),
    ...(callback !== undefined && { callbackUrl: callback }),
  });
  if (!opening.success) throw new Refused(`${z.prettifyError(opening.error)}\n\n${USAGE}`);
  return opening.data;
};

const key = async (operators: Operators, id: string, file: string | undefined): Promise<string> => {
  if (file !== undefined) {
    return `kid: ${done(await operators.addKey(id, readFileSync(file, 'utf8'))).kid}`;
  }
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });
  const { kid } = done(await operators.addKey(id, pair.publicKey));
  return `kid: ${kid}\n${pair.privateKey.trim()}`;
};

const done = <Done>(reply: Done | string): Done => {
  if (typeof reply === 'string') throw new Refused(reply);
  return reply;
};

const printed = ({ id, name, mode, currencies, tables, isOff, keys }: OperatorRow): string =>
  [
    `id: ${id}  name: ${name}  mode: ${mode}  ${isOff ? 'off' : 'on'}`,
    `currencies: ${currencies.join(',')}  tables: ${tables?.join(',') ?? 'all'}`,
    ...keys.map(
      (each) =>
        `key: ${each.kid}  since: ${new Date(each.sinceMs).toISOString()}${each.isRevoked ? '  revoked' : ''}`,
    ),
  ].join('  ');

/** With a body it is a POST. */
const call = async (url: string, body: string | undefined, named: Named): Promise<string> => {
  if (named.kid === undefined || named.key === undefined) throw new Refused(USAGE);
  const { host, pathname, search } = new URL(url);
  const method = body === undefined ? 'GET' : 'POST';
  const headers = {
    ...signatureHeaders(
      { method, target: `${pathname}${search}`, headers: { host } },
      body === undefined ? undefined : Buffer.from(body),
      {
        kid: named.kid,
        key: createPrivateKey(readFileSync(named.key)),
        createdS: Math.floor(Date.now() / 1000),
        nonce: randomUUID(),
      },
    ),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return `${response.status} ${await response.text()}`;
};

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [what, url, body] = positionals;
  if (process.argv.includes('--help') || what === undefined) console.log(USAGE);
  else if (what === 'call' && url !== undefined) console.log(await call(url, body, values));
  else console.log(await run(what, values));
} catch (error) {
  const isTheirs = error instanceof ConfigError || error instanceof Refused || isUsage(error);
  console.error(isTheirs ? (error as Error).message : error);
  process.exit(1);
}

function isUsage(error: unknown): boolean {
  return (
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  );
}
