/**
 * A studio that has run for years is as fast as a new one: nothing that a process does again and
 * again, and nothing that people ask of it, reads a table that grows from its beginning.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdvantages } from '../../src/report/advantage-watch.js';
import { catchUpSome } from '../../src/report/caught-up.js';
import { UNFOLLOWED } from '../../src/report/prepared.js';
import { readShift } from '../../src/report/shift-report.js';
import { PROGRESS_TYPE, type ReportProgress, type ShiftReport } from '../../src/protocol/report.js';
import { APPROVAL_STATES } from '../../src/protocol/approval.js';
import { GROWN_PLAYERS, UNLOOKED_AT, grow } from '../kit/grown-database.js';
import type { Player, Staff } from '../kit/clients.js';
import { Operator } from '../kit/operator.js';
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
/** Some hundred rounds were opened in it. */
const REPORTED_MS = 1_200_000;

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
}, 600_000);
afterAll(async () => {
  recording.stop();
  await studio.stop();
  await testbed.database.drop();
});

/** What was staked in that time, by the bets alone. */
const PLACED_BETWEEN = `
select count(distinct game_number)::int as rounds, count(*) as bets, sum(amount) as turnover
  from rounds r join bets b using (game_number)
 where r.opened_at >= to_timestamp($1::float8 / 1000) and r.opened_at < to_timestamp($2::float8 / 1000)`;

it('a report of hundreds of rounds is right to the cent, and says how far it is', async () => {
  const token = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
  const toMs = testbed.clock.nowMs();
  const fromMs = toMs - REPORTED_MS;
  const answer = await fetch(`${studio.url}/pit/shift?fromMs=${fromMs}&toMs=${toMs}`, {
    headers: { authorization: `Bearer ${token}`, accept: PROGRESS_TYPE },
  });
  const lines = (await answer.text()).trim().split('\n');
  const { report } = JSON.parse(lines.pop()!) as { report: ShiftReport };
  const said = lines.map((line) => JSON.parse(line) as { progress: ReportProgress });
  // A connection of its own: one that stays open might have this counted in the test after this.
  const { rows } = await asSuperuser(testbed.database, (client) =>
    client.query<{ rounds: number; bets: string; turnover: string }>(PLACED_BETWEEN, [
      fromMs,
      toMs,
    ]),
  );
  const { rounds, bets, turnover } = rows[0]!;
  expect(rounds).toBeGreaterThan(300);
  // Every bet was on Punto, which won each round.
  const payout = (2n * BigInt(turnover)).toString();
  expect(report.totals).toMatchObject([{ rounds, bets: Number(bets), turnover, payout }]);
  const steps = said.map(({ progress: { done } }) => done);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(said.at(-1)).toEqual({ progress: { done: rounds, of: rounds } });
}, 300_000);

it('a studio never reads a growing table from its beginning, whatever is done and asked', async () => {
  const dealer = await testbed.staff(studio, 'Dora');
  const pit = await openPit(testbed, studio, 'Mara');
  await asSuperuser(testbed.database, (client) => client.query('select pg_stat_reset()'));
  const anna = await testbed.player(studio, 'Anna');
  const bert = await testbed.player(studio, 'Bert');
  await playRounds(dealer, anna, bert);
  await askAsPlayer(anna);
  await askInPit(pit);
  await askByHttp(pit.token as string, '/pit');
  await makeReports();
  await askByHttp(await testbed.employ({ id: 'Ada', role: 'auditor' }), '/staff');
  await askByHttp(anna.token as string, '/me');
  await askAsOperator();
  expect(await readInSequence()).toEqual([]);
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
}, 600_000);

/** One who has played a part of every round and a hand a minute, and who changes limits all day. */
const BUSY = 'grown-1';
const BUSY_CHANGES = 400;
/** What a stake and a look at the limits read of a table in all, whatever was before. */
const READ_FOR_A_STAKE = 200;

