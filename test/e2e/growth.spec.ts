/**
 * A studio that has run for years is as fast as a new one: nothing that a process does again and
 * again, and nothing that people ask of it, reads a table that grows from its beginning.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdvantages } from '../../src/report/advantage-watch.js';
import { readShift } from '../../src/report/shift-report.js';
import { APPROVAL_STATES } from '../../src/protocol/approval.js';
import { GROWN_PLAYERS, UNLOOKED_AT, grow } from '../kit/grown-database.js';
import type { Player, Staff } from '../kit/clients.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { scansOf } from '../kit/plan.js';
import { runs } from '../kit/runs.js';
import { type Recording, type SentStatement, recordStatements } from '../kit/sent-statements.js';
import { asSuperuser } from '../kit/superuser.js';
import { QUICK, Testbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

/** Two million lines where nothing is spared (`npm run prove`). */
const BETS = Math.min(2_000_000, Math.max(100_000, runs(100_000)));
/** A table with more rows than this is one that grows. */
const GROWING_FROM = 4_000;
/** One statement reads no more rows of it than are of those who play now. */
const ROWS_MAX = 25_000;

/** What happens again and again does so at each jump of time. */
const JUMPS = 3;
const JUMP_MS = 600_000;

const testbed = new Testbed();
let recording: Recording;
let studio: Studio;
let growing: ReadonlySet<string>;

beforeAll(async () => {
  await testbed.open({ tables: { 'pb-1': { ...QUICK, betMs: 4_000 } } });
  await grow(testbed.database, { bets: BETS });
  const { rows } = await testbed.pool.query<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
    [GROWING_FROM],
  );
  growing = new Set(rows.map(({ relname }) => relname));
  recording = recordStatements();
  studio = await testbed.start();
}, 240_000);
afterAll(async () => {
  recording.stop();
  await studio.stop();
  await testbed.database.drop();
});

it('a studio never reads a growing table from its beginning, whatever is done and asked', async () => {
  const dealer = await testbed.staff(studio, 'Dora');
  const pit = await openPit(testbed, studio, 'Mara');
  const anna = await testbed.player(studio, 'Anna');
  const bert = await testbed.player(studio, 'Bert');
  await playRounds(dealer, anna, bert);
  await askAsPlayer(anna);
  await askInPit(pit);
  await askByHttp(pit.token as string, '/pit');
  await makeReports();
  await askByHttp(await testbed.employ({ id: 'Ada', role: 'auditor' }), '/staff');
  await askByHttp(anna.token as string, '/me');
  const scans = await scansOfAll(recording.statements());
  expect(
    [...looked].some((key) => key.includes('from sessions s')),
    'the sweep',
  ).toBe(true);
  for (let jump = 0; jump < JUMPS; jump += 1) await leap(JUMP_MS);
  for (const client of [dealer, pit, anna, bert]) client.close();
  await leap(JUMP_MS);
  scans.push(...(await scansOfAll(recording.statements())));
  expect(scans).toEqual([]);
}, 240_000);

/** Statements that were looked at, or are the test's own. */
const looked = new Set([UNLOOKED_AT]);

/** Of all statements that were not looked at yet. */
const scansOfAll = (sent: readonly SentStatement[]): Promise<object[]> =>
  asSuperuser(testbed.database, async (client) => {
    await client.query('analyze');
    await client.query('begin');
    await client.query(UNLOOKED_AT);
    const found: object[] = [];
    for (const statement of sent.filter(({ key }) => !looked.has(key))) {
      looked.add(statement.key);
      for (const scan of await scansOf(client, statement, growing, ROWS_MAX)) {
        found.push({ ...scan, in: statement.text.replaceAll(/\s+/g, ' ').trim() });
      }
    }
    await client.query('rollback');
    return found;
  });

/** All at once, as on a machine that was asleep. */
const leap = async (ms: number): Promise<void> => {
  const { database, clock } = testbed;
  await database.moveTimeTo(clock.movedMs + ms);
  await clock.move(ms);
  await database.isIdle();
};

const playRounds = async (dealer: Staff, anna: Player, bert: Player): Promise<void> => {
  await dealer.makeReady();
  for (let round = 0; round < 2; round += 1) {
    const { game, seq } = await dealer.openBetting();
    if (round === 0) await anna.bet(game, ['punto', 10]);
    else await anna.bet(game, 'repeat');
    await bert.bet(game, ['banco', 20]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h 2c Kd 3s');
    await dealer.next('round_settled', { after: seq });
  }
};

const askAsPlayer = async (anna: Player): Promise<void> => {
  await anna.call('session:read', {});
  await anna.call('chat:say', { table: anna.table, key: crypto.randomUUID(), text: 'hello' });
  await anna.call('chat:read', { table: anna.table });
  await anna.call('support:say', { key: crypto.randomUUID(), text: 'hello' });
  await anna.call('support:read', {});
  await anna.call('lobby:watch', {});
  const { table } = anna;
  await anna.call('bet:find', { table, game: '1000000001', betId: crypto.randomUUID() });
};

const askInPit = async (pit: Pit): Promise<void> => {
  const table = 'pb-1';
  await pit.watch();
  await pit.follows(table);
  await pit.must('player:list', { table });
  for (const state of [undefined, 'open', 'taken', 'closed'] as const) {
    await pit.must('incident:list', { ...(state && { state }) });
    await pit.must('incident:list', { table, ...(state && { state }) });
  }
  for (const state of [undefined, ...APPROVAL_STATES]) {
    await pit.must('approval:list', { ...(state && { state }) });
    await pit.must('approval:list', { table, ...(state && { state }) });
  }
  await pit.must('shortfall:list', {});
  await pit.raw('support:list', {});
  await pit.raw('chat:read', { table });
};

/** As the thread of the reports makes them. What it sends is not recorded here. */
const makeReports = async (): Promise<void> => {
  const toMs = testbed.clock.nowMs();
  const query = { fromMs: toMs - 600_000, toMs, table: 'pb-1' };
  await readShift(testbed.pool, query);
  await readAdvantages(testbed.pool, query);
};

/** What people read by HTTP, of the last hours. */
const askByHttp = async (token: string, whose: '/pit' | '/staff' | '/me'): Promise<void> => {
  const toMs = testbed.clock.nowMs();
  const period = `fromMs=${toMs - 600_000}&toMs=${toMs}`;
  const paths = {
    '/pit': [
      '/pit/players?query=Anna',
      '/pit/players?query=Grown',
      '/pit/players?query=a',
      '/pit/players?query=grown-77',
      `/pit/players?query=${GROWN_PLAYERS}`,
      '/pit/players/77',
      '/pit/rounds',
      '/pit/rounds?table=pb-1',
    ],
    '/staff': ['/staff/actions', '/staff/actions?staff=Mara', `/staff/actions?${period}`],
    '/me': ['/me/rounds', `/me/rounds?${period}`, '/me/statement', `/me/statement?${period}`],
  }[whose];
  for (const path of paths) {
    const answer = await fetch(`${studio.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([path, 200, '']);
  }
};
