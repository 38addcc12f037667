/**
 * The demo of a table with a further currency: it takes francs where its own currency is the euro,
 * and a part of the robots there holds them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FurtherCurrency } from '../../src/round/currencies.js';
import { Crowd } from '../../src/simulator/crowd.js';
import { LineReport } from '../../src/simulator/line-report.js';
import { Schedule } from '../../src/simulator/schedule.js';
import { RobotTally } from '../../src/simulator/tally.js';
import { type Studio, eventually } from '../kit/studio.js';
import { SLOW, useTestbed } from '../kit/testbed.js';

const DEMO = { SABOT_DEMO: '1', DEMO_TABLES: '1', DEMO_FURTHER: '1' };
/** So many come in, and every third of a table is in francs, from the second on. */
const PLAYERS = 5;

const testbed = useTestbed({ tables: { 'pb-1': SLOW }, env: DEMO });
const swiss = useTestbed({ tables: { 'pb-1': { ...SLOW, currency: 'CHF' } }, env: DEMO });
const schedule = new Schedule(testbed.clock);
const leaving = new AbortController();
let studio: Studio;
let crowd: Crowd | undefined;

beforeAll(async () => {
  studio = await testbed.start();
  await swiss.start();
  await testbed.isRunBy(studio);
});
afterAll(() => {
  leaving.abort();
  schedule.stop();
  crowd?.leave();
});

it.each([
  ['of euros takes francs besides', testbed, { CHF: '1.06' }],
  ['of francs takes nothing besides', swiss, {}],
])('a table %s', async (_, bed, rates) => {
  const { rows } = await bed.pool.query<{ further: Record<string, FurtherCurrency> | null }>(
    `select settings->'further' as further from tables where id = 'pb-1'`,
  );
  const further = Object.entries(rows[0]!.further ?? {});
  expect(Object.fromEntries(further.map(([currency, { rate }]) => [currency, rate]))).toEqual(
    rates,
  );
});

it('robots of a table with two currencies bet in either', async () => {
  const dora = await testbed.staff(studio, 'Dora');
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const tally = new RobotTally();
  const context = { url: studio.url, schedule, note, signal: leaving.signal };
  const report = new LineReport(() => undefined, tally);
  crowd = new Crowd({ context, report, tally, players: PLAYERS, tables: 1 });
  await crowd.comeIn();
  await dora.makeReady();
  await dora.openBetting();
  const bettors = async (): Promise<readonly string[]> => {
    const { rows } = await testbed.pool.query<{ name: string }>(
      `select distinct p.name || ' has ' || p.currency as name
         from bets join players p on p.id = bets.player_id order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const inBoth = async () => {
    const all = await bettors();
    return all.some((one) => one.endsWith('EUR')) && all.some((one) => one.endsWith('CHF'));
  };
  await testbed.passing(eventually('bets in both currencies', inBoth), { stepMs: 600_000 });
  const all = ['1 has EUR', '2 CHF has CHF', '3 has EUR', '4 has EUR', '5 CHF has CHF'];
  for (const one of await bettors()) expect(all.map((each) => `robot-${each}`)).toContain(one);
  expect(notes).toEqual([]);
});