it('what a stake, and the look at a limit, read is not what was ever played or set', async () => {
  const { rows: found } = await testbed.pool.query<{ id: string }>(
    'select id from players where ref = $1',
    [BUSY],
  );
  const player = found[0]!.id;
  await asSuperuser(testbed.database, async (client) => {
    await client.query(`set session_replication_role = 'replica'`);
    for (const sql of BUSY_ROWS) await client.query(sql, [player]);
    await client.query('analyze');
  });
  for (let change = 0; change < BUSY_CHANGES; change += 1) {
    await testbed.pool.query(
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
       values ('house', $1, 'stake', 'day', 'EUR', $2, 'player', 'x', 'x')`,
      // Every other one is higher, and waits for a day unless the next one comes before.
      [BUSY, 1_000_000 + (change % 2) * 1_000 - change],
    );
  }
  const read = await asSuperuser(testbed.database, async (client) => {
    await client.query('begin');
    await client.query('select stake_refusal($1, 100)', [player]);
    await client.query(`select * from play_since($1, studio_now() - interval '2 minutes')`, [
      player,
    ]);
    const { rows } = await client.query<{ relname: string; read: string }>(
      `select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
         from pg_stat_xact_user_tables where seq_tup_read + coalesce(idx_tup_fetch, 0) > $1`,
      [READ_FOR_A_STAKE],
    );
    await client.query('rollback');
    return rows;
  });
  expect(read).toEqual([]);
}, 120_000);

/** For the player `$1`: Bets of every round, and thousands of hands with their steps and voids. */
const BUSY_ROWS = [
  `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted)
   select $1, gen_random_uuid(), 0, 'punto', 'zero_commission', 'place', 100, game_number, opened_seq + 1, 0, '{}' from rounds`,
  `insert into solo_hands (player_id, game, rules, commitment, sealed, player_seed, status, step, taken, opening, acted_at, ended_at)
   select $1, 'punto_e_banco', 'punto-e-banco-1', sha256(convert_to('busy.' || i, 'UTF8')), 'sealed', 'seed', 'over', 5, 100, convert_to('busy.' || i, 'UTF8'), now(), now() - interval '1 day'
     from generate_series(1, 5000) as i`,
  `insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq, at)
   select hand_number, 1, player_id, gen_random_uuid(), '{}', '[]', 5, 100, 0, 0, '@punto_e_banco:2020-01-01', hand_number, ended_at
     from solo_hands where player_id = $1 and game = 'punto_e_banco'`,
  `insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq, at)
   select hand_number, 0, 'over', 5, 100, 0, '@punto_e_banco:2020-01-01', 0, ended_at from solo_hands where player_id = $1 and game = 'punto_e_banco'`,
];

/**
 * The growing tables of which whole parts were read in sequence since the counts began, by what was
 * sent, and by the functions and triggers in the database, of which no plan says anything. What a
 * connection did in its last second may not be counted yet.
 */
const readInSequence = async (): Promise<object[]> => {
  await testbed.database.isIdle();
  const { rows } = await testbed.pool.query<{ table: string; scans: number; rows: number }>(
    `select relname as table, seq_scan::int as scans, seq_tup_read::int as rows
       from pg_stat_user_tables where seq_tup_read >= $1 and relname = any($2)`,
    [GROWING_FROM, [...growing]],
  );
  return rows;
};

const OWN = new Set([UNLOOKED_AT, PLACED_BETWEEN]);
/** Statements that were looked at. */
const looked = new Set<string>();

/** Of all statements that were not looked at yet. */
const scansOfAll = (sent: readonly SentStatement[]): Promise<object[]> =>
  asSuperuser(testbed.database, async (client) => {
    await client.query('analyze');
    await client.query('begin');
    await client.query(UNLOOKED_AT);
    const found: object[] = [];
    for (const statement of sent.filter(({ key, text }) => !looked.has(key) && !OWN.has(text))) {
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
  const listed = await pit.must('support:list', {});
  const { player } = listed.threads[0]!;
  const thread = await pit.must('support:read', { player });
  await pit.must('support:take', { player, from: thread.holder });
  await pit.must('support:release', { player });
  await pit.must('support:settle', { player, message: thread.messages.at(-1)!.id });
  await pit.raw('chat:read', { table });
};

const askAsOperator = async (): Promise<void> => {
  const acme = await Operator.open(testbed, 'acme');
  const { rows } = await testbed.pool.query<{ game: string }>(
    'select max(game_number) as game from rounds',
  );
  const day = new Date(testbed.clock.nowMs()).toISOString().slice(0, 10);
  expect((await acme.read(studio, '/operator/movements')).status).toBe(200);
  for (const [path, status] of [
    [`/operator/rounds/${rows[0]!.game}`, 404],
    ['/operator/results', 200],
    ['/operator/lobby', 200],
    [`/operator/totals?day=${day}`, 200],
  ] as const) {
    expect([path, (await acme.get(studio, path)).status]).toEqual([path, status]);
  }
};

/** As the thread of the reports makes them. What it sends is not recorded here. */
const makeReports = async (): Promise<void> => {
  const toMs = testbed.clock.nowMs();
  const query = { fromMs: toMs - 600_000, toMs, table: 'pb-1' };
  await readShift(testbed.pool, query);
  await readAdvantages(testbed.pool, query);
  const client = await testbed.pool.connect();
  try {
    await catchUpSome(client, UNFOLLOWED);
  } finally {
    client.release();
  }
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
      '/pit/players/77/hands',
      '/pit/players/77/hands?game=blackjack',
      '/pit/rounds',
      '/pit/rounds?table=pb-1',
      '/pit/players/77/limits',
      '/pit/players/77/bars',
      '/pit/processes',
      '/pit/wallets',
      '/pit/rota',
      '/pit/notes',
      `/pit/notes?${period}`,
    ],
    '/staff': ['/staff/actions', '/staff/actions?staff=Mara', `/staff/actions?${period}`],
    '/me': [
      '/me/limits',
      '/me/limits/history',
      '/me/protection',
      '/me/preferences',
      '/me/hands',
      '/me/returned-stakes',
      '/me/rounds',
      `/me/rounds?${period}`,
      '/me/statement',
      `/me/statement?${period}`,
    ],
  }[whose];
  for (const path of paths) {
    const answer = await fetch(`${studio.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([path, 200, '']);
  }
};
