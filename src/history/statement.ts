/**
 * A player's statement: every entry that moved money of the session or of the game account, read
 * from the postings.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { EntryKind } from '../money/posting.js';
import type { StatementPage, StatementQuery } from '../protocol/http.js';
import { pageOf } from './page.js';

/** What went through one side of each account, newest first, no more than a page of it. */
const movedFrom = (own: string, other: string, sign: string): string => `
  select own.kind as account, m.* from own cross join lateral (
    select p.entry_id as id, e.at, e.kind, e.key, ${sign}sum(p.amount) as change, max(p.${other}) as other_id
      from period cross join place cross join postings p
     cross join lateral (select at, kind, key from entries where id = p.entry_id offset 0) as e
     where p.${own} = own.id and p.entry_id < :before and p.entry_id between lowest and highest
       and e.at >= from_at and e.at < to_at
     group by p.entry_id, e.at, e.kind, e.key order by p.entry_id desc limit :limit) as m`;

/**
 * Entries are numbered in the order of their time, except those that were written side by side. So
 * a time's place among the numbers is found by a binary search, with an hour to spare, and no more
 * postings are read than the period holds. For each account and each side no more entries are read
 * than are shown. It begins where no posting was taken out, however early it is asked for.
 */
const READ_STATEMENT = statement({
  inputs: {
    player: 'bigint',
    before: 'bigint',
    fromMs: 'float8 null',
    toMs: 'float8 null',
    limit: 'bigint',
  },
  text: `
with recursive period as materialized (
  select greatest(coalesce(to_timestamp(:fromMs / 1000), '-infinity'), (select max(whole_from) from period_archives)) as from_at,
         coalesce(to_timestamp(:toMs / 1000), 'infinity') as to_at
), search(bound, at, low, high) as (
  select b.bound, b.at, 0::bigint, (select coalesce(max(id), 0) + 1 from entries)
    from period cross join lateral (values ('from', from_at - interval '1 hour'), ('to', to_at + interval '1 hour')) as b(bound, at)
  union all
  select s.bound, s.at, case when e.at < s.at then middle + 1 else low end, case when e.at < s.at then high else middle end
    from search s cross join lateral (select (low + high) / 2 as middle) as half
   cross join lateral (select at from entries where id >= middle order by id limit 1) as e
   where low < high
), place as materialized (
  select max(low) filter (where bound = 'from') as lowest, max(low) filter (where bound = 'to') as highest
    from search where low >= high
), own as (
  select id, kind from accounts where player_id = :player and kind in ('session', 'game')
), moved as (
  ${movedFrom('source_id', 'destination_id', '-')}
  union all
  ${movedFrom('destination_id', 'source_id', '')}
)
select m.id, round(extract(epoch from m.at) * 1000) as at_ms, m.kind,
       coalesce(sum(m.change) filter (where m.account = 'session'), 0) as session,
       coalesce(sum(m.change) filter (where m.account = 'game'), 0) as game_account,
       coalesce(max(split_part(other.name, ':', 2)) filter (where other.kind = 'stakes'),
                max(split_part(m.key, ':', 2)) filter (where m.key like 'round:%')) as game,
       (select s.hand_number
          from (select hand_number, chain, seq from solo_steps where player_id = :player
                union all select v.hand_number, v.chain, v.seq from hand_voids v join solo_hands o using (hand_number) where o.player_id = :player) as s
         where m.kind = 'hands' and s.seq = split_part(max(m.key), ':', 4)::bigint
           and s.chain = split_part(max(m.key), ':', 2) || ':' || split_part(max(m.key), ':', 3)) as hand
  from moved m join accounts other on other.id = m.other_id
 group by m.id, m.at, m.kind order by m.id desc limit :limit`,
});

interface EntryRow {
  readonly id: string;
  readonly at_ms: string;
  readonly kind: EntryKind;
  readonly session: string;
  readonly game_account: string;
  readonly game: string | null;
  readonly hand: string | null;
}

const AFTER_ALL = '9223372036854775807';

export const readStatement = async (
  pool: pg.Pool,
  playerId: string,
  { fromMs, toMs, before, limit }: StatementQuery,
): Promise<StatementPage> => {
  const { rows } = await pool.query<EntryRow>(
    READ_STATEMENT({
      player: playerId,
      before: before ?? AFTER_ALL,
      fromMs,
      toMs,
      limit: limit + 1,
    }),
  );
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  const entries = shown.map(({ id, at_ms, kind, session, game_account, game, hand }) => ({
    id,
    atMs: Number(at_ms),
    kind,
    game,
    hand,
    session,
    gameAccount: game_account,
  }));
  return { entries, next, archivedUntilMs: await readArchivedUntil(pool, fromMs) };
};

/** Read after the statement: an archive that is begun meanwhile is named, and was not cut off. */
const readArchivedUntil = async (
  pool: pg.Pool,
  fromMs: number | undefined,
): Promise<number | null> => {
  const { rows } = await pool.query<{ whole_from: Date | null }>(
    'select max(whole_from) as whole_from from period_archives',
  );
  const archivedUntilMs = rows[0]?.whole_from?.getTime() ?? null;
  return archivedUntilMs !== null && (fromMs ?? 0) < archivedUntilMs ? archivedUntilMs : null;
};
