/** The processes of the studio as the pit reads them, and the order to drain one. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import type { ProcessList, StudioProcess } from '../../src/protocol/processes.js';
import { type Studio, eventually, tablesRunBy } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': QUICK },
  env: { TABLE_LEASE_MS: '60000', REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
/** Tables that are made later. */
const MORE = ['pb-3', 'pb-4', 'pb-5', 'pb-6', 'pb-7', 'pb-8'];
let first: Studio;
let second: Studio;
let manager: string;
/** By what each is: the one that has taken all tables, one that may, and an edge. */
let ids: { readonly busy: string; readonly idle: string; readonly edge: string };

beforeAll(async () => {
  first = await testbed.restart();
  await testbed.isRunBy(first, 'pb-2');
  second = await testbed.start();
  const edge = await testbed.start({ SABOT_ROLES: 'edge' });
  manager = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
  const all = await testbed.passing(
    eventually('all are there', async () => {
      const { processes } = await list(edge);
      return processes.length === 3 && processes;
    }),
  );
  const idOf = (is: (each: StudioProcess) => boolean) => all.find(is)?.id ?? 'nobody';
  ids = {
    busy: idOf(({ tables }) => tables === 2),
    idle: idOf(({ takes, tables }) => takes && tables === 0),
    edge: idOf(({ takes }) => !takes),
  };
});

const ask = (method: string, path: string, body?: object, at = first) =>
  fetch(`${at.url}/pit/processes${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const list = async (at = first): Promise<ProcessList> =>
  (await (await ask('GET', '', undefined, at)).json()) as ProcessList;

const order = async (what: 'drain' | 'undrain', id: string) => {
  const answer = await ask('POST', `/${id}/${what}`, { reason: 'the machine is serviced' });
  return { status: answer.status, body: (await answer.json()) as object };
};
const refused = (status: number, error: string) => ({ status, body: { error } });

it('says of each what it is, and how many tables it runs', async () => {
  const { processes } = await list();
  expect(processes.find(({ id }) => id === ids.busy)).toMatchObject({
    name: expect.stringMatching(/^.+\/\d+$/) as string,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    roles: ['edge', 'table', 'worker'],
    takes: true,
    isDrained: false,
    tables: 2,
  });
  expect(processes.find(({ id }) => id === ids.edge)).toMatchObject({ roles: ['edge'], tables: 0 });
});

describe('a process that is drained', () => {
  it('is refused by name, in this order', async () => {
    expect(await order('drain', randomUUID())).toEqual(refused(404, 'unknown_process'));
    expect(await order('drain', ids.edge)).toEqual(refused(409, 'takes_no_tables'));
    expect(await order('undrain', ids.busy)).toEqual(refused(409, 'not_drained'));
    expect(await order('drain', ids.idle)).toMatchObject({ status: 200 });
    expect(await order('drain', ids.idle)).toEqual(refused(409, 'already_drained'));
    expect(await order('drain', ids.busy)).toEqual(refused(409, 'last_process'));
    expect(await order('undrain', ids.idle)).toMatchObject({ status: 200 });
  });

  it('gives its tables away, and takes none until it is undrained', async () => {
    await testbed.passing(
      eventually('it takes tables again', async () =>
        (await list(second)).processes.every(({ isDrained }) => !isDrained),
      ),
    );
    expect(await order('drain', ids.busy)).toMatchObject({ status: 200 });
    for (const table of ['pb-1', 'pb-2']) await testbed.passing(testbed.isRunBy(second, table));
    expect(await tablesRunBy(first)).toEqual([]);

    // Those that nobody runs yet go past it, too.
    for (const table of MORE) await testbed.setTable(table, QUICK);
    for (const table of MORE) await testbed.passing(testbed.isRunBy(second, table));
    expect(await tablesRunBy(first)).toEqual([]);
    const { rows } = await testbed.pool.query(
      'select distinct epoch::int as epoch from table_leases where table_id = any($1)',
      [MORE],
    );
    expect(rows, 'each was taken once').toEqual([{ epoch: 1 }]);
    const { processes } = await list();
    expect(processes.find(({ id }) => id === ids.busy)).toMatchObject({ isDrained: true });

    expect(await order('undrain', ids.busy)).toMatchObject({ status: 200 });
    expect(await order('drain', ids.idle)).toMatchObject({ status: 200 });
    for (const table of ['pb-1', 'pb-2', ...MORE]) {
      await testbed.passing(testbed.isRunBy(first, table));
    }
  });

  it('is in the log of the staff, which verifies', async () => {
    const { rows } = await testbed.pool.query(
      `select operation, staff_id, reason, after ->> 'process' as process from staff_actions
        where operation like 'processes:%' order by seq`,
    );
    const line = (what: string, process: string) => ({
      operation: `processes:${what}`,
      staff_id: 'Mona',
      reason: 'the machine is serviced',
      process,
    });
    expect(rows).toEqual([
      line('drain', ids.idle),
      line('undrain', ids.idle),
      line('drain', ids.busy),
      line('undrain', ids.busy),
      line('drain', ids.idle),
    ]);
    const verdicts = await asSuperuser(testbed.database, async (client) => {
      await client.query('begin');
      const found = await verifyDatabase(client, { keys: [], witnesses: [] });
      await client.query('rollback');
      return found;
    });
    const faults = verdicts.flatMap((verdict) => verdict.faults.map(({ says }) => says));
    // The kit employs people by itself.
    expect(faults.filter((says) => !says.startsWith('the account'))).toEqual([]);
  });
});
