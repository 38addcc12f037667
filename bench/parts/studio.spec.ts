/** Which tables a process runs, as a bench asks it: those that it follows are not among them. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tablesRunBy } from './studio.js';

/** Of a process that runs one table and follows another, whose phase it therefore knows. */
const PAGES: Readonly<Record<string, unknown>> = {
  '/tables': [
    { table: 'own', phase: 'betting' },
    { table: 'followed', phase: 'dealing' },
  ],
  '/health/tables': { tables: ['own'] },
};

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const page = PAGES[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200).end(JSON.stringify(page ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('a table that is only followed is not run', async () => {
  expect(await tablesRunBy({ operationsUrl: url })).toEqual(['own']);
});

it('a process that does not say what it runs is not taken to run nothing', async () => {
  await expect(tablesRunBy({ operationsUrl: `${url}/elsewhere` })).rejects.toThrow('404');
});
