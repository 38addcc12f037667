/** From when a limit of play holds, as the database says. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { coup } from '../kit/any-coup.js';
import { handsProcess } from '../kit/hands-process.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const SET = `
insert into play_limits (operator_id, ref, kind, period, amount, source, by, reason)
select operator_id, ref, 'time', 'day', $2, 'player', 'x', 'x' from players where id = $1
returning round(extract(epoch from holds_from - at) / 3600)::int as hours`;

it.each([
  ['forward', '2027-03-27T18:00:00Z'],
  ['back', '2027-10-30T18:00:00Z'],
])('a raised limit waits 24 hours where the clocks are put %s', async (_, at) => {
  const [player] = await openPlayers(database.pool, [0]);
  await database.moveTimeTo(Date.parse(at) - Date.now());
  const client = await database.pool.connect();
  const waited: number[] = [];
  try {
    await client.query(`set time zone 'Europe/Rome'`);
    for (const minutes of [5, 9]) {
      const { rows } = await client.query<{ hours: number }>(SET, [player!.id, minutes]);
      waited.push(rows[0]!.hours);
    }
  } finally {
    client.release(true);
  }
  await database.moveTimeTo(0);
  expect(waited).toEqual([0, 24]);
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A round of a minute that is played to its end. */
const betsAtATable = async (player: string) => {
  const table = await RunningTable.open(database, { betMs: MINUTE_MS });
  try {
    await table.openBets();
    await table.table.join(player);
    const bet = { kind: 'place', spot: 'punto', amount: amount(500) } as const;
    expect(await table.bet(player, bet)).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
  } finally {
    await table.stop();
  }
};

/** A player in a session of so many minutes, and her actions in hands of Blackjack in it. */
const inSession = async (minutes: number) => {
  const player = (await openPlayers(database.pool, [10_000]))[0]!.id;
  const past = (sql: string, ...values: readonly unknown[]) =>
    asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica'); // past the guards
      return client.query<{ hand: string }>(sql, [player, ...values]);
    });
  await past(
    `update sessions set opened_at = studio_now() - make_interval(mins => $2) where player_id = $1`,
    minutes,
  );
  const deals = async () =>
    (
      await past(
        `insert into solo_hands (player_id, game, rules, commitment, sealed, status, step, taken, cut)
         values ($1, 'blackjack', '1', '', '', 'in_play', 1, 10, 100) returning hand_number as hand`,
      )
    ).rows[0]!.hand;
  const acts = (hand: string, ordinal: number, minutesAgo: number) =>
    past(
      `insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq, at)
       values ($2, $3, $1, gen_random_uuid(), '', '', $3, 0, 0, 0, '', 1, studio_now() - make_interval(mins => $4))`,
      ...[hand, ordinal, minutesAgo],
    );
  const isVoid = (hand: string, minutesAgo: number) =>
    past(
      `update solo_hands set status = 'void', opening = '', commitment = sha256(''),
              ended_at = studio_now() - make_interval(mins => $3)
        where player_id = $1 and hand_number = $2`,
      ...[hand, minutesAgo],
    );
  /** Minutes of play within a week, and those of the play that goes on. */
  const played = async () => {
    const { rows } = await database.pool.query<{ all: number; now: number | null }>(
      `select (played_ms(operator_id, ref, studio_now() - interval '7 days') / 60000)::int as "all",
              (extract(epoch from studio_now() - plays_since(operator_id, ref)) / 60)::int as now
         from players where id = $1`,
      [player],
    );
    return rows[0]!;
  };
  return { player, deals, acts, isVoid, played };
};

it('a hand that waits is play for 20 minutes after each action, and then none until the next', async () => {
  const { deals, acts, played } = await inSession(1_000);
  const hand = await deals();
  await acts(hand, 1, 990);
  await acts(hand, 2, 975);
  expect(await played()).toEqual({ all: 45, now: 0 });
  await acts(hand, 3, 500);
  expect(await played()).toEqual({ all: 65, now: 0 });
  await acts(hand, 4, 5);
  expect(await played()).toEqual({ all: 70, now: 5 });
});

