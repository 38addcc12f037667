/**
 * The dealers' rota: stints in the studio's own zone, nobody on it twice at a time, and who is late
 * or absent.
 */
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlState } from '../../src/platform/transaction.js';
import { StudioTables } from '../../src/pit/floor/studio-tables.js';
import type { Rota, Stint, StintEntry } from '../../src/protocol/rota.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': { ...QUICK, name: 'Salon Rouge' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let mona: string;

/** Neither this machine's zone, nor the database's, nor a browser's in any test. */
const ZONE = 'Asia/Tokyo';
const DAY = '2030-03-10';

beforeAll(async () => {
  studio = await testbed.restart();
  mona = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
  for (const id of ['Dora', 'Dino', 'Dana']) await testbed.employ({ id, role: 'dealer' });
  await testbed.employ({ id: 'Otto', role: 'auditor' });
  await houseDay('06:00');
});

const houseDay = async (beginsAt: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: testbed.database.url, max: 1 });
  try {
    await new StudioTables(pool, 'a test').setDay({ timeZone: ZONE, beginsAt });
  } finally {
    await pool.end();
  }
};

const ask = async <Body = Rota>(method: string, path: string, body?: object, at = studio) => {
  const answer = await fetch(`${at.url}/pit/rota${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${mona}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
};
const entry = (over: Partial<StintEntry> = {}): StintEntry => ({
  ...{ dealer: 'Dora', table: 'pb-1', day: DAY, from: '14:30', to: '15:30', ...over },
});
const enter = (over: Partial<StintEntry> = {}) => ask('POST', '', entry(over));
const cancel = (id: string) => ask('POST', `/${id}/cancel`, { reason: 'she is ill' });
const refused = (status: number, error: string) => ({ status, body: { error } });

const stintsOf = async (day: string): Promise<readonly Stint[]> =>
  (await ask('GET', `?day=${day}`)).body.stints;

describe('a stint', () => {
  it('is entered in the zone of the studio, after midnight too', async () => {
    expect(await enter({ from: '22:00', to: '06:00' })).toMatchObject({ status: 200 });
    const { body } = await enter({ dealer: 'Dino', table: 'pb-2', from: '01:00', to: '05:30' });
    expect(body).toMatchObject({ day: DAY, timeZone: ZONE, beginsAt: '06:00' });
    expect(body.stints).toMatchObject([
      {
        ...{ dealer: 'Dora', dealerName: 'Dora', table: 'pb-1', from: '22:00', to: '06:00' },
        ...{ fromMs: Date.parse('2030-03-10T13:00Z'), toMs: Date.parse('2030-03-10T21:00Z') },
        ...{ state: 'due', enteredBy: 'Mona', day: DAY },
      },
      {
        ...{ dealer: 'Dino', table: 'pb-2', tableName: 'Salon Rouge', from: '01:00', to: '05:30' },
        ...{ fromMs: Date.parse('2030-03-10T16:00Z'), toMs: Date.parse('2030-03-10T20:30Z') },
        day: DAY,
      },
    ]);
    expect(body.dealers.map(({ id }) => id)).toEqual(['Dana', 'Dino', 'Dora', 'Mona']);
    expect(await stintsOf('2030-03-11'), 'the next gaming day').toEqual([]);
  });

  it('crosses the beginning of a gaming day, and is of the day on which it begins', async () => {
    const day = '2030-03-20';
    await houseDay('00:00');
    try {
      const { status, body } = await enter({ day, from: '22:00', to: '06:00' });
      expect({ status, stints: body.stints }).toMatchObject({
        status: 200,
        stints: [
          {
            ...{ from: '22:00', to: '06:00' },
            ...{ fromMs: Date.parse('2030-03-20T13:00Z'), toMs: Date.parse('2030-03-20T21:00Z') },
          },
        ],
      });
      expect(await stintsOf('2030-03-21'), 'the next gaming day').toEqual([]);
      expect(
        await enter({ day, dealer: 'Dino', from: '14:30', to: '02:30' }),
        'twelve hours',
      ).toMatchObject({ status: 200 });
      for (const to of ['14:00', '14:30']) {
        expect(await enter({ day, dealer: 'Dana', to })).toMatchObject(
          refused(409, 'stint_ends_before'),
        );
      }
    } finally {
      await houseDay('06:00');
    }
    const early = { day, dealer: 'Dana', from: '05:00', to: '08:00' };
    expect(await enter(early), 'an hour before the day ends').toMatchObject({ status: 200 });
  });

  it('is in the staff’s log, and so is its end', async () => {
    const { body } = await enter({ day: '2030-04-01' });
    const { id } = body.stints[0]!;
    expect((await cancel(id)).status).toBe(200);
    expect(await stintsOf('2030-04-01')).toEqual([]);
    const { rows } = await testbed.pool.query(
      `select staff_id, operation, table_id, subject, reason, coalesce(before, after) as what
         from staff_actions where coalesce(before, after) ->> 'stint' = $1 order by seq`,
      [id],
    );
    const of = { staff_id: 'Mona', table_id: 'pb-1', subject: 'Dora' };
    const what = { stint: id, day: '2030-04-01', from: '14:30', to: '15:30' };
    expect(rows).toEqual([
      { ...of, operation: 'rota:enter', reason: null, what },
      { ...of, operation: 'rota:cancel', reason: 'she is ill', what },
    ]);
  });

  it.each<[string, number, string, Partial<StintEntry>]>([
    ['of nobody', 404, 'unknown_dealer', { dealer: 'Nobody', table: 'pb-99' }],
    ['of somebody who does not deal', 404, 'unknown_dealer', { dealer: 'Otto' }],
    ['at no table', 404, 'unknown_table', { table: 'pb-99', to: '14:00' }],
    ['that ends before it begins', 409, 'stint_ends_before', { to: '14:00', day: '2020-01-01' }],
    ['of no time', 409, 'stint_ends_before', { to: '14:30' }],
    ['of more than twelve hours', 409, 'stint_too_long', { to: '02:31', day: '2020-01-01' }],
    ['that is over', 409, 'stint_is_over', { day: '2020-01-01' }],
    ['without a time', 400, 'malformed_request', { from: '24:00' }],
    ['on no day', 400, 'malformed_request', { day: '2030-02-30' }],
  ])('%s is refused: %i %s', async (_, status, error, over) => {
    expect(await enter(over)).toMatchObject(refused(status, error));
  });

  it('is cancelled once, and not when it is over', async () => {
    const { body } = await enter({ day: '2030-04-02' });
    const { id } = body.stints[0]!;
    expect((await cancel(id)).status).toBe(200);
    expect(await cancel(id)).toMatchObject(refused(404, 'unknown_stint'));
    expect(await cancel('999999')).toMatchObject(refused(404, 'unknown_stint'));
  });
});

describe('nobody is on the rota twice at a time', () => {
  const day = '2030-05-01';

  it('whatever the table, until the stint is cancelled', async () => {
    const { body } = await enter({ day });
    const { id } = body.stints[0]!;
    for (const over of [{}, { table: 'pb-2' }, { from: '15:29', to: '16:00' }]) {
      expect(await enter({ day, ...over })).toMatchObject(refused(409, 'on_the_rota_then'));
    }
    expect((await enter({ day, from: '15:30', to: '16:00' })).status, 'one after it').toBe(200);
    expect((await enter({ day, dealer: 'Dino' })).status, 'another dealer').toBe(200);
    await cancel(id);
    expect((await enter({ day, table: 'pb-2' })).status, 'after it was cancelled').toBe(200);
  });

  it('although both are entered at once', async () => {
    const at = { day: '2030-05-02', dealer: 'Dana' };
    const both = await Promise.all([enter(at), enter({ ...at, table: 'pb-2' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await stintsOf(at.day)).toHaveLength(1);
  });

  it('nor does the database take it, nor another end of a stint', async () => {
    const write = async (sql: string) => {
      const error: unknown = await testbed.pool.query(sql).then(
        () => undefined,
        (fault: unknown) => fault,
      );
      return sqlState(error);
    };
    const insert = (dealer: string, by: string) =>
      write(`insert into rota_stints (dealer_id, table_id, starts_at, ends_at, entered_by)
             values ('${dealer}', 'pb-2', '2030-05-01 06:00Z', '2030-05-01 07:15Z', '${by}')`);
    expect(await insert('Dino', 'Mona')).toBe('SB100');
    expect(await insert('Otto', 'Mona'), 'no dealer').toBe('23001');
    expect(await insert('Dana', 'Dora'), 'by a dealer').toBe('23001');
    const changes = [
      `update rota_stints set ends_at = ends_at + interval '1 minute'`,
      `update rota_stints set cancelled_by = 'Dora' where cancelled_by is null`,
      `delete from rota_stints`,
    ];
    for (const change of changes) {
      expect(await write(change), change).toMatch(/^(42501|23001)$/);
      await asSuperuser(testbed.database, async (owner) => {
        await expect(owner.query(change), change).rejects.toMatchObject({ code: '23001' });
      });
    }
  });
});

describe('now', () => {
  /** The time of day in the studio in so many minutes. */
  const clockIn = (minutes: number): string =>
    new Date(testbed.clock.nowMs() + minutes * 60_000).toLocaleTimeString('en-GB', {
      ...{ timeZone: ZONE, hour: '2-digit', minute: '2-digit' },
    });
  const states = async (at = studio) => {
    const { stints } = (await ask('GET', '', undefined, at)).body;
    return Object.fromEntries(stints.map((each) => [each.dealer, each.state]));
  };

  beforeEach(async () => {
    // The gaming day began, and ends, hours from now.
    await houseDay(`${clockIn(12 * 60).slice(0, 2)}:00`);
  });

  it('a dealer who is not at the table is late, and then absent', async () => {
    const { day, now } = (await ask('GET', '')).body;
    expect([clockIn(-1), clockIn(0)], 'in the studio’s zone').toContain(now);
    const to = clockIn(22);
    await enter({ day, dealer: 'Dana', from: clockIn(2), to });
    await enter({ day, dealer: 'Dino', table: 'pb-2', from: to, to: clockIn(50) });
    expect(await states()).toEqual({ Dana: 'due', Dino: 'due' });
    await testbed.advance(2 * 60_000);
    expect(await states()).toEqual({ Dana: 'late', Dino: 'due' });
    await testbed.advance(15 * 60_000);
    expect(await states()).toEqual({ Dana: 'absent', Dino: 'due' });

    const dana = await testbed.staff(studio, 'Dana');
    const dino = await testbed.staff(studio, 'Dino');
    expect(await dino.call('rota:own', {})).toMatchObject({
      ok: true,
      stints: [{ table: 'pb-2', tableName: 'Salon Rouge' }],
    });
    await dino.makeReady();
    expect(await states(), 'another deals there').toEqual({ Dana: 'absent', Dino: 'due' });
    expect(await dana.call('table:relieve', { table: 'pb-1' })).toMatchObject({ ok: true });
    expect(await states()).toEqual({ Dana: 'dealing', Dino: 'due' });
    const own = await dana.call('rota:own', {});
    expect(own).toMatchObject({ ok: true, stints: [{ table: 'pb-1', to }] });
    await testbed.advance(6 * 60_000);
    expect(await states()).toEqual({ Dana: 'over', Dino: 'late' });
  });

  it('a process that does not see the table calls nobody late', async () => {
    const worker = await testbed.start({ SABOT_ROLES: 'worker' });
    await testbed.employ({ id: 'Dede', role: 'dealer' });
    const { day } = (await ask('GET', '')).body;
    await enter({ day, dealer: 'Dede', from: clockIn(-1), to: clockIn(40) });
    expect(await states()).toMatchObject({ Dede: 'late' });
    expect(await states(worker)).toMatchObject({ Dede: 'unseen' });
  });

  it('a stint of the day before is of the present, too, as long as it lasts', async () => {
    await testbed.employ({ id: 'Dirk', role: 'dealer' });
    const { day } = (await ask('GET', '')).body;
    await enter({ day, dealer: 'Dirk', from: clockIn(-1), to: clockIn(14) });
    await houseDay(clockIn(0));
    const { day: today } = (await ask('GET', '')).body;
    const isOf = async (of: string) => (await stintsOf(of)).some(({ dealer }) => dealer === 'Dirk');
    expect(await states()).toMatchObject({ Dirk: 'late' });
    expect(await isOf(today), 'asked for by its date').toBe(true);
    const of = { before: daysFrom(today, -1), after: daysFrom(today, 1) };
    const dirk = (await stintsOf(today)).find(({ dealer }) => dealer === 'Dirk');
    expect(dirk, 'and it says which day it is of').toMatchObject({ day: of.before });
    expect([await isOf(of.before), await isOf(of.after)]).toEqual([true, false]);
    await testbed.advance(15 * 60_000);
    expect(await isOf(today), 'when it is over').toBe(false);
    expect(await isOf(of.before)).toBe(true);
  });
});

const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
