/**
 * The program behind `npm run reconcile`: prints the report, and exits with 1 when anything is off.
 * With `--operator ID` it compares our journal with the list of that operator's wallet.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  ConfigError,
  findOperatorsKeys,
  readDatabase,
  readOperatorsKeys,
  readStudioKey,
} from '../config.js';
import { consoleFault } from '../platform/console-fault.js';
import { connectionOptions, createPool } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { claimStatement } from '../wallet/statement-rows.js';
import { WalletCalls } from '../wallet/wallet-calls.service.js';
import { compareStatement } from '../wallet/wallet-statements.js';
import { isInOrder, makeReport, reconcile } from './reconcile.js';

const USAGE = `npm run reconcile                     proves the books: every balance, every payout, every chain of a log
npm run reconcile -- --operator ID    compares the list of that operator's wallet with our journal; with
                                      SABOT_STUDIO_KEY, SABOT_OPERATORS_KEY and SABOT_JWT_KEY, as the studio has them
The first only reads. The second keeps what it reads of the list, and opens and closes cases, as the studio does.
Exits with 0 where all is right, and with 1 where it is not or could not be read.`;

/** Says it, and is true where the operator's list and our journal are the same. */
const compare = async (operator: string): Promise<boolean> => {
  const pool = createPool(readDatabase(process.env), 'console', 2);
  const clock = { nowMs: () => Date.now() };
  const calls = new WalletCalls(
    { studioKey: readStudioKey(process.env), operatorsKeys: readOperatorsKeys(process.env) },
    pool,
    clock,
    new Metrics(),
  );
  try {
    const to = await claimStatement(pool, operator);
    if (to === undefined) throw new ConfigError(`${operator} is no operator with a wallet.`);
    const compared = await compareStatement(pool, calls, to, true);
    if (typeof compared === 'string') {
      throw new ConfigError(`The list of ${operator} cannot be read: ${compared}.`);
    }
    const { looked, differences } = compared;
    for (const { movementId, kind, detail } of differences) {
      console.log(`  ${kind.padEnd(16)} ${movementId}  ${detail}`.trimEnd());
    }
    console.log(
      `${looked.toLocaleString('en')} movements of ${operator} compared, ${differences.length.toLocaleString('en')} differ.`,
    );
    return differences.length === 0;
  } finally {
    await calls.beforeApplicationShutdown();
    await pool.end();
  }
};

/** The proofs of the books. */
const prove = async (): Promise<boolean> => {
  // The books of years take longer to read than any answer that a player waits for.
  const client = new pg.Client(connectionOptions(readDatabase(process.env), 'console'));
  client.on('error', () => undefined); // whatever is asked next fails by it
  await client.connect();
  const proofs = await reconcile(client, { operatorsKeys: findOperatorsKeys(process.env) });
  await client.end();
  console.log(makeReport(proofs));
  return isInOrder(proofs);
};

try {
  const { operator, help } = parseArgs({
    options: { operator: { type: 'string' }, help: { type: 'boolean', default: false } },
  }).values;
  if (help) console.log(USAGE);
  else if (!(operator === undefined ? await prove() : await compare(operator))) {
    process.exitCode = 1;
  }
} catch (error) {
  console.error(consoleFault(error));
  process.exit(1);
}
