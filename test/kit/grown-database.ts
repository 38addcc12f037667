/**
 * A database as it is after years: rounds, bets, money, sessions and everything else that grows, in
 * a few set-based statements. The rows look like the studio's own. They prove nothing of logs and
 * books.
 */
import type { TestDatabase } from './database.js';
import { asSuperuser } from './superuser.js';

interface Grown {
  /** Lines of bets, in `ROUNDS` rounds. */
  readonly bets: number;
}

/** Of each, however many bets there are. */
const GROWN_ROUNDS = 20_000;
export const GROWN_PLAYERS = 20_000;
/** Sessions that are open: those of the first half of the players. */
const OPEN_SESSIONS = 10_000;

/** Tables that others run. The table of the test has a part of the rounds, too. */
const TABLES = 10;
const ROUND_S = 30;
/** Of the open sessions, those whose rows know of no action for hours. The log does. */
const LONG_OPEN = OPEN_SESSIONS;
/** Of these, those that end while time is moved on. The others are at play until the test ends. */
const ENDING = 1_000;

const statements = ({ bets }: Grown): readonly string[] => [
  `create temp view grown_rounds as
   select i, 1000000001::bigint + i as game, case when i % ${TABLES + 1} = ${TABLES} then 'pb-1' else 'old-' || i % ${TABLES + 1} end as table_id,
          i / ${TABLES + 1} as nth, now() - (${GROWN_ROUNDS} - i) * interval '${ROUND_S} s' / ${TABLES + 1} - interval '1 minute' as at
     from generate_series(0, ${GROWN_ROUNDS} - 1) as i`,
  `insert into tables (id, settings) select 'old-' || i, (select settings from tables where id = 'pb-1') from generate_series(0, ${TABLES} - 1) as i`,
  `insert into table_leases (table_id, owner, epoch, expires_at)
   select 'old-' || i, gen_random_uuid(), 1, now() + interval '1 year' from generate_series(0, ${TABLES} - 1) as i`,
  `insert into players (operator_id, ref, name) select 'house', 'grown-' || i, 'Grown ' || md5(i::text) from generate_series(1, ${GROWN_PLAYERS}) as i`,
  `create temp table grown_players as select row_number() over (order by id) - 1 as n, id from players where ref like 'grown-%'`,
  `create unique index on grown_players (n)`,
  `insert into accounts (name, kind, player_id, balance)
   select 'player:' || id || ':' || kind, kind, id, 1000000 from grown_players, unnest(array['session', 'game']::account_kind[]) as kind`,
  `insert into accounts (name, kind) select 'round:' || game || ':stakes', 'stakes' from grown_rounds`,
  `insert into sessions (player_id, opened_at, active_at, closed_at, closed_key, closed_reason, closed_amount)
   select id, at, at, at + interval '1 hour', 'grown-' || s, 'cash_out', 0
     from grown_players, generate_series(1, 5) as s, lateral (select now() - (s + n % 300) * interval '1 day' as at) as t`,
  `insert into sessions (player_id, opened_at, active_at)
   select id, now() - interval '3 hours', now() + case when n < ${ENDING} then interval '-3 hours' else interval '2 hours' end
     from grown_players where n < ${OPEN_SESSIONS}`,
  `insert into connections (player_id, connection, process, lost_at)
   select id, 'grown-' || id, gen_random_uuid(), case when n >= ${OPEN_SESSIONS} then now() - interval '1 day' end from grown_players`,
  `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, closed_seq, coup, ended_seq, ended_at, stakes_account_id, chunks)
   select game, table_id, 1 + nth / 60, 1 + nth % 60, 'punto-banco-1', 'settled', nth * 10 + 10, at, nth * 10 + 15, 'P 9h Kd . B 2c Ks', nth * 10 + 18,
          at + interval '${ROUND_S - 1} s', (select id from accounts where name = 'round:' || game || ':stakes'), 1
     from grown_rounds where table_id <> 'pb-1' or nth > 0`,
  `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted)
   select p.id, gen_random_uuid(), 0, 'punto', 'zero_commission', 'place', 100, game, nth * 10 + 11, 0, '{}'
     from grown_rounds cross join generate_series(1, ${Math.ceil(bets / GROWN_ROUNDS)}) as line
     join grown_players p on p.n = (i * 7919 + line * 104729) % ${OPEN_SESSIONS}`,
  `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
   select table_id, nth * 10 + step, 1, (extract(epoch from at) * 1000)::bigint + step, 'bets_accepted', '{}', ''
     from grown_rounds cross join generate_series(10, 13) as step where table_id <> 'pb-1'`,
  `insert into entries (key, kind, at) select 'round:' || game || ':settle:0', 'settlement', at from grown_rounds`,
  `insert into postings (entry_id, line, source_id, destination_id, amount)
   select e.id, line, h.id, a.id, 100
     from grown_rounds join entries e on e.key = 'round:' || game || ':settle:0'
     join accounts h on h.name = 'house' cross join generate_series(0, 3) as line
     join grown_players p on p.n = (i * 7919 + line * 104729) % ${OPEN_SESSIONS}
     join accounts a on a.player_id = p.id and a.kind = 'session'`,
  `insert into payouts (game_number, player_id, paid, entry_id)
   select b.game_number, b.player_id, 2 * sum(b.amount), e.id
     from bets b join entries e on e.key = 'round:' || b.game_number || ':settle:0' group by b.game_number, b.player_id, e.id`,
  `insert into settlement_chunks (game_number, chunk, chunks, verdict, stakes, paid, players) select game, 0, 1, 'settle', 1000, 800, 4 from grown_rounds`,
  `insert into rounds_due (game_number) select game_number from rounds where status = 'settled' order by opened_at`,
  `insert into outbox (kind, payload, created_at, done_at)
   select 'settle_round', json_build_object('game', game::text, 'table', table_id), at, at from grown_rounds`,
  `insert into chat_messages (table_id, player_id, role, name, key, text, at)
   select table_id, id, 'player', 'Grown', gen_random_uuid(), 'hello', at from grown_rounds join grown_players on n = i`,
  `insert into solo_hands (player_id, game, rules, commitment, sealed, player_seed, status, step, taken, opening, acted_at, ended_at)
   select id, 'sette_e_mezzo', 'sette-e-mezzo-1', sha256(convert_to(id || '.' || i, 'UTF8')), 'sealed', 'seed', 'over', 5, 100, convert_to(id || '.' || i, 'UTF8'), now() - interval '1 day', now() - interval '1 day'
     from grown_players, generate_series(1, 10) as i where n < 1000`,
  `insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq, at)
   select hand_number, 1, player_id, gen_random_uuid(), '{}', '[]', 5, 100, 0, 0, '@sette_e_mezzo:2020-01-01', hand_number, ended_at from solo_hands`,
  `insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq, at)
   select hand_number, 0, 'over', 5, 100, 0, '@sette_e_mezzo:2020-01-01', 0, ended_at from solo_hands where hand_number % 2 = 0`,
  `insert into play_days (player_id, day, staked, returned) select id, current_date - day, 100, 100 from grown_players, generate_series(1, 10) as day where n < 1000`,
  `insert into reality_checks (operator_id, ref, at)
   select 'house', 'grown-' || i, now() - h * interval '1 hour' from generate_series(1, 1000) as i, generate_series(1, 10) as h`,
  `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, game_number, key, status, asked_at, ended_at)
   select 'house', 'grown-' || i, 'debit', id, 100, game, 'grown-' || i, 'done', at, at from grown_rounds join grown_players on n = i`,
  `insert into operator_movements (operator_id, movement_id, kind, player_id, amount, available, kid, signed, signature, body, at)
   select 'house', 'grown-' || i, 'deposit', id, 100, 100, 'none', '', '', '', at from grown_rounds join grown_players on n = i`,
  `insert into round_results (game_number, table_id, ordinal, at) select game, table_id, 0, at from grown_rounds`,
  `insert into support_messages (player_id, key, text, at) select id, gen_random_uuid(), 'hello', now() - interval '1 day' from grown_players, generate_series(1, 10) where n < 1000`,
  `insert into support_notes (player_id, message_id, kind, by, at) select player_id, id, 'settled', 'Grown', at from support_messages`,
  `insert into staff (id, role, name) values ('Grown', 'shift_manager', 'Grown'), ('Older', 'shift_manager', 'Older')`,
  `insert into staff_actions (staff_id, operation, table_id, game_number, at, seq, hash)
   select 'Grown', 'table:resume', table_id, game, at, i + 1, '' from grown_rounds`,
  `insert into incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at, evidence)
   select table_id, game, 'misdeal', '', 'studio', nth * 10 + 12, at, '{}' from grown_rounds where i % 2 = 0`,
  `insert into incident_notes (incident_id, kind, by, text, at)
   select i.id, note.kind, 'Grown', case note.kind when 'taken' then '' else 'done' end, opened_at from incidents i, unnest(array['taken', 'closed']) as note(kind)`,
  `insert into incidents (table_id, kind, detail, opened_by, opened_seq, opened_at, evidence)
   select 'old-' || i, kind, '', 'studio', 10, now() - interval '1 day', '{}' from generate_series(0, ${TABLES} - 1) as i, unnest(array['stream_lost', 'stalled']) as kind`,
  `insert into open_incidents (incident_id, table_id, kind) select id, table_id, kind from incidents where kind in ('stream_lost', 'stalled')`,
  `insert into approvals (kind, table_id, game_number, expects, reason_code, requested_by, requested_at, expires_at)
   select 'void', table_id, game, '{}', 'misdeal', 'Grown', at, at + interval '15 minutes' from grown_rounds where i % 2 = 0 and at < now() - interval '1 hour'`,
  `insert into approval_decisions (approval_id, verdict, decided_by, decided_at) select id, (case when id % 1000 = 1 then 'refused' else 'approved' end)::approval_verdict, 'Older', requested_at from approvals where id % 20 > 0`,
  `insert into approval_uses (approval_id, table_id, seq) select id, table_id, id from approvals where id % 20 > 0 and id % 1000 <> 1`,
  `select setval('game_numbers', (select max(game_number) from rounds))`,
];

/** Nobody has looked at the sessions of the first players for hours, as after a long night. */
export const UNLOOKED_AT = `
update sessions s set active_at = now() - interval '3 hours', warned_at = null
  from players p
 where p.id = s.player_id and s.closed_at is null and p.ref like 'grown-%' and split_part(p.ref, '-', 2)::int <= ${LONG_OPEN}`;

/**
 * Fills the database as the superuser, without its guards: they hold what the studio writes, row by
 * row. The table `pb-1` must be there.
 */
export const grow = (database: TestDatabase, grown: Grown): Promise<void> =>
  asSuperuser(database, async (client) => {
    await client.query(`set session_replication_role = 'replica'; set synchronous_commit = off`);
    for (const statement of statements(grown)) await client.query(statement);
    await client.query('vacuum analyze');
  });
