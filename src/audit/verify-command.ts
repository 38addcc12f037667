/**
 * The program behind `npm run verify`: prints the verdict on the logs and the books, and exits with
 * 1 when anything is off.
 */
import type { KeyObject } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findOperatorsKeys, readAnchorEveryMs, readDatabase } from '../config.js';
import { weakenings } from '../migration/weakenings.js';
import { consoleFault } from '../platform/console-fault.js';
import { isInOrder, makeReport, proveBooks } from '../reconcile/reconcile.js';
import { connectionOptions } from '../platform/database.js';
import { studioLoginsBeyond } from '../platform/login-rights.js';
import { keyId, parseAnchorKey, parsePublicKey } from './anchor-key.js';
import { readDemoKeys } from './anchor-rows.js';
import { hasLostAnchors, isAnchored, isWhole, lateLogs, makeLogReport } from './log-report.js';
import {
  BadExport,
  type Trust,
  exportBets,
  exportLogs,
  readKey,
  readWitnesses,
  verifyDatabase,
  verifyFile,
} from './verify-logs.js';
import type { LogVerdict } from './verify.js';

const HELP = `npm run verify                      walks every log in the database, names the first bad row, and proves the books
npm run verify -- --file FILE       does so from an export, without a database
npm run verify -- --export FILE     writes an export: keys, anchors and logs as JSON lines
npm run verify -- --bets FILE       writes every bet command as JSON lines: what the digests in the logs are made of
  --key KEY        a public key to trust, as base64, PEM or a file of it; as often as there were keys.
                   Without it the public half of SABOT_ANCHOR_KEY; where that is not set, the keys are those
                   that the logs name, as whoever rewrote them may have chosen.
  --witness FILE   an earlier export, or the studio's log, kept elsewhere: its anchors must be there still
Exits with 0 where all is whole, with 1 where it is not or could not be read, with 2 where it is whole by its own keys only
or no anchor is there, or none was set for long, with 3 where it is whole, and a restore of the database lost anchors that the witness holds`;

/** What an export does not hold. */
const LEFT_OUT =
  'Not looked at: an export holds the logs alone. Rounds, shoes, snapshots, approvals, corrections, incidents, accounts and the books are looked at in the database.';

class Usage extends Error {}

