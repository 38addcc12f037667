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
import { connectionOptions, createPool } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { claimStatement } from '../wallet/statement-rows.js';
import { WalletCalls } from '../wallet/wallet-calls.service.js';
import { compareStatement } from '../wallet/wallet-statements.js';
import { isInOrder, makeReport, reconcile } from './reconcile.js';

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
  await client.connect();
  const proofs = await reconcile(client, findOperatorsKeys(process.env));
  await client.end();
  console.log(makeReport(proofs));
  return isInOrder(proofs);
};

try {
  const { operator } = parseArgs({ options: { operator: { type: 'string' } } }).values;
  const isRight = operator === undefined ? await prove() : await compare(operator);
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
