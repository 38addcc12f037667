/**
 * The program behind `npm run period`: seals gaming days, writes and proves their files, and takes
 * out of the database what these hold.
 */
import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type AnchorKey, keyId, parseAnchorKey, parsePublicKey } from '../audit/anchor-key.js';
import { readKey } from '../audit/verify-logs.js';
import { readDatabase, readKeptDays } from '../config.js';
import { orderFault, withUsage } from '../platform/call-fault.js';
import { consoleFault } from '../platform/console-fault.js';
import { connectionOptions } from '../platform/database.js';
import { loginBeyond } from '../platform/login-rights.js';
import { isInOrder, makeReport } from '../reconcile/reconcile.js';
import { NotSealed, closePeriod } from './close-period.js';
import { NotDetached, detachPeriod, readOlderThan } from './detach-period.js';
import { exportPeriod } from './export-period.js';
import { BadPeriod } from './files.js';
import { type Archive, readArchives, readSeals, writeExport } from './period-rows.js';
import { verifyPeriod } from './verify-period.js';

const USAGE = `Sealed periods of whole gaming days, from the console.

  npm run period -- list
  npm run period -- seal --until 2026-11-21     everything up to the end of that gaming day
  npm run period -- export --period N --to DIR  its rows as files, with a signed manifest
  npm run period -- verify DIR [--key KEY]      proves them, without a database
  npm run period -- detach N --files DIR        proves them, and takes what it moved out of the database
  npm run period -- detach --older-than DAYS --files DIR
                                                the same for each that ended so long ago: DIR/period-1, DIR/period-2, …

Only the owner of the tables seals, exports and detaches: DATABASE_URL=$DATABASE_OWNER_URL npm run period -- …
SABOT_ANCHOR_KEY signs. Without --key, verify trusts its public half, or the keys that the manifest names.
detach takes the same --key. Nothing is detached for PERIOD_KEPT_DAYS (92) after its end.
verify exits with 0 where all is whole, with 1 where it is not, with 2 where it is whole by its own keys only.`;

const NOT_THE_OWNER =
  'Only the owner of the tables does that: DATABASE_URL=$DATABASE_OWNER_URL npm run period -- …';

const ORDERS = ['list', 'seal', 'export', 'verify', 'detach'];

class Refused extends Error {}

const ownKey = (): AnchorKey | undefined => {
  const text = process.env['SABOT_ANCHOR_KEY'] ?? '';
  if (text === '') return undefined;
  const key = parseAnchorKey(text);
  if (key === undefined) throw new Refused('SABOT_ANCHOR_KEY: is not an Ed25519 private key');
  return key;
};

const signingKey = (): AnchorKey => {
  const key = ownKey();
  if (key === undefined) throw new Refused('SABOT_ANCHOR_KEY: is needed, as the studio has it.');
  return key;
};

const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const database = { ...readDatabase(process.env), role: '' };
  const client = new pg.Client(connectionOptions(database, 'console'));
  client.on('error', () => undefined); // whatever is asked next fails by it
  await client.connect();
  try {
    if ((await loginBeyond(client)) === undefined) throw new Refused(NOT_THE_OWNER);
    return await work(client);
  } finally {
    await client.end();
  }
};

const list = (): Promise<string> =>
  asOwner(async (client) => {
    const seals = await readSeals(client);
    if (seals.length === 0) return 'No period is sealed.';
    const archives = new Map((await readArchives(client)).map((each) => [each.period, each]));
    return seals
      .map(({ number, untilDay, sealedAt }) => {
        const said = `${number}  until ${untilDay}  sealed ${sealedAt}`;
        return [said, archiveText(archives.get(number))].flat().join('  ');
      })
      .join('\n');
  });

const archiveText = (archive: Archive | undefined): readonly string[] => {
  if (archive === undefined) return [];
  const { by, begunAt, doneAt, manifest } = archive;
  const when = doneAt === null ? `being archived since ${begunAt}` : `archived ${doneAt}`;
  return [`${when} by ${by}`, `manifest ${manifest}`];
};

const seal = async (untilDay: string): Promise<string> => {
  const key = signingKey();
  const { number, totals } = await asOwner((client) => closePeriod(client, untilDay, key));
  return `Period ${number}, until the end of ${untilDay}, is sealed.\n${totals}\nNext, write it to files: npm run period -- export --period ${number} --to DIR`;
};

const write = async (number: bigint, folder: string): Promise<string> => {
  const key = signingKey();
  const digest = await asOwner(async (client) => {
    const made = await exportPeriod(client, number, folder, key);
    await writeExport(client, number, made);
    return made;
  });
  return `Period ${number} is written to ${folder}. The digest of its manifest:\n${digest}\nKeep it elsewhere. Copy the folder, and prove the copy: npm run period -- verify DIR`;
};