const readArgs = () => {
  const options = {
    file: { type: 'string' },
    export: { type: 'string' },
    bets: { type: 'string' },
    key: { type: 'string', multiple: true, default: [] as string[] },
    witness: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
};

/** In one snapshot. */
const AS_IT_WAS = 'begin isolation level repeatable read read only';
/** Postgres says what its objects are now. It does not say it of those that were there before. */
const AS_IT_IS = 'begin read only';

/**
 * Without stopping the studio. The logs of years take longer to read than any answer that a player
 * waits for.
 */
const withDatabase = async <T>(
  work: (client: pg.Client) => Promise<T>,
  begin = AS_IT_WAS,
): Promise<T> => {
  const client = new pg.Client(connectionOptions(readDatabase(process.env), 'console'));
  client.on('error', () => undefined); // whatever is asked next fails by it
  await client.connect();
  try {
    await client.query(begin);
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Those that were given. Otherwise the studio's own, where its key is there. */
const readKeys = (given: readonly string[]): readonly KeyObject[] => {
  if (given.length > 0) {
    return given.map((text) => {
      const key = readKey(text);
      if (typeof key === 'string') throw new Usage(`--key ${key}`);
      return key;
    });
  }
  const own = process.env['SABOT_ANCHOR_KEY'];
  if (own === undefined || own === '') return [];
  const key = parsePublicKey(parseAnchorKey(own)?.publicKey ?? '');
  if (key === undefined) throw new Usage('SABOT_ANCHOR_KEY: is not an Ed25519 private key');
  return [key];
};

const run = async (): Promise<ExitCode> => {
  const args = readArgs();
  if (args.help) {
    console.log(HELP);
    return 0;
  }
  const { export: target, bets, file } = args;
  if (file !== undefined && (target !== undefined || bets !== undefined)) {
    throw new Usage('--file: an export is only read. --export and --bets write of the database.');
  }
  if (target !== undefined || bets !== undefined) {
    // Both of the same moment.
    await withDatabase(async (client) => {
      if (target !== undefined) await exportLogs(client, target);
      if (bets !== undefined) await exportBets(client, bets);
    });
    if (target !== undefined) console.log(`The logs are written to ${target}.`);
    if (bets !== undefined) console.log(`The bets are written to ${bets}.`);
    return 0;
  }
  const keys = readKeys(args.key);
  const witnesses = args.witness === undefined ? [] : await readWitnesses(args.witness);
  const trust: Trust = { keys, witnesses };
  const found =
    file === undefined
      ? await withDatabase((client) => lookAtDatabase(client, trust))
      : await lookAtFile(file, trust);
  if (!found.holds) {
    console.log('\nNOT whole: see above.');
    return 1;
  }
  if (keys.length === 0 || !found.isAnchored) {
    console.log(`\n${keys.length === 0 ? BY_ITS_OWN : BY_NO_ANCHOR}`);
    return 2;
  }
  if (found.late.length > 0) {
    console.log(`\n${notToTheEnd(found.late)}`);
    if (found.hasLost) console.log(`\n${AFTER_A_RESTORE}`);
    return 2;
  }
  console.log(`\nWhole, and signed by the trusted key: ${keys.map(keyId).join(', ')}.`);
  if (!found.hasLost) return 0;
  console.log(`\n${AFTER_A_RESTORE}`);
  return 3;
};

type ExitCode = 0 | 1 | 2 | 3;

interface Found {
  readonly holds: boolean;
  readonly hasLost: boolean;
  readonly isAnchored: boolean;
  readonly late: ReturnType<typeof lateLogs>;
}

const AFTER_A_RESTORE =
  'A restore lost what some anchors of the witness vouch for. Whoever can write to the database could say so of a restore that never was: ask the operator for the record of it.';

const BY_ITS_OWN =
  'Whole by its own keys only: no --key was given and SABOT_ANCHOR_KEY is not set, so whoever can write to the database could have signed all of it anew.';

const BY_NO_ANCHOR =
  'Whole by its hashes only: no anchor is there, so nothing of it is signed, and whoever can write to the database could have made all of it anew.';

const notToTheEnd = (late: Found['late']): string => {
  const logs = late.map(({ log, sinceMs }) => `${log} since ${new Date(sinceMs).toISOString()}`);
  return `Whole, and not signed to its end: anchors were due and are not there, of ${logs.join(', ')}. Whoever can write to the database could have made these events anew (docs/operations.md#anchorslate).`;
};

const lookAtDatabase = async (client: pg.Client, trust: Trust): Promise<Found> => {
  const verdicts = await verifyDatabase(client, trust);
  console.log(makeLogReport(verdicts));
  for (const [id, anchors] of await readDemoKeys(client)) {
    console.log(`The key ${id} is a demo’s, and proves nothing to others: ${anchors} anchors.`);
  }
  for (const login of await studioLoginsBeyond(client)) {
    console.log(`A studio signs in as ${login}, who may change what it likes: docs/operations.md.`);
  }
  const weaker = await withDatabase((now) => weakenings(now), AS_IT_IS);
  for (const sentence of weaker) console.log(sentence);
  const operatorsKeys = findOperatorsKeys(process.env);
  const proofs = await proveBooks(client, { anchorKeys: trust.keys, operatorsKeys });
  console.log(`\n${makeReport(proofs)}`);
  return foundIn(verdicts, isInOrder(proofs));
};

const lookAtFile = async (file: string, trust: Trust): Promise<Found> => {
  const verdicts = await verifyFile(file, trust);
  console.log(`${makeLogReport(verdicts)}\n${LEFT_OUT}`);
  return foundIn(verdicts);
};

const foundIn = (verdicts: readonly LogVerdict[], areBooksInOrder = true): Found => ({
  holds: isWhole(verdicts) && areBooksInOrder,
  hasLost: hasLostAnchors(verdicts),
  isAnchored: isAnchored(verdicts),
  late: lateLogs(verdicts, readAnchorEveryMs(process.env), Date.now()),
});

try {
  process.exitCode = await run();
} catch (error) {
  console.error(consoleFault(error, [Usage, BadExport]));
  process.exit(1);
}
