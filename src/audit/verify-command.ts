/** The program behind `npm run verify`: prints the verdict, and exits with 1 when a row is bad. */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ConfigError, readDatabase } from '../config.js';
import { connectionOptions } from '../platform/database.js';
import { isWhole, makeVerdict } from './verdict.js';
import {
  BadExport,
  type Trust,
  exportLogs,
  readKey,
  readWitnesses,
  verifyDatabase,
  verifyFile,
} from './verify-logs.js';

const HELP = `npm run verify                      walks every log in the database, and names the first bad row
npm run verify -- --file FILE       does so from an export, without a database
npm run verify -- --export FILE     writes an export: keys, anchors and logs as JSON lines
  --key KEY        a public key to trust, as base64, PEM or a file of it; as often as there were keys.
                   Without it the keys are those that the logs name, as whoever rewrote them may have chosen.
  --witness FILE   an earlier export, or the studio's log, kept elsewhere: its anchors must be there still`;

class Usage extends Error {}

const readArgs = () => {
  const options = {
    file: { type: 'string' },
    export: { type: 'string' },
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

/** In one snapshot, without stopping the studio; the logs of years take longer to read than any answer that a player waits for. */
const withDatabase = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const options = { ...connectionOptions(readDatabase(process.env)), query_timeout: 0 };
  const client = new pg.Client(options);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work(client);
  } finally {
    await client.end();
  }
};

const run = async (): Promise<boolean> => {
  const args = readArgs();
  if (args.help) {
    console.log(HELP);
    return true;
  }
  const { export: target, file } = args;
  if (target !== undefined) {
    await withDatabase((client) => exportLogs(client, target));
    console.log(`The logs are written to ${target}.`);
    return true;
  }
  const trust: Trust = {
    keys: args.key.map((text) => {
      const key = readKey(text);
      if (key === undefined) throw new Usage(`--key ${text}: is no Ed25519 public key`);
      return key;
    }),
    witnesses: args.witness === undefined ? [] : await readWitnesses(args.witness),
  };
  const verdicts =
    file === undefined
      ? await withDatabase((client) => verifyDatabase(client, trust))
      : await verifyFile(file, trust);
  console.log(makeVerdict(verdicts));
  if (trust.keys.length === 0) {
    console.error('No --key was given: the keys are those that the logs themselves name.');
  }
  return isWhole(verdicts);
};

const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'path' in error;

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof Usage ||
    error instanceof BadExport ||
    isFileError(error);
  console.error(isExpected ? (error as Error).message : error);
  process.exit(1);
}
