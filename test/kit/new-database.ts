/**
 * A database on the server of another one, as an operator has it: that of a test file has a clock
 * which the test moves, and staff who wait for nothing.
 */
import { randomUUID } from 'node:crypto';
import { deploy } from '../../src/migration/deploy.js';
import type { TestDatabase } from './database.js';
import { asSuperuser } from './superuser.js';

export type NewDatabase = Pick<TestDatabase, 'url' | 'drop'>;

export const createEmptyDatabase = async (
  beside: Pick<TestDatabase, 'url'>,
): Promise<NewDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(beside, (client) => client.query(`create database ${name}`));
  const url = new URL(beside.url);
  url.pathname = `/${name}`;
  const drop = () =>
    asSuperuser(beside, async (client) => {
      await client.query(`drop database ${name} with (force)`);
    });
  return { url: url.href, drop };
};

export const createNewDatabase = async (
  beside: Pick<TestDatabase, 'url'>,
): Promise<NewDatabase> => {
  const made = await createEmptyDatabase(beside);
  await deploy(made.url);
  return made;
};
