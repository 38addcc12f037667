/** The rounds that a player bet in, read from Postgres, newest first. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { PlayedRound, RoundsPage, RoundsQuery } from '../protocol/http.js';
import { pageOf } from './page.js';
import { type LineRow, type PlayedRoundRow, playedRound } from './played-round.js';

/** `player` is a number of a player, as SQL. Money is in the player's own currency. */
const roundFor = (player: string): string => `
r.game_number as game, r.table_id, t.settings ->> 'name' as table_name, (select currency from players where id = ${player}) as currency,
round(extract(epoch from r.opened_at) * 1000) as opened_ms, r.status, coalesce(resettled.coup, r.coup) as coup,
r.paytable, p.paid as paid_first, coalesce(moved.paid, p.paid) as paid, by_hand.it as by_hand, corrected.fix`;

/**
 * What the round became for a player. A correction counts once all of it is paid, and a
 * resettlement where the stakes were taken.
 */
const outcomeFor = (player: string): string => `
  left join payouts p on p.game_number = r.game_number and p.player_id = ${player}
  cross join lateral (
    select exists (
      select from hand_pays h left join corrections c using (game_number, ordinal)
       where h.game_number = r.game_number and h.player_id = ${player} and (h.ordinal = 0 or c.finished_seq is not null)) as it
  ) as by_hand
  left join lateral (
    select c.fix from corrections c
     where c.game_number = r.game_number and c.finished_seq is not null and (c.player_id is null or c.player_id = ${player})
       and (c.fix <> 'resettle' or ${player} not in (select untaken_stakes(r.game_number)))
     order by c.ordinal desc limit 1) as corrected on true
  left join lateral (
    select c.coup from corrections c
     where c.game_number = r.game_number and c.finished_seq is not null and c.fix = 'resettle'
     order by c.ordinal desc limit 1) as resettled on true
  left join lateral (
    select m.paid from correction_payouts m join corrections c using (game_number, ordinal)
     where m.game_number = r.game_number and m.player_id = ${player} and c.finished_seq is not null
     order by m.ordinal desc limit 1) as moved on true`;

/** Of a round `r`, as SQL. */
const IS_SHOWN = `r.opened_at >= from_at and r.opened_at < to_at and (r.opened_at, r.game_number) < (before_at, :before)`;

/**
 * The game numbers of a table grow as its rounds are opened. So the first of each table after one
 * time and the last before another limit what must be read of the player's bets, however long ago
 * that is. An hour is added at either end, because the clocks of two processes may differ.
 *
 * A table draws the number of a round when it opens the one before, and keeps it over a rest. So
 * the `latest` by their numbers are not all of the last that were opened. Of the lower numbers each
 * table has one at most that was opened after the first of these: its last one, since the others
 * were opened before that one was drawn. Two more are looked at, for the clocks again.
 */
const READ_ROUNDS = statement({
  inputs: {
    player: 'bigint',
    before: 'bigint',
    fromMs: 'float8 null',
    toMs: 'float8 null',
    limit: 'bigint',
  },
  text: `
with period as materialized (
  select coalesce(to_timestamp(:fromMs / 1000), '-infinity') as from_at, coalesce(to_timestamp(:toMs / 1000), 'infinity') as to_at,
         coalesce((select opened_at from rounds where game_number = :before), 'infinity') as before_at
), bounds as materialized (
  select min(first.game) as lowest, max(last.game) as highest
    from period cross join tables t
    left join lateral (
      select game_number as game from rounds
       where table_id = t.id and opened_at >= from_at - interval '1 hour' order by opened_at limit 1) as first on true
    left join lateral (
      select game_number as game from rounds
       where table_id = t.id and opened_at < least(to_at, before_at) + interval '1 hour' order by opened_at desc limit 1) as last on true
), played as (
  select game_number from bets
   where player_id = :player
     and game_number between (select lowest from bounds) and (select highest from bounds)
   group by game_number order by game_number desc
), latest as materialized (
  select r.game_number, r.opened_at
    from period cross join played
    join rounds r using (game_number)
   where ${IS_SHOWN}
   order by r.game_number desc limit :limit
), kept as (
  select r.game_number, r.opened_at
    from (select min(game_number) as game_number, min(opened_at) as opened_at from latest) as first
   cross join period cross join tables t
   cross join lateral (
     select o.game_number, o.opened_at from rounds o
      where o.table_id = t.id and o.game_number < first.game_number order by o.game_number desc limit 3) as r
   where r.opened_at >= first.opened_at and ${IS_SHOWN}
     and exists (select from bets b where b.player_id = :player and b.game_number = r.game_number)
), shown as materialized (
  select * from (select * from latest union all select * from kept) as either
   order by opened_at desc, game_number desc limit :limit
)
select ${roundFor(':player')}
  from shown
  join rounds r using (game_number)
  join tables t on t.id = r.table_id${outcomeFor(':player')}
 order by r.opened_at desc, r.game_number desc`,
});

