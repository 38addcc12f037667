/**
 * A player's history by HTTP: rounds, statement, downloads; the player's own, and nobody else's.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type PlayedRound,
  type RoundsPage,
  playedRound,
  roundsPage,
  statementPage,
} from '../../src/protocol/http.js';
import type { Player, Staff } from '../kit/clients.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const BANCO_WINS = '2h 7c Kd Ks 4s'; // Punto 2 + K, 4: 6; Banco 7
const testbed = useTestbed({
  tables: { 'pb-1': { ...BETTING, name: '=HYPERLINK("http://x";"x")' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
let dealer: Staff;
let anna: Player;
let bert: Player;
const games: string[] = [];
const startedAtMs = Date.now();
let lastBetId: string;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  anna = await testbed.player(studio, 'Anna', { euros: 100 });
  bert = await testbed.player(studio, 'Bert', { euros: 100 });
  await play(async (game) => {
    await anna.bet(game, ['banco', 20]);
    await anna.bet(game, ['banco', 5]);
    await anna.bet(game, 'undo');
    await anna.bet(game, ['egalite', 1]);
    await bert.bet(game, ['punto', 10]);
  });
  await play(async (game) => {
    await bert.bet(game, ['punto', 10]);
  });
  await play(async (game) => {
    await anna.bet(game, ['punto', 10]);
    await anna.bet(game, 'clear');
  });
  const { game } = await dealer.openBetting();
  games.push(game);
  lastBetId = randomUUID();
  await anna.bet(game, ['punto', 7], lastBetId);
  await dealer.next('betting_closed', { where: (closed) => closed.game === game });
});

const play = async (bets: (game: string) => Promise<void>): Promise<void> => {
  const { game, seq } = await dealer.openBetting();
  games.push(game);
  await bets(game);
  await dealer.betsClosed(seq);
  await dealer.deal(BANCO_WINS);
  await dealer.next('round_settled', { after: seq });
};

const ask = async (player: Player, path: string) => {
  const answer = await fetch(`${studio.url}${path}`, {
    headers: { authorization: `Bearer ${String(player.token)}` },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const json = async (player: Player, path: string): Promise<unknown> =>
  JSON.parse((await ask(player, path)).text);
const rounds = async (player: Player, query = ''): Promise<RoundsPage> =>
  roundsPage.parse(await json(player, `/me/rounds${query}`));

describe('the rounds', () => {
  it('are those that the player bet in, newest first, each with its bets and what they paid', async () => {
    const page = await rounds(anna);
    expect(page.next).toBeNull();
    expect(page.rounds.map(({ game }) => game)).toEqual([games[3], games[2], games[0]]);
    const [inHand, takenBack, settled] = page.rounds as [PlayedRound, PlayedRound, PlayedRound];
    expect(settled).toMatchObject({
      table: 'pb-1',
      currency: 'EUR',
      status: 'settled',
      coup: 'P 2h Kd 4s . B 7c Ks',
      stakes: '2100',
      paid: '4000',
      mode: 'zero_commission',
      bets: [
        { spot: 'banco', stake: '2000', paid: '4000' },
        { spot: 'egalite', stake: '100', paid: '0' },
      ],
    });
    expect(settled.commands.map(({ kind, change, balance }) => [kind, change, balance])).toEqual([
      ['place', { banco: '2000' }, '8000'],
      ['place', { banco: '500' }, '7500'],
      ['undo', { banco: '-500' }, '8000'],
      ['place', { egalite: '100' }, '7900'],
    ]);
    expect(settled.openedAtMs).toBeGreaterThan(startedAtMs - 5_000);
    expect(settled.openedAtMs).toBeLessThan(testbed.clock.nowMs() + 5_000);
    expect(takenBack).toMatchObject({ status: 'settled', stakes: '0', paid: '0', bets: [] });
    expect(takenBack.commands.map(({ kind }) => kind)).toEqual(['place', 'clear']);
    expect(inHand).toMatchObject({ status: 'closed', coup: null, stakes: '700', paid: null });
    expect(inHand.commands).toMatchObject([{ betId: lastBetId, kind: 'place' }]);
  });

  it('come page by page, and end', async () => {
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: RoundsPage = await rounds(anna, `?limit=1${next ? `&before=${next}` : ''}`);
      seen.push(...page.rounds.map(({ game }) => game));
      next = page.next;
    } while (next !== null);
    expect(seen).toEqual([games[3], games[2], games[0]]);
  });

  it('are the same one by one; another player’s is answered like one that does not exist', async () => {
    const [first] = (await rounds(anna)).rounds;
    expect(playedRound.parse(await json(anna, `/me/rounds/${games[3]}`))).toEqual(first);
    const others = await ask(anna, `/me/rounds/${games[1]}`);
    expect([others.status, others.text]).toEqual([404, '{"error":"not_found"}']);
    for (const unknown of ['9999999999', '1', 'abc', `${games[1]}0`, "1'--", '%00']) {
      const { status, text } = await ask(anna, `/me/rounds/${unknown}`);
      expect([status, text], unknown).toEqual([others.status, others.text]);
    }
    expect((await ask(bert, `/me/rounds/${games[1]}`)).status).toBe(200);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['before=1', 'before'],
    ['before=', 'before'],
    ['fromMs=-1', 'fromMs'],
    ['fromMs=1e3', 'fromMs'],
    ['toMs=1.5', 'toMs'],
    ['toMs=9999999999999999', 'toMs'],
    ['player=2', 'player'],
  ])('are not asked for by %s', async (query, at) => {
    const { status, text, headers } = await ask(anna, `/me/rounds?${query}`);
    expect([status, JSON.parse(text)]).toEqual([400, { error: 'malformed_request', at }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('the statement', () => {
  it('adds up to the balances, and names the game', async () => {
    const { entries, next } = statementPage.parse(await json(anna, '/me/statement?limit=100'));
    expect(next).toBeNull();
    const sum = (of: 'session' | 'gameAccount') =>
      entries.reduce((total, entry) => total + BigInt(entry[of]), 0n);
    expect(sum('session')).toBe(await anna.balance());
    expect(sum('gameAccount')).toBe(0n);
    expect(entries.map(({ kind, game, session }) => [kind, game, session])).toEqual([
      ['bets', games[3], '-700'],
      ['bets', games[2], '1000'],
      ['bets', games[2], '-1000'],
      ['settlement', games[0], '4000'],
      ['bets', games[0], '-100'],
      ['bets', games[0], '500'],
      ['bets', games[0], '-500'],
      ['bets', games[0], '-2000'],
      ['buy_in', null, '10000'],
      ['deposit', null, '0'],
    ]);
    expect(entries.slice(-2).map(({ gameAccount }) => gameAccount)).toEqual(['-10000', '10000']);
  });

  it.each([
    ['before=0', 'before'],
    ['before=99999999999999999999', 'before'],
    ['limit=1000', 'limit'],
  ])('is not asked for by %s', async (query, at) => {
    const { status, text } = await ask(anna, `/me/statement?${query}`);
    expect([status, JSON.parse(text)]).toEqual([400, { error: 'malformed_request', at }]);
  });
});

describe('a download', () => {
  it('of the rounds has one row a bet, and no formula', async () => {
    const { status, headers, text } = await ask(anna, '/me/rounds.csv');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="rounds.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    const [head, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\n');
    expect(head).toBe(
      'game,opened_at,table,table_name,status,corrected,coup,mode,spot,stake,paid,currency',
    );
    expect(rows.map((row) => row.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'time'))).toEqual([
      `${games[3]},time,pb-1,"'=HYPERLINK(""http://x"";""x"")",closed,,,zero_commission,punto,7.00,,EUR`,
      `${games[0]},time,pb-1,"'=HYPERLINK(""http://x"";""x"")",settled,,P 2h Kd 4s . B 7c Ks,zero_commission,banco,20.00,40.00,EUR`,
      `${games[0]},time,pb-1,"'=HYPERLINK(""http://x"";""x"")",settled,,P 2h Kd 4s . B 7c Ks,zero_commission,egalite,1.00,0.00,EUR`,
    ]);
  });

  it('of the statement has one row an entry, with amounts that are numbers', async () => {
    const { text, headers } = await ask(anna, '/me/statement.csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename="statement.csv"');
    const [head, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\n');
    expect(head).toBe(
      'id,at,kind,game,session,game_account,currency,hand,advance,wallet,wallet_status,voided',
    );
    expect(rows).toHaveLength(10);
    expect(rows[0]!.split(',').slice(2)).toEqual([
      ...['bets', games[3], '-7.00', '0.00', 'EUR', ''],
      ...['0.00', '', '', ''],
    ]);
    expect(rows[8]!.split(',').slice(2)).toEqual([
      ...['buy_in', '', '100.00', '-100.00', 'EUR', ''],
      ...['0.00', '', '', ''],
    ]);
  });

  it('of a period holds that period, of 31 days at most', async () => {
    const day = 24 * 3_600_000;
    const now = testbed.clock.nowMs();
    const lines = async (query: string) =>
      (await ask(anna, `/me/rounds.csv?${query}`)).text.trimEnd().split('\n').length - 1;
    expect(await lines(`fromMs=${now - day}`)).toBe(3);
    expect(await lines(`fromMs=${now - 40 * day}`)).toBe(0);
    expect(await lines(`toMs=${now - day}`)).toBe(0);
    expect(await lines(`fromMs=${now - 31 * day}&toMs=${now}`)).toBe(3);
    for (const path of ['/me/rounds.csv', '/me/statement.csv']) {
      const { status, text } = await ask(anna, `${path}?fromMs=${now - 32 * day}&toMs=${now}`);
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { error: 'malformed_request', at: 'fromMs' },
      ]);
    }
  });
});

it('the history is described with everything else that is served by HTTP', async () => {
  const { paths } = (await (await fetch(`${studio.operationsUrl}/docs-json`)).json()) as {
    paths: object;
  };
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/me',
      '/me/hands',
      '/me/hands.csv',
      '/me/hands/{hand}',
      '/me/returned-stakes',
      '/me/rounds',
      '/me/rounds.csv',
      '/me/rounds/{game}',
      '/me/settings',
      '/me/statement',
      '/me/statement.csv',
      '/paytable',
      '/paytable/{version}',
    ]),
  );
});
