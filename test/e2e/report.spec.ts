/**
 * What the pit reads by HTTP: rounds, players, the shift, the advantage watch; for those whose
 * roles allow it, and nobody else.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { refusedRequest } from '../../src/protocol/http.js';
import * as report from '../../src/protocol/report.js';
import { readSlips } from '../kit/books.js';
import type { Player, Staff } from '../kit/clients.js';
import { balances } from '../kit/credit.js';
import { recordStatements } from '../kit/sent-statements.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const PUNTO_WINS = '9h 2c Kd 3s';
const NAME = '=HYPERLINK("http://x";"x")';
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 4_000, name: NAME } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let dealer: Staff;
let anna: Player;
let token: string;
const games: string[] = [];
let fromMs: number;

beforeAll(async () => {
  fromMs = Date.now() - 60_000;
  studio = await testbed.start();
  token = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  anna = await testbed.player(studio, 'Anna', { euros: 1_000 });
  const bert = await testbed.player(studio, 'Bert', { euros: 1_000 });
  for (let round = 0; round < 2; round += 1) {
    const { game, seq } = await dealer.openBetting();
    games.push(game);
    await anna.bet(game, ['punto', 10]);
    await bert.bet(game, ['banco', 20]);
    await bert.bet(game, ['punto_pair', 5]);
    await dealer.betsClosed(seq);
    await dealer.deal(PUNTO_WINS);
    await dealer.next('round_settled', { after: seq });
  }
});

const ask = async (path: string, bearer: string | undefined = token, headers = {}) => {
  const answer = await fetch(`${studio.url}${path}`, {
    headers: bearer === '' ? headers : { ...headers, authorization: `Bearer ${bearer}` },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const json = async (path: string): Promise<unknown> => {
  const { status, text } = await ask(path);
  expect(status, text).toBe(200);
  return JSON.parse(text);
};
const shift = () => `/pit/shift?fromMs=${fromMs}&toMs=${fromMs + 3_600_000}`;

describe('a round', () => {
  it('is read whole, with its chain verified', async () => {
    const round = report.roundReport.parse(await json(`/pit/rounds/${games[1]}`));
    expect(round).toMatchObject({
      table: 'pb-1',
      tableName: NAME,
      status: 'settled',
      dealer: 'Dora',
      coup: 'P 9h Kd . B 2c 3s',
      stakes: '3500',
      paid: '2000',
      chain: { verified: true },
    });
    expect(
      round.closingStakes.map(({ name, spot, stake, paid }) => [name, spot, stake, paid]),
    ).toEqual(
      expect.arrayContaining([
        ['Anna', 'punto', '1000', '2000'],
        ['Bert', 'banco', '2000', '0'],
        ['Bert', 'punto_pair', '500', '0'],
      ]),
    );
    expect(round.replay.at(-1)).toMatchObject({ phase: 'settled', puntoTotal: 9, bancoTotal: 5 });
  });

  it('is taken as JSON and as CSV, and who took it is kept', async () => {
    const path = `/pit/rounds/${games[0]}`;
    const file = await ask(`${path}/export.json`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(report.roundReport.parse(JSON.parse(file.text))).toEqual(await json(path));

    const csv = await ask(`${path}/export.csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.headers.get('content-disposition')).toContain(`round-${games[0]}.csv`);
    const lines = csv.text.trim().split('\n');
    const parts = lines.map((line) => line.split(',')[0]!.replace('\uFEFF', ''));
    const slips = await readSlips(testbed.pool, games[0]!);
    const placed = slips.reduce((count, { stakes }) => count + stakes.size, 0);
    expect(parts.filter((part) => part === 'closingStakes')).toHaveLength(placed);
    expect(parts.filter((part) => part === 'bet')).toHaveLength(3);
    expect(lines[1]).toContain('35.00,20.00');

    const { rows } = await testbed.pool.query(
      `select staff_id, game_number from staff_actions where operation = 'rounds:export'`,
    );
    expect(rows).toEqual([
      { staff_id: 'Mara', game_number: games[0] },
      { staff_id: 'Mara', game_number: games[0] },
    ]);
  });

  it.each(['9999999999', '1', 'abc', "1'--", '%00'])('%s is not found', async (game) => {
    const { status, text } = await ask(`/pit/rounds/${game}`);
    expect([status, text]).toEqual([404, '{"error":"not_found"}']);
  });
});

describe('a player', () => {
  it('is found by a part of the name, and read', async () => {
    const found = report.playersFound.parse(await json('/pit/players?query=nna'));
    expect(found.players.map(({ id, name }) => [id, name])).toEqual([[anna.id, 'Anna']]);
    const player = report.playerReport.parse(await json(`/pit/players/${anna.id}`));
    expect(player).toMatchObject({
      name: 'Anna',
      currency: 'EUR',
      credit: '102000',
      gameAccount: '0',
      connected: true,
      next: null,
    });
    expect(player.rounds.map(({ game, paid }) => [game, paid])).toEqual([
      [games[1], '2000'],
      [games[0], '2000'],
    ]);
  });

  it.each(['999999', '0', 'abc', '%00'])('%s is not found', async (id) => {
    expect((await ask(`/pit/players/${id}`)).status).toBe(404);
  });

  it.each(['', '?query=', '?query=%20', `?query=${'x'.repeat(65)}`, '?query=a&more=b'])(
    'is not searched for by %j',
    async (query) => {
      const { status, text } = await ask(`/pit/players${query}`);
      expect(status).toBe(400);
      expect(refusedRequest.parse(JSON.parse(text)).error).toBe('malformed_request');
    },
  );
});

describe('the shift', () => {
  it('holds what the house won', async () => {
    const received = report.shiftReport.parse(await json(shift()));
    const hold = (await balances(testbed.pool)).get('house')!.toString();
    expect(received.totals).toMatchObject([
      { currency: 'EUR', rounds: 2, bets: 6, turnover: '7000', payout: '4000', hold },
    ]);
    expect(received.byTable).toMatchObject([{ table: 'pb-1', tableName: NAME, hold: '3000' }]);
    expect(received.byDealer).toMatchObject([{ dealer: 'Dora', hold: '3000' }]);
    expect(received).toMatchObject({ rounds: 2, unended: 0, unbalanced: [], voids: [] });
  });

  it('comes as JSON, the same as a file', async () => {
    const received = await json(shift().replace('/shift?', '/shift.json?'));
    expect(received).toEqual(await json(shift()));
  });

  it('comes as CSV with its period, and a line for each sum', async () => {
    const { text } = await ask(shift().replace('/shift?', '/shift.csv?'));
    const lines = text.replace('\uFEFF', '').trim().split('\n');
    expect(lines[0]).toContain('by,of,currency,rounds,bets,turnover,payout,hold');
    expect(lines[1]).toMatch(/^period,\d{4}-\d\d-\d\dT[\d:.]+Z to \d{4}-.*Z,,2,/);
    expect(lines.slice(2, 6).map((line) => line.split(',').slice(0, 4))).toEqual([
      ['left out', 'void', '', '0'],
      ['left out', 'not paid yet', '', '0'],
      ['left out', 'nothing staked', '', '0'],
      ['left out', 'not clear', '', '0'],
    ]);
    expect(lines[6]).toMatch(/^total,,EUR,2,6,70\.00,40\.00,30\.00,/);
    expect(lines.filter((line) => line.startsWith('bet,'))).toHaveLength(3);
  });

  it('comes with how far it is, to whoever wants to know', async () => {
    for (const [path, schema] of [
      [shift(), report.shiftReport],
      [shift().replace('/shift?', '/advantage?'), report.advantageReport],
    ] as const) {
      const { headers, text } = await ask(path, token, { accept: report.PROGRESS_TYPE });
      expect(headers.get('content-type')).toBe(report.PROGRESS_TYPE);
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      const last = lines.pop() as { report: unknown };
      expect(schema.parse(last.report)).toEqual(await json(path));
      expect(lines.at(-1)).toEqual({ progress: { done: 2, of: 2 } });
    }
    const refused = await ask(`${shift()}&spot=punto`, token, { accept: report.PROGRESS_TYPE });
    expect(refused.status).toBe(400);
  });

  it('is made in a thread of its own, as is the advantage watch', async () => {
    const recording = recordStatements();
    try {
      await json(shift());
      await ask(shift().replace('/shift?', '/shift.csv?'));
      await json(shift().replace('/shift?', '/advantage?'));
    } finally {
      recording.stop();
    }
    const ofReports = recording
      .statements()
      .filter(({ text }) => /opened_at >= to_timestamp|from bets/.test(text));
    expect(ofReports).toEqual([]);
  });

  it('is asked of one table, one dealer, a time without any rounds', async () => {
    const of = async (query: string) =>
      report.shiftReport.parse(await json(`${shift()}${query}`)).rounds;
    expect(await of('&table=pb-1&dealer=Dora')).toBe(2);
    expect(await of('&table=pb-2')).toBe(0);
    expect(await of('&dealer=Elio')).toBe(0);
    expect(await json('/pit/shift?fromMs=0&toMs=1')).toMatchObject({ rounds: 0, totals: [] });
  });

  it.each([
    ['', 'fromMs'],
    ['?fromMs=0', 'toMs'],
    ['?fromMs=5&toMs=5', 'toMs'],
    ['?fromMs=0&toMs=172800001', 'toMs'],
    ['?fromMs=-1&toMs=5', 'fromMs'],
    ['?fromMs=0&toMs=5&table=%25', 'table'],
    ['?fromMs=0&toMs=5&dealer=', 'dealer'],
    ['?fromMs=0&toMs=5&spot=punto', 'spot'],
  ])('is not asked for by %j', async (query, at) => {
    for (const path of ['/pit/shift', '/pit/shift.csv', '/pit/shift.json']) {
      const { status, text } = await ask(`${path}${query}`);
      expect([status, JSON.parse(text)]).toEqual([400, { error: 'malformed_request', at }]);
    }
  });
});

describe('the hours of tables', () => {
  it('add up to what the shift took and paid', async () => {
    await eventually('all is worked out', async () => {
      const { rowCount } = await testbed.pool.query('select from rounds_due');
      return rowCount === 0;
    });
    const whole = report.shiftReport.parse(await json(shift()));
    const { hours, due } = report.hoursReport.parse(
      await json(shift().replace('/pit/shift', '/pit/hours')),
    );
    expect(due).toBe(0);
    expect(hours.every(({ atMs, table }) => atMs % 3_600_000 === 0 && table === 'pb-1')).toBe(true);
    const sum = (of: 'turnover' | 'payout' | 'hold') =>
      hours.reduce((total, hour) => total + BigInt(hour[of]), 0n).toString();
    const { turnover, payout, hold } = whole.totals[0]!;
    expect({ turnover: sum('turnover'), payout: sum('payout'), hold: sum('hold') }).toEqual({
      turnover,
      payout,
      hold,
    });
    expect(hours.reduce((rounds, hour) => rounds + hour.rounds, 0)).toBe(whole.totals[0]!.rounds);
  });

  it('are asked of one table, and of 48 hours at most', async () => {
    const of = (query: string) => json(`${shift().replace('/pit/shift', '/pit/hours')}${query}`);
    expect(await of('&table=pb-2')).toEqual({ hours: [], due: 0 });
    const { status, text } = await ask('/pit/hours?fromMs=0&toMs=172800001');
    expect([status, JSON.parse(text)]).toEqual([400, { error: 'malformed_request', at: 'toMs' }]);
  });
});

describe('what is reported of a round', () => {
  it('is worked out soon after its end, though nobody asks', async () => {
    const { pool } = testbed;
    await pool.query('insert into rounds_due (game_number) values ($1)', [games[0]]);
    const isWorkedOut = eventually('it is worked out', async () => {
      const { rowCount } = await pool.query('select from rounds_due');
      return rowCount === 0;
    });
    await testbed.passing(isWorkedOut, { stepMs: 10_000 });
  });
});

describe('the advantage watch', () => {
  it('looks at every round', async () => {
    const received = report.advantageReport.parse(
      await json(shift().replace('/shift?', '/advantage?')),
    );
    expect(received).toMatchObject({ looked: 2, rounds: [] });
  });
});

describe('a report', () => {
  const paths = () => [
    '/pit/rounds',
    `/pit/rounds/${games[0]}`,
    `/pit/rounds/${games[0]}/export.csv`,
    `/pit/rounds/${games[0]}/export.json`,
    '/pit/players?query=a',
    `/pit/players/${anna.id}`,
    `/pit/players/${anna.id}/export.csv`,
    `/pit/players/${anna.id}/export.json`,
    shift(),
    shift().replace('/shift?', '/shift.csv?'),
    shift().replace('/shift?', '/advantage?'),
  ];

  it('is refused to a dealer, to a player and to those who are not signed in', async () => {
    const strangers = [
      ['', 401, 'not_signed_in'],
      ['no token', 401, 'not_signed_in'],
      [dealer.token as string, 403, 'not_allowed'],
      [anna.token as string, 403, 'not_allowed'],
    ] as const;
    for (const [bearer, status, error] of strangers) {
      for (const path of paths()) {
        const answer = await ask(path, bearer);
        expect([answer.status, JSON.parse(answer.text)], path).toEqual([status, { error }]);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    }
  });

  it('is shown to the auditor and the administrator', async () => {
    for (const role of ['auditor', 'administrator']) {
      const bearer = await testbed.employ({ id: `the ${role}`, role });
      for (const path of paths()) expect((await ask(path, bearer)).status, path).toBe(200);
    }
  });
});
