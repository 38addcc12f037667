/** Whose pages may show the player's page, however often anybody asks for it. */
import express from 'express';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageFrames } from '../../src/operator/page-frames.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { ManualClock } from '../kit/manual-clock.js';
import { asSuperuser } from '../kit/superuser.js';

const clock = new ManualClock();
let database: TestDatabase;
let server: Server;
let asked = 0;

beforeAll(async () => {
  database = await createDatabase();
  const pool = {
    query: (...given: unknown[]) => {
      asked += 1;
      return (database.pool.query as (...all: unknown[]) => unknown)(...given);
    },
  };
  const app = express()
    .use(pageFrames(pool as never, clock))
    .get('/', (_, response) => void response.json(response.locals['frameOrigins'] ?? []));
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await database.drop();
});

const originsOf = async (operator: string): Promise<unknown> => {
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/?operator=${operator}`)).json();
};

const setOrigins = (origins: string): Promise<unknown> =>
  asSuperuser(database, (owner) =>
    owner.query(`update operators set frame_origins = $1 where id = 'house'`, [origins]),
  );

it('a page that is asked for again and again asks the database once a second', async () => {
  await setOrigins('{https://one.example}');
  const names = Array.from({ length: 500 }, (_, index) => (index % 2 ? 'house' : `no-${index}`));
  for (let from = 0; from < names.length; from += 50) {
    const origins = await Promise.all(names.slice(from, from + 50).map(originsOf));
    expect(origins[0]).toEqual([]);
    expect(origins[1]).toEqual(['https://one.example']);
  }
  expect(asked).toBe(1);

  await setOrigins('{https://two.example}');
  await clock.advance(1_000);
  expect(await originsOf('house')).toEqual(['https://two.example']);
  expect(asked).toBe(2);
});
