/**
 * The report of solo games on Postgres: what a game returned and its exact return are both per
 * first stake, so that chance alone is between them.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SoloCommand } from '../../src/hands/games.js';
import { type Hands, NO_PART } from '../../src/hands/hands.service.js';
import { amount } from '../../src/money/amount.js';
import type { Played } from '../../src/protocol/solo.js';
import type { SoloReport } from '../../src/protocol/solo-report.js';
import { readSoloReport } from '../../src/report/solo-report.js';
import type { SoloGame } from '../../src/solo/game.js';
import { expectReconciled } from '../kit/books.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { handsProcess } from '../kit/hands-process.js';
import { asSuperuser } from '../kit/superuser.js';

const STAKE = amount(1_000);
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let hands: Hands;
let player: string;

beforeAll(async () => {
  database = await createDatabase();
  ({ hands } = handsProcess(database));
});
afterAll(async () => {
  await expectReconciled(database.pool);
  await database.drop();
});
beforeEach(async () => {
  player = (await openPlayers(database.pool, [1_000_000]))[0]!.id;
});

type GameReport = SoloReport['games'][number];

const reportOf = async (
  client: Pick<pg.Pool, 'query'>,
  game: SoloGame,
  aroundMs = Date.now(),
): Promise<GameReport> => {
  const period = { fromMs: aroundMs - HOUR_MS, toMs: aroundMs + HOUR_MS };
  const { games } = await readSoloReport(client, period);
  return games.find((each) => each.game === game)!;
};

const play = async (hand: string, asked: SoloCommand): Promise<Played> => {
  const isDeal = asked.command.kind === 'deal';
  const dealt = asked.game === 'blackjack' ? { seed: null, cut: 1 } : { seed: 'Sol', cut: null };
  const part = isDeal ? dealt : NO_PART;
  const reply = await hands.play({ playerId: player, hand, id: randomUUID(), asked, part });
  if (!reply.ok) throw new Error(reply.refusal);
  return reply;
};

const open = async (game: SoloGame): Promise<string> => {
  const reply = await hands.open(player, game);
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.hand.hand;
};

/** Deals until a hand can be doubled, and doubles it. The house plays the others. */
const double = async (): Promise<Played> => {
  for (;;) {
    const hand = await open('blackjack');
    const { hand: at, next } = await play(hand, {
      game: 'blackjack',
      command: { kind: 'deal', step: 0, stakes: [STAKE] },
    });
    if (next !== null || at.game !== 'blackjack') continue;
    const { step, phase } = at.view;
    if (phase === 'player')
      return play(hand, { game: 'blackjack', command: { kind: 'double', step } });
    await hands.abandon({ playerId: player, game: 'blackjack', number: hand, step });
  }
};

/** What has been taken and paid of a game, and how many hands of a first stake each. */
const sumsOf = async (game: SoloGame) => {
  const { rows } = await database.pool.query<{ taken: number; paid: number; hands: number }>(
    `select sum(taken)::int as taken, sum(paid)::int as paid, count(*)::int as hands
       from solo_hands where game = $1 and status = 'over'`,
    [game],
  );
  return rows[0]!;
};