/** Those that were given, or the studio's own. */
const trustedKeys = (given: readonly string[]): readonly KeyObject[] => {
  if (given.length > 0) {
    return given.map((text) => {
      const key = readKey(text);
      if (typeof key === 'string') throw new Refused(`--key ${key}`);
      return key;
    });
  }
  return [parsePublicKey(ownKey()?.publicKey ?? '')].filter((key) => key !== undefined);
};

interface Orders {
  /** The period. Undefined: all that ended `olderThan` days ago. */
  readonly number: bigint | undefined;
  readonly olderThan: number;
  readonly files: string;
  readonly keys: readonly string[];
}

const detach = async ({ number, olderThan, files, keys }: Orders): Promise<void> => {
  const keptDays = readKeptDays(process.env);
  const trusted = trustedKeys(keys);
  if (trusted.length === 0) throw new Refused('SABOT_ANCHOR_KEY, or --key, is needed.');
  if (number === undefined && olderThan < keptDays) {
    throw new Refused(`--older-than ${olderThan}: PERIOD_KEPT_DAYS keeps ${keptDays} days`);
  }
  await asOwner(async (client) => {
    const due = number === undefined ? await readOlderThan(client, olderThan) : [number];
    if (due.length === 0) console.log('No period is so old.');
    for (const each of due) {
      const folder = number === undefined ? path.join(files, `period-${each}`) : files;
      const taken = await detachPeriod(client, { number: each, folder, trusted, keptDays });
      console.log(`Period ${each} is archived: ${taken} postings were taken out.`);
    }
  });
};

const prove = async (folder: string, given: readonly string[]): Promise<0 | 1 | 2> => {
  const keys = trustedKeys(given);
  const { number, untilDay, digest, proofs } = await verifyPeriod(folder, keys);
  console.log(`Period ${number}, until the end of ${untilDay}, manifest ${digest}\n`);
  console.log(makeReport(proofs));
  if (!isInOrder(proofs)) return 1;
  if (keys.length > 0) {
    console.log(`\nSigned by the trusted key: ${keys.map(keyId).join(', ')}.`);
    return 0;
  }
  console.log('\nWhole by its own keys only: no --key was given and SABOT_ANCHOR_KEY is not set.');
  return 2;
};

const run = async (): Promise<number> => {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ until: text, period: text, to: text, files: text, 'older-than': text },
      key: { type: 'string', multiple: true, default: [] as string[] },
      help: { type: 'boolean', default: false },
    },
  });
  const [what, folder] = positionals;
  const { until = '', period = '', to, files, 'older-than': olderThan = '' } = values;
  if (values.help || what === undefined) console.log(USAGE);
  else if (what === 'list') console.log(await list());
  else if (what === 'seal' && isDay(until)) console.log(await seal(until));
  else if (what === 'export' && isCount(period) && to !== undefined) {
    console.log(await write(BigInt(period), to));
  } else if (what === 'detach' && files !== undefined && isCount(folder ?? olderThan)) {
    if (folder !== undefined && olderThan !== '') {
      throw new Refused(withUsage(USAGE, 'detach: a period N or --older-than, not both'));
    }
    const number = folder === undefined ? undefined : BigInt(folder);
    await detach({ number, olderThan: Number(olderThan), files, keys: values.key });
  } else if (what === 'verify' && folder !== undefined) return prove(folder, values.key);
  else {
    const fault = valueFault(what, { until, period, folder, olderThan });
    throw new Refused(withUsage(USAGE, fault ?? orderFault(what, ORDERS)));
  }
  return 0;
};

interface Values {
  readonly until: string;
  readonly period: string;
  readonly folder: string | undefined;
  readonly olderThan: string;
}

/** Of what was given, and is of no use. Undefined: something is missing. */
const valueFault = (
  what: string,
  { until, period, folder = '', olderThan }: Values,
): string | undefined => {
  const isWrong = (order: string, text: string, isRight: (text: string) => boolean): boolean =>
    what === order && text !== '' && !isRight(text);
  if (isWrong('seal', until, isDay)) return `--until ${until}: is not a day, such as 2026-11-21`;
  if (isWrong('export', period, isCount)) return `--period ${period}: is not a period’s number`;
  if (isWrong('detach', folder, isCount)) return `detach ${folder}: is not a period’s number`;
  if (isWrong('detach', olderThan, isCount)) {
    return `--older-than ${olderThan}: is not a number of days`;
  }
  return undefined;
};

const isCount = (text: string): boolean => /^\d{1,18}$/.test(text);

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00Z`).getUTCDate() === Number(text.slice(8));

try {
  process.exitCode = await run();
} catch (error) {
  console.error(consoleFault(error, [Refused, NotSealed, NotDetached, BadPeriod]));
  process.exit(1);
}
