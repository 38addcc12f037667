/** The feeds that operators read on and on, and what their players came to in a day. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  dayTotals,
  monthTotals,
  lobbyPage,
  resultsPage,
} from '../../src/protocol/operator-feeds.js';
import type { Player, Staff } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { launched, takesRealMoney } from '../kit/operator-players.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const BANCO_WINS = '2h 7c Kd Ks 4s'; // Punto 2 + K, 4: 6; Banco 7
const testbed = useTestbed({ tables: { 'pb-1': BETTING, 'pb-2': BETTING } });
/** An operator asks 200 times a second at most. */
const EVERY_MS = 50;
/** The lobby five times. */
const LOBBY_EVERY_MS = 250;
let crowds = 0;
let studio: Studio;
let dealer: Staff;
let acme: Operator;
let brand: Operator;
let anna: Player;
let eve: Player;
const games: string[] = [];

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme', { tables: ['pb-1'] });
  brand = await Operator.open(testbed, 'brand');
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  anna = await launched(acme, studio, 'anna');
  eve = await launched(brand, studio, 'eve');
  await play(async (game) => {
    await anna.bet(game, ['banco', 20]);
    await anna.bet(game, ['egalite', 1]);
    await eve.bet(game, ['punto', 10]);
  });
  await play(async (game) => {
    await eve.bet(game, ['punto', 10]);
  });
});

const play = async (bets: (game: string) => Promise<void>): Promise<void> => {
  const { game, seq } = await dealer.openBetting();
  games.push(game);
  await bets(game);
  await dealer.betsClosed(seq);
  await dealer.deal(BANCO_WINS);
  await dealer.next('round_settled', { after: seq });
};