describe('the report of solo games', () => {
  it('has the exact return of the best play for the games with choices', async () => {
    // As RULES 4 and 5 have them.
    expect(await reportOf(database.pool, 'sette_e_mezzo')).toMatchObject({ exact: '99.8274' });
    expect(await reportOf(database.pool, 'blackjack')).toMatchObject({ exact: '99.4339' });
  });

  it('weighs the exact return of Punto e Banco by the stakes on each spot', async () => {
    expect(await reportOf(database.pool, 'punto_e_banco')).toMatchObject({ exact: null });
    const hand = await open('punto_e_banco');
    const stakes = {
      punto: amount(1_000),
      banco: amount(2_000),
      egalite: amount(1_000),
      punto_pair: amount(500),
      banco_pair: amount(500),
    };
    const command = { kind: 'deal', step: 0, stakes } as const;
    const { hand: over } = await play(hand, { game: 'punto_e_banco', command });
    const due = 0.2 * 98.7136275 + 0.4 * 98.9882517 + 0.2 * 93.6154145 + 0.2 * 94.1176471;
    expect(await reportOf(database.pool, 'punto_e_banco')).toMatchObject({
      firstStakes: '5000',
      taken: '5000',
      returned: (Number(over.view.paid) / 50).toFixed(4),
      exact: due.toFixed(4),
    });
  });

  it('counts what a double adds as a gain or a loss on the first stake', async () => {
    // Until one is won or lost: what comes back of an equal total is the same in both ways.
    while ((await double()).hand.view.paid === '2000');
    const { taken, paid, hands: count } = await sumsOf('blackjack');
    expect(taken).toBeGreaterThan(count * 1_000);
    const returned = 100 * (1 + (paid - taken) / (count * 1_000));
    expect(returned).not.toBeCloseTo((100 * paid) / taken, 4);
    expect(await reportOf(database.pool, 'blackjack')).toMatchObject({
      hands: count,
      firstStakes: String(count * 1_000),
      taken: String(taken),
      paid: String(paid),
      returned: returned.toFixed(4),
    });
  });

  it('is read by the hour, and adds up what was asked for one by one', async () => {
    const hand = await open('punto_e_banco');
    const command = { kind: 'deal', step: 0, stakes: { punto: STAKE } } as const;
    await play(hand, { game: 'punto_e_banco', command });
    const { rows } = await database.pool.query<{ first: number; last: number }>(
      `select (extract(epoch from min(ended_at)) * 1000)::float8 as first,
              (extract(epoch from max(ended_at)) * 1000)::float8 as last
         from solo_hands where game = 'punto_e_banco' and status = 'over'`,
    );
    const { first, last } = rows[0]!;
    const longest: number[] = [];
    const client = {
      query: (config: pg.QueryConfig) => {
        const [fromMs, toMs] = (config.values ?? []) as number[];
        if (fromMs !== undefined) longest.push(toMs! - fromMs);
        return database.pool.query(config);
      },
    } as Pick<pg.Pool, 'query'>;
    // Between the first hand and the last one an hour ends.
    const fromMs = Math.ceil((first + last) / 2) - 20 * HOUR_MS;
    const { games } = await readSoloReport(client, { fromMs, toMs: fromMs + 30.5 * HOUR_MS });
    expect(Math.max(...longest)).toBe(HOUR_MS);
    const { hands: count, taken, paid } = await sumsOf('punto_e_banco');
    expect(count).toBeGreaterThan(1);
    expect(games.find((each) => each.game === 'punto_e_banco')).toMatchObject({
      hands: count,
      firstStakes: `${taken}`,
      taken: `${taken}`,
      paid: `${paid}`,
    });
  });
});

/** Hands as a superuser makes them up: by its number each takes a first stake, adds and is paid. */
const madeUp = (game: SoloGame, first: string, added: string, paid: string): Promise<GameReport> =>
  asSuperuser(database, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      `with made as (
         insert into solo_hands (hand_number, player_id, game, rules, commitment, sealed, player_seed, cut, status, step, taken, paid, opening, acted_at, ended_at)
         select 900000000000 + n, $1::bigint, $2::solo_game, 'made-up', sha256(opening), '', case $2::solo_game when 'blackjack' then null else 'seed' end, case $2::solo_game when 'blackjack' then 7 end,
                'over', 5, ${first} + ${added}, ${paid}, opening, '2030-01-01', '2030-01-01'
           from (select n, decode(lpad(to_hex(n), 64, '0'), 'hex') as opening from generate_series(0, 999) as n) as hand)
       insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
       select 900000000000 + n, ordinal, $1::bigint, gen_random_uuid(), '{}', '[]', ordinal, case ordinal when 1 then ${first} else ${added} end, 0, 0, 'made-up', 1
         from generate_series(0, 999) as n cross join generate_series(1, 2) as ordinal`,
      [player, game],
    );
    const report = await reportOf(client, game, Date.UTC(2030, 0, 1));
    await client.query('rollback');
    return report;
  });

describe('the band around an exact return', () => {
  it('holds what chance explains', async () => {
    // 1,000 hands of which every second is won: 100 %, with an error of 3.2 %.
    const fair = await madeUp('sette_e_mezzo', '1000', '0', 'n % 2 * 2000');
    expect(fair).toMatchObject({ hands: 1_000, returned: '100.0000', isWithin: true });
    expect(Number(fair.band?.low)).toBeCloseTo(99.8273828 - 4 * 3.1623, 2);
    expect(Number(fair.band?.high)).toBeCloseTo(99.8273828 + 4 * 3.1623, 2);
    const unfair = await madeUp(
      'sette_e_mezzo',
      '1000',
      '0',
      'case when n % 5 < 3 then 2000 else 0 end',
    );
    expect(unfair).toMatchObject({ returned: '120.0000', isWithin: false });
  });

  it('is that of gains per first stake, where stakes are doubled', async () => {
    // A tenth is doubled, and half of them are won: first stakes of 1,000, gains of ±1,000 and
    // ±2,000.
    const doubled = await madeUp(
      'blackjack',
      '1000',
      'case when n % 10 = 0 then 1000 else 0 end',
      'case when n % 20 < 10 then 2 * (1000 + case when n % 10 = 0 then 1000 else 0 end) else 0 end',
    );
    expect(doubled).toMatchObject({ firstStakes: '1000000', taken: '1100000', isWithin: true });
    expect(doubled.returned).toBe('100.0000');
    const error = 100 * Math.sqrt((0.9 * 1 + 0.1 * 4) / 1_000);
    expect(Number(doubled.band?.low)).toBeCloseTo(99.4339 - 4 * error, 2);
    expect(Number(doubled.band?.high)).toBeCloseTo(99.4339 + 4 * error, 2);
  });
});
