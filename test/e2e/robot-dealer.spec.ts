/**
 * The demo’s robot dealer at a real table: it opens one that was never open, and none that somebody
 * closed. What the demo’s terminal shows of it is what the pit sees.
 */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DealerClient } from '../../src/client/dealer-client.js';
import { PitClient } from '../../src/client/pit-client.js';
import { IN_HAND } from '../../src/round/idle.js';
import { Schedule } from '../../src/simulator/schedule.js';
import { diceOf } from '../../src/simulator/dice.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import { FAST_PACE } from '../../src/simulator/pace.js';
import { ShoeRack } from '../../src/simulator/shoe-rack.js';
import { LineReport } from '../../src/simulator/line-report.js';
import { reportTable } from '../../src/simulator/staff.js';
import { RobotTally } from '../../src/simulator/tally.js';
import { RobotDealer } from '../../src/simulator/robot-dealer.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { newFolder } from '../kit/new-folder.js';

const testbed = useTestbed();
let studio: Studio;
let schedule: Schedule | undefined;
let clients: (DealerClient | PitClient)[] = [];

beforeAll(async () => {
  studio = await testbed.start();
});
afterEach(() => {
  schedule?.stop();
  for (const { connection } of clients.splice(0)) connection.close();
});

const robot = async (table: string): Promise<void> => {
  const token = await testbed.employ({ id: 'Ada', role: 'dealer' });
  const client = new DealerClient(studio.url, token);
  const own = new Schedule(testbed.clock);
  schedule = own;
  clients = [...clients, client];
  new RobotDealer({
    client,
    table,
    name: 'Ada',
    rack: new ShoeRack(newFolder(), 'seed', table, undefined),
    schedule: own,
    dice: diceOf(hashStream('hands')),
    pace: FAST_PACE,
    askForShoeChange: () => Promise.resolve(),
    askToResume: () => Promise.resolve(),
    note: () => undefined,
  });
};

const deals = (pit: Pit, table: string, dealer: string) =>
  pit.sees(table, (shown) => shown.dealer === dealer && IN_HAND.has(shown.phase ?? 'closed'));

/** After the round in hand; that it was closed before does not count. */
const stopsForGood = async (pit: Pit, table: string) => {
  pit.heard.length = 0;
  await pit.must('closing:call', { table });
  await testbed.passing(pit.sees(table, ({ phase }) => phase === 'closed'));
};

it('the lines of the terminal count the bets of a round, and its stakes', async () => {
  const table = await testbed.addTable(studio);
  const token = await testbed.employ({ id: 'manager-2', role: 'shift_manager' });
  const manager = new PitClient(studio.url, token);
  clients = [...clients, manager];
  const lines: string[] = [];
  const report = new LineReport((line) => lines.push(line), new RobotTally());
  reportTable(manager, table, report);
  await eventually('the table is found', async () => lines.some((line) => line.includes('found')));

  const dora = await testbed.staff(studio, 'Dora-2', { table });
  const anna = await testbed.player(studio, 'Anna', { table });
  const bert = await testbed.player(studio, 'Bert', { table });
  await dora.makeReady();
  const { game, seq } = await dora.openBetting();
  await anna.bet(game, ['punto', 10]);
  await anna.bet(game, ['egalite', 5]);
  await bert.bet(game, ['banco', 20]);
  await testbed.passing(dora.betsClosed(seq));
  await dora.deal('4h 9d 5h Ts');
  await anna.result(game);
  await eventually('the round is settled', async () =>
    lines.some((line) => line.startsWith('settled')),
  );
  expect(lines).toContain(`${table} betting_closed game=${game} bets=3`);
  expect(lines.find((line) => line.startsWith('settled'))).toContain('stakes=35.00');
});

it('the robot dealer that comes in again leaves the table to the person who took it over', async () => {
  const table = await testbed.addTable(studio, { ...QUICK, opensItself: true });
  const pit = await openPit(testbed, studio, 'manager-1');
  await pit.watch();
  await robot(table);
  await testbed.passing(deals(pit, table, 'Ada'));
  schedule?.stop();
  for (const { connection } of clients.splice(0)) connection.close();
  const sven = await testbed.staff(studio, 'manager-2', { table, role: 'shift_manager' });
  expect(await sven.call('relief:allow', { table, dealer: 'Dora' })).toMatchObject({ ok: true });
  const dora = await testbed.staff(studio, 'Dora', { table });
  expect(await dora.call('table:relieve', { table })).toMatchObject({ ok: true });
  const dealer = async () =>
    (await pit.watch()).tables.find((each) => each.table === table)!.dealer;
  await robot(table);
  await testbed.advance(LONG_MS);
  expect(await dealer()).toBe('Dora');
  // Nor from a shift manager who stands in.
  expect(await sven.call('table:relieve', { table })).toMatchObject({ ok: true });
  await testbed.advance(LONG_MS);
  expect(await dealer()).toBe('manager-2');
});

/** Longer than the robot ever thinks. */
const LONG_MS = 2_500;

it('the robot dealer leaves a table that the pit has closed for good, until a person opens it', async () => {
  const table = await testbed.addTable(studio, { ...QUICK, opensItself: true });
  const pit = await openPit(testbed, studio, 'manager-1');
  await pit.watch();
  await robot(table);
  await testbed.passing(deals(pit, table, 'Ada'));
  await stopsForGood(pit, table);
  const phase = async () => (await pit.watch()).tables.find((each) => each.table === table)!.phase;
  await testbed.advance(LONG_MS);
  expect(await phase()).toBe('closed');

  // One that comes afterwards leaves it alone, too.
  schedule?.stop();
  for (const { connection } of clients.splice(0)) connection.close();
  await robot(table);
  await testbed.advance(LONG_MS);
  expect(await phase()).toBe('closed');

  // Opened by the pit, it is dealt at again; opened by a dealer, it is that dealer’s.
  pit.heard.length = 0;
  await pit.must('table:press', { table, button: 'table:open' });
  await testbed.passing(deals(pit, table, 'Ada'));
  await stopsForGood(pit, table);
  const dora = await testbed.staff(studio, 'Dora', { table });
  await dora.must('table:open');
  await testbed.advance(LONG_MS);
  expect((await pit.watch()).tables.find((each) => each.table === table)!.dealer).toBe('Dora');
});