it('a session is play where no hand waits', async () => {
  const { deals, acts, isVoid, played } = await inSession(1_000);
  const first = await deals();
  await acts(first, 1, 900);
  await isVoid(first, 900);
  expect(await played()).toEqual({ all: 1_000, now: 1_000 });
});

it('a hand that waited in vain is no play until it was void', async () => {
  const { deals, acts, isVoid, played } = await inSession(1_000);
  const hand = await deals();
  await acts(hand, 1, 900);
  await isVoid(hand, 10);
  expect(await played()).toEqual({ all: 130, now: 10 });
});

it('who bets at a table plays, whatever hand waits', async () => {
  const { player, deals, acts, played } = await inSession(1_000);
  await acts(await deals(), 1, 900);
  await betsAtATable(player);
  expect(await played()).toEqual({ all: 120, now: 0 });
  await database.moveTimeTo(HOUR_MS);
  expect(await played()).toEqual({ all: 140, now: 0 });
  await database.moveTimeTo(0);
});

it('the play that a hand interrupted is counted to 20 minutes after a bet before it waited', async () => {
  const { player, deals, acts, played } = await inSession(119);
  await betsAtATable(player);
  await database.moveTimeTo(881 * MINUTE_MS);
  await acts(await deals(), 1, 900);
  expect(await played()).toEqual({ all: 139, now: 0 });
  await database.moveTimeTo(0);
});

/**
 * Many are marked at once, as by an operator that is turned off. A plan that was made before, for
 * the few that there were, would ask about each of them at every stake.
 */
it('a stake asks of whoever stakes alone, however many others have a limit', async () => {
  const own = await createDatabase();
  const [player, barred] = (await openPlayers(own.pool, [10_000, 0])) as [
    CreditedPlayer,
    CreditedPlayer,
  ];
  await asSuperuser(own, async (client) => {
    await client.query(
      `insert into operators (id, mode, currencies) values ('many', 'transfer', '{EUR}')`,
    );
    await client.query('set session_replication_role = replica');
    await client.query(
      `with p as (insert into players (operator_id, ref, name, currency)
                  select 'many', 'm-' || n, 'm', 'EUR' from generate_series(1, 20000) n returning id)
       insert into accounts (name, kind, player_id)
       select 'player:' || id || ':session', 'session'::account_kind, id from p`,
    );
    await client.query('set session_replication_role = origin');
    await client.query(
      `insert into play_bars (operator_id, ref, kind, source, by, reason)
       select operator_id, ref, 'bar', 'staff', 'x', 'x' from players where id = $1`,
      [barred.id],
    );
    await client.query('vacuum analyze accounts');
  });
  const table = await RunningTable.open(own);
  const { hands } = handsProcess(own);
  const stakes = async () => {
    const bet = { kind: 'place', spot: 'punto', amount: amount(500) } as const;
    expect(await table.bet(player.id, bet)).toMatchObject({ ok: true });
    const { hand } = (await hands.open(player.id, 'punto_e_banco')) as { hand: { hand: string } };
    const command = { kind: 'deal', step: 0, stakes: { banco: amount(1_000) } } as const;
    const dealt = await hands.play({
      ...{ playerId: player.id, hand: hand.hand, id: randomUUID() },
      asked: { game: 'punto_e_banco', command },
      part: { seed: 'x', cut: null },
    });
    expect(dealt).toMatchObject({ ok: true });
  };
  try {
    await table.openBets();
    await table.table.join(player.id);
    await stakes();
    await asSuperuser(own, async (client) => {
      await client.query(
        `insert into play_limits (operator_id, ref, kind, period, amount, source, by, reason)
         select operator_id, ref, 'time', 'day', 60, 'operator', 'x', 'x' from players
          where operator_id = 'many' order by id limit 200`,
      );
      await client.query(
        `create or replace function stake_refusal(player bigint, stake bigint)
         returns text language plpgsql volatile as $$
         begin raise exception 'asked of %', player; end $$`,
      );
    });
    await stakes();
  } finally {
    await table.stop();
    await own.drop();
  }
});
