/** Postgres: one pool for the hot statements and for Prisma, in the application's role. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Config } from '../config.js';
import { PrismaClient } from '../generated/prisma/client.js';

export const POOL = Symbol('Pool');
export const PRISMA = Symbol('Prisma');

/** How a connection to `database` is opened; every one takes on the application's role. */
export const connectionOptions = ({ url, role }: Config['database']): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'sabot',
  ...(role === '' ? {} : { options: `-c role=${role}` }),
});

export const createPool = (database: Config['database']): pg.Pool => {
  const pool = new pg.Pool({ ...connectionOptions(database), max: database.poolSize });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
};

export const createPrisma = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool) });
