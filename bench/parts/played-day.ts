/**
 * A day of play, written by SQL: rounds of many players that were dealt and paid. The rows look
 * like the studio's own. They prove nothing of logs and books.
 */
import type { BenchDatabase } from './database.js';

interface Day {
  readonly rounds: number;
  readonly players: number;
}

const TABLES = 2;
const DAY_S = 86_000;
const ROUNDS_IN_SHOE = 60;

const statements = ({ rounds, players }: Day): readonly string[] => [
  `create temp view day_rounds as
   select i, 9000000001::bigint + i as game, 'day-' || i % ${TABLES} as table_id, i / ${TABLES} as nth,
          now() - (${rounds} - i) * interval '1 second' * ${DAY_S / rounds} as at
     from generate_series(0, ${rounds} - 1) as i`,
  `insert into tables (id, settings) select 'day-' || i, (select settings from tables limit 1) from generate_series(0, ${TABLES} - 1) as i`,
  `insert into table_leases (table_id, owner, epoch, expires_at)
   select 'day-' || i, gen_random_uuid(), 1, now() + interval '1 year' from generate_series(0, ${TABLES} - 1) as i`,
  `insert into players (operator_id, ref, name) select 'house', 'day-' || i, 'Day ' || i from generate_series(1, ${players}) as i`,
  `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, closed_seq, coup, ended_seq, ended_at, stakes_account_id, chunks)
   select game, table_id, 1 + nth / ${ROUNDS_IN_SHOE}, 1 + nth % ${ROUNDS_IN_SHOE}, 'punto-banco-1', 'settled', nth * 10 + 10, at, nth * 10 + 15,
          'P 9h Kd . B 2c Ks', nth * 10 + 18, at + interval '20 seconds', 1, 1 from day_rounds`,
  `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted)
   select p.id, gen_random_uuid(), 0, spot, 'zero_commission', 'place', 100 * (1 + (p.id + i) % 40), game, nth * 10 + 11, 0, '{}'
     from day_rounds, players p, unnest(array['punto', 'egalite', 'punto_pair']::spot[]) as spot where p.ref like 'day-%'`,
  `insert into settlement_chunks (game_number, chunk, chunks, verdict, stakes, paid, players)
   select game_number, 0, 1, 'settle', sum(amount), sum(case spot when 'punto' then 2 * amount else 0 end), ${players}
     from bets join day_rounds on game = game_number group by 1`,
];

/** Nothing of it is worked out for reports. */
export const playDay = async ({ admin }: BenchDatabase, day: Day): Promise<void> => {
  const client = await admin.connect();
  try {
    // Without the guards: they hold what the studio writes, row by row.
    await client.query(`set session_replication_role = 'replica'; set synchronous_commit = off`);
    for (const statement of statements(day)) await client.query(statement);
    await client.query(`set session_replication_role = 'origin'`);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
};
