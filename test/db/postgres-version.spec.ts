/** A Postgres that lacks what the studio asks of it is refused before anything is done in it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config.js';
import { MIGRATIONS, deploy } from '../../src/migration/deploy.js';
import { takeSchema } from '../../src/platform/schema-version.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) =>
    client.query(`
      create schema earlier;
      create function earlier.current_setting(name text) returns text language sql as $$
        select case name when 'server_version_num' then '150013' when 'server_version' then '15.13'
                         else pg_catalog.current_setting(name) end $$`),
  );
});
afterAll(() => database.drop());

/** By which the server says of itself that it is of version 15. */
const earlier = (): string => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=earlier,pg_catalog,public');
  return url.href;
};

describe('a Postgres before version 16', () => {
  const refused = new ConfigError('Postgres 16 or later is needed, this is 15.13.');

  it('is not migrated', async () => {
    await expect(deploy(earlier())).rejects.toThrow(refused);
  });

  it('has no studio that starts on it', async () => {
    await asSuperuser({ url: earlier() }, async (client) => {
      await expect(takeSchema(client, MIGRATIONS)).rejects.toThrow(refused);
    });
  });

  it('is another than the one of the tests', async () => {
    expect(await deploy(database.url)).toEqual([]);
    await asSuperuser(database, (client) => takeSchema(client, MIGRATIONS));
  });
});
