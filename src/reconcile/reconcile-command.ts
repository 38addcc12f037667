/**
 * The program behind `npm run reconcile`: prints the report, and exits with 1 when anything is off.
 */
import pg from 'pg';
import { ConfigError, readDatabase } from '../config.js';
import { connectionOptions } from '../platform/database.js';
import { isInOrder, makeReport, reconcile } from './reconcile.js';

try {
  // The books of years take longer to read than any answer that a player waits for.
  const client = new pg.Client(connectionOptions(readDatabase(process.env), 'console'));
  await client.connect();
  const proofs = await reconcile(client);
  await client.end();
  console.log(makeReport(proofs));
  process.exitCode = isInOrder(proofs) ? 0 : 1;
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