const asked = async (operator: Operator, path: string) => {
  const { status, body } = await operator.get(studio, path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const results = async (operator: Operator, after?: string) =>
  resultsPage.parse(
    await asked(operator, `/operator/results${after === undefined ? '' : `?after=${after}`}`),
  );
const lobby = async (operator: Operator, after?: string) =>
  lobbyPage.parse(
    await asked(operator, `/operator/lobby${after === undefined ? '' : `?after=${after}`}`),
  );

/** Other transactions of the machine's Postgres hold the feed back while they last. */
const resultsOf = (operator: Operator, count: number, after?: string) =>
  eventually(
    `${count} results are shown`,
    async () => {
      const page = await results(operator, after);
      return page.results.length === count && page;
    },
    { everyMs: EVERY_MS },
  );

describe('the results', () => {
  it('are those of the tables that the operator’s players see, in their order', async () => {
    const page = await resultsOf(acme, 2);
    expect(page.results).toMatchObject(
      games.map((game) => ({
        table: 'pb-1',
        game,
        correction: 0,
        fix: null,
        status: 'settled',
        coup: 'P 2h Kd 4s . B 7c Ks',
      })),
    );
    expect(page.more).toBe(false);
    expect((await results(acme, page.next)).results).toEqual([]);
  });

  it('of a table that the players do not see are passed over', async () => {
    const before = await resultsOf(acme, 2);
    await asOwner(testbed, (_, pool) =>
      pool.query(
        `insert into round_results (game_number, table_id, ordinal) values ($1, 'pb-2', 0)`,
        [games[0]],
      ),
    );
    const seen = await eventually(
      'it is passed over',
      async () => {
        const page = await results(acme, before.next);
        return page.next !== before.next && page;
      },
      { everyMs: EVERY_MS },
    );
    expect(seen.results).toEqual([]);
    await resultsOf(brand, 3);
  });

  it('are not skipped when what began first is committed last', async () => {
    const { next } = await results(brand, (await resultsOf(brand, 3)).next);
    const INSERT = `insert into round_results (game_number, table_id, ordinal) values ($1, 'pb-1', 0)`;
    await asOwner(testbed, async (_, pool) => {
      const slow = await pool.connect();
      try {
        await slow.query('begin');
        await slow.query(INSERT, [games[0]]);
        await asOwner(testbed, (__, fast) => fast.query(INSERT, [games[1]]));
        const held = await results(brand, next);
        expect(held.results, 'they wait for what began before them').toEqual([]);
        expect(held.next).toBe(next);
        await slow.query('commit');
      } finally {
        slow.release(true);
      }
    });
    const { results: both } = await resultsOf(brand, 2, next);
    expect(both.map(({ game }) => game)).toEqual(games);
  });

  it('go on by the operator’s own cursor alone, in this history of the database', async () => {
    const { next } = await results(acme);
    const refused = (status: number, error: string) => ({ status, body: { error } });
    const path = (cursor: string) => `/operator/results?after=${cursor}`;
    expect(await brand.get(studio, path(next))).toEqual(refused(400, 'unknown_cursor'));
    expect(await acme.get(studio, path(`A${next}`))).toEqual(refused(400, 'unknown_cursor'));
    expect(await acme.get(studio, path((await lobby(acme)).next))).toEqual(
      refused(400, 'unknown_cursor'),
    );
    expect((await acme.get(studio, path('no%20cursor'))).status).toBe(400);
  });
});

describe('the lobby', () => {
  it('shows the tables that the players may see, and then what has changed', async () => {
    const first = await lobby(acme);
    expect(first.tables.map(({ card }) => card.table)).toEqual(['pb-1']);
    expect(first.tables[0]!.beads.length).toBeGreaterThanOrEqual(2);
    const all = await lobby(brand);
    expect(all.tables.map(({ card }) => card.table)).toEqual(['pb-1', 'pb-2']);
    let at = all.next;
    const { next } = await eventually(
      'nothing changes',
      async () => {
        const later = await lobby(brand, at);
        at = later.next;
        return later.tables.length === 0 && later;
      },
      { everyMs: LOBBY_EVERY_MS },
    );
    await play(() => Promise.resolve());
    const changed = await lobby(brand, next);
    expect(changed.tables.map(({ card }) => card.table)).toEqual(['pb-1']);
    expect(changed.gone).toEqual([]);
  });

  it('says which tables are gone that the players saw before', async () => {
    const see = (tables: readonly string[]) =>
      asOwner(testbed, (_, pool) =>
        pool.query(`update operators set tables = $1 where id = 'acme'`, [tables]),
      );
    const { next } = await lobby(acme);
    await see(['pb-2']);
    const changed = await lobby(acme, next);
    await see(['pb-1']);
    expect(changed.tables.map(({ card }) => card.table)).toEqual(['pb-2']);
    expect(changed.gone).toEqual(['pb-1']);
    expect((await lobby(acme, changed.next)).gone).toEqual(['pb-2']);
  });
});

describe('the totals of a day', () => {
  const today = () => new Date(testbed.clock.nowMs()).toISOString().slice(0, 10);

  it('are those of the operator’s own players, by currency', async () => {
    const own = dayTotals.parse(await asked(acme, `/operator/totals?day=${today()}`));
    expect(own).toMatchObject({
      isOver: false,
      totals: [
        {
          ...{ currency: 'EUR', exponent: 2, rounds: 1, hands: 0, players: 1 },
          ...{ staked: '2100', returned: '4000', hold: '-1900', brought: '10000', taken: '0' },
        },
      ],
    });
    const path = `/operator/totals?day=${today()}&currency=CHF`;
    expect(dayTotals.parse(await asked(acme, path)).totals).toEqual([]);
    expect(dayTotals.parse(await asked(acme, '/operator/totals?day=2020-02-29'))).toMatchObject({
      isOver: true,
      totals: [],
    });
    for (const day of ['2021-02-29', '0000-01-01', '1999-12-31']) {
      expect(await acme.get(studio, `/operator/totals?day=${day}`)).toEqual({
        status: 400,
        body: { error: 'malformed_request', at: 'day' },
      });
    }
  });

  it('are those of a whole month where one is asked for', async () => {
    await testbed.advance(5_000); // An operator may ask for five at once.
    const month = today().slice(0, 7);
    const { totals } = dayTotals.parse(await asked(acme, `/operator/totals?day=${today()}`));
    const whole = monthTotals.parse(await asked(acme, `/operator/totals?month=${month}`));
    expect(whole).toMatchObject({ month, isOver: false, totals });
    expect(whole.toMs - whole.fromMs).toBeGreaterThanOrEqual(28 * 24 * 3_600_000);
    for (const [query, at] of [
      ['month=2026-13', 'month'],
      ['month=1999-12', 'month'],
      [`day=${today()}&month=${month}`, 'day'],
      ['currency=EUR', 'day'],
    ] as const) {
      expect(await acme.get(studio, `/operator/totals?${query}`)).toEqual({
        status: 400,
        body: { error: 'malformed_request', at },
      });
    }
  });

  it('come as CSV, in decimals', async () => {
    await testbed.advance(5_000);
    const { text } = await acme.read(studio, `/operator/totals.csv?day=${today()}`);
    expect(text.replace('\ufeff', '').trim().split('\n')).toEqual([
      'day,currency,rounds,hands,players,staked,returned,hold,brought,taken,byHand,tips',
      `${today()},EUR,1,0,1,21.00,40.00,-19.00,100.00,0.00,0.00,0.00`,
    ]);
    const month = today().slice(0, 7);
    const whole = await acme.read(studio, `/operator/totals.csv?month=${month}`);
    expect(whole.text).toContain('month,currency,rounds');
    expect(whole.text).toContain(`${month},EUR,1,0,1,21.00,40.00`);
  });
});

describe('an operator that asks too often', () => {
  it.each([
    ['lobby', '/operator/lobby'],
    ['totals', '/operator/totals?day=2026-01-01'],
    ['totals', '/operator/totals.csv?day=2026-01-01'],
  ])('for the %s is refused, and no other is: %s', async (_, path) => {
    const crowd = await Operator.open(testbed, `crowd-${(crowds += 1)}`);
    let asks = 0;
    await eventually('one is refused', async () => {
      expect((asks += 20), 'below what an operator may ask in all').toBeLessThan(1_000);
      const answers = await Promise.all(Array.from({ length: 20 }, () => crowd.read(studio, path)));
      const refused = answers.find(({ status }) => status !== 200);
      if (refused === undefined) return false;
      expect(refused.status).toBe(429);
      expect(JSON.parse(refused.text)).toEqual({ error: 'too_many_messages' });
      return true;
    });
    const other = await Operator.open(testbed, `crowd-${(crowds += 1)}`);
    expect((await other.read(studio, path)).status).toBe(200);
  });
});