const READ_ROUND = statement({
  inputs: { player: 'bigint', game: 'bigint' },
  text: `
select ${roundFor(':player')}
  from rounds r
  join tables t on t.id = r.table_id${outcomeFor(':player')}
 where r.game_number = :game
   and exists (select from bets b where b.game_number = r.game_number and b.player_id = :player)`,
});

const READ_LINES = statement({
  inputs: { player: 'bigint', games: 'bigint[]' },
  text: `
select game_number as game, bet_id, kind, spot, mode, amount, balance_after
  from bets where game_number = any(:games) and player_id = :player
 order by game_number, seq, line`,
});

/** Those of an operator's players who bet in the round, by the studio's numbers for them. */
const READ_ROUND_OF_OPERATOR = statement({
  inputs: {
    operator: 'text',
    game: 'bigint',
    player: 'text null',
    after: 'bigint',
    limit: 'bigint',
  },
  text: `
with own as (
  select distinct b.player_id, w.ref from bets b join players w on w.id = b.player_id
   where b.game_number = :game and b.player_id > :after and w.operator_id = :operator
     and (:player::text is null or w.ref = :player)
   order by b.player_id limit :limit
)
select own.player_id as "playerId", own.ref as player, ${roundFor('own.player_id')}
  from own
  join rounds r on r.game_number = :game
  join tables t on t.id = r.table_id${outcomeFor('own.player_id')}
 order by own.player_id`,
});

const READ_LINES_OF_ROUND = statement({
  inputs: { game: 'bigint', players: 'bigint[]' },
  text: `
select player_id as "playerId", game_number as game, bet_id, kind, spot, mode, amount, balance_after
  from bets where game_number = :game and player_id = any(:players)
 order by player_id, seq, line`,
});

const AFTER_ALL = '10000000000';

export const readRounds = async (
  pool: pg.Pool,
  playerId: string,
  { fromMs, toMs, before, limit }: RoundsQuery,
): Promise<RoundsPage> => {
  const { rows } = await pool.query<PlayedRoundRow>(
    READ_ROUNDS({ player: playerId, before: before ?? AFTER_ALL, fromMs, toMs, limit: limit + 1 }),
  );
  const { shown, next } = pageOf(rows, limit, ({ game }) => game);
  return { rounds: await withLines(pool, playerId, shown), next };
};

/** Undefined where there is no such round, or the player did not bet in it. */
export const readRound = async (
  pool: pg.Pool,
  playerId: string,
  game: string,
): Promise<PlayedRound | undefined> => {
  const { rows } = await pool.query<PlayedRoundRow>(READ_ROUND({ player: playerId, game }));
  return (await withLines(pool, playerId, rows))[0];
};

/** Whose the round is, beside what it was for them. */
interface Own {
  readonly playerId: string;
  /** The operator's own name for the player. */
  readonly player: string;
}

/** As it was for those of the operator's players who bet in it; `player`: for one of them alone. */
export const readRoundOfOperator = async (
  pool: Pick<pg.Pool, 'query'>,
  operator: string,
  game: string,
  { player, after, limit }: { player?: string | undefined; after: string; limit: number },
): Promise<{ readonly rounds: readonly (PlayedRound & Own)[]; readonly next: string | null }> => {
  const inputs = { operator, game, player, after, limit: limit + 1 };
  const { rows } = await pool.query<PlayedRoundRow & Own>(READ_ROUND_OF_OPERATOR(inputs));
  const { shown, next } = pageOf(rows, limit, ({ playerId }) => playerId);
  const players = shown.map(({ playerId }) => playerId);
  const lines = await pool.query<LineRow & { playerId: string }>(
    READ_LINES_OF_ROUND({ game, players }),
  );
  const rounds = shown.map((row) => ({
    playerId: row.playerId,
    player: row.player,
    ...playedRound(
      row,
      lines.rows.filter(({ playerId }) => playerId === row.playerId),
    ),
  }));
  return { rounds, next };
};

/**
 * What a round's status says of its bets stays true: no bet comes after the close, the round is
 * paid after the close, and it is corrected after it is paid.
 */
const withLines = async (
  pool: pg.Pool,
  playerId: string,
  rounds: readonly PlayedRoundRow[],
): Promise<PlayedRound[]> => {
  if (rounds.length === 0) return [];
  const games = rounds.map(({ game }) => game);
  const { rows } = await pool.query<LineRow>(READ_LINES({ player: playerId, games }));
  const lines = new Map<string, LineRow[]>(games.map((game) => [game, []]));
  for (const row of rows) lines.get(row.game)!.push(row);
  return rounds.map((round) => playedRound(round, lines.get(round.game)!));
};
