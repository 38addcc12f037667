/**
 * A player's statement: every entry that moved money of the session, of the game account or of what
 * is advanced on an operator's wallet, read from the postings.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { EntryKind } from '../money/posting.js';
import type { StatementPage, StatementQuery, WalletMove } from '../protocol/http.js';
import { pageOf } from './page.js';

/** What went through one side of each account, newest first, no more than a page of it. */
const movedFrom = (own: string, other: string, sign: string): string => `
  select own.kind as account, m.* from own cross join lateral (
    select p.entry_id as id, e.at, e.kind, e.key, ${sign}sum(p.amount) as change, max(p.${other}) as other_id
      from period cross join postings p
     cross join lateral (select at, kind, key from entries where id = p.entry_id offset 0) as e
     where p.${own} = own.id and p.entry_id >= (select lowest from place) and p.entry_id <= (select last from place)
       and e.at >= from_at and e.at < to_at
     group by p.entry_id, e.at, e.kind, e.key order by p.entry_id desc limit :limit) as m`;

/**
 * Entries are numbered in the order of their time, except those that were written side by side. So
 * a time's place among the numbers is found by a binary search, with an hour to spare, and no more
 * postings are read than the period holds: the index of postings is entered at that place. For each
 * account and each side no more entries are read than are shown. It begins where no posting was
 * taken out, however early it is asked for.
 *
 * What an operator's wallet gave, or is given, for a round, a hand or a tip is looked up in the
 * journal by its key, entry by entry of those that are shown: `wallet:OPERATOR:MOVEMENT`.
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
  select max(low) filter (where bound = 'from') as lowest, least(max(low) filter (where bound = 'to'), :before - 1) as last
    from search where low >= high
), own as (
  select id, kind from accounts where player_id = :player and kind in ('session', 'game', 'advance')
), moved as (
  ${movedFrom('source_id', 'destination_id', '-')}
  union all
  ${movedFrom('destination_id', 'source_id', '')}
), shown as materialized (
  select m.id, m.at, m.kind, max(m.key) as key,
         coalesce(sum(m.change) filter (where m.account = 'session'), 0) as session,
         coalesce(sum(m.change) filter (where m.account = 'game'), 0) as game_account,
         sum(m.change) filter (where m.account = 'advance') as advance,
         max(split_part(other.name, ':', 2)) filter (where other.kind = 'stakes') as game
    from moved m join accounts other on other.id = m.other_id
   group by m.id, m.at, m.kind order by m.id desc limit :limit
)
select m.id, round(extract(epoch from m.at) * 1000) as at_ms, m.kind, m.session, m.game_account, m.advance,
       coalesce(m.game, wallet.game_number::text, case when m.key like 'round:%' then split_part(m.key, ':', 2) end) as game,
       coalesce(hand.hand_number, wallet.hand_number) as hand, hand.is_void,
       wallet.what as wallet_for, wallet.status as wallet_status
  from shown m
  left join lateral (
    select s.hand_number, s.is_void
      from (select hand_number, chain, seq, false as is_void from solo_steps where player_id = :player
            union all
            select v.hand_number, v.chain, v.seq, true from hand_voids v join solo_hands o using (hand_number) where o.player_id = :player) as s
     where m.kind = 'hands' and s.seq = split_part(m.key, ':', 4)::bigint
       and s.chain = split_part(m.key, ':', 2) || ':' || split_part(m.key, ':', 3) limit 1) as hand on true
  left join lateral (
    select w.game_number, w.hand_number, w.status,
           case when w.tip_dealer is not null then 'tip' when w.kind = 'debit' then 'stakes' when w.kind = 'adjust' then 'correction'
                when w.movement_id like '%.cancel' then 'refund' else 'payout' end as what
      from wallet_movements w
     where m.kind in ('deposit', 'withdrawal') and m.key like 'wallet:%'
       and w.operator_id = split_part(m.key, ':', 2) and w.movement_id = split_part(m.key, ':', 3)
       and num_nonnulls(w.game_number, w.hand_number, w.tip_dealer) > 0 limit 1) as wallet on true
 order by m.id desc`,
});

interface EntryRow {
  readonly id: string;
  readonly at_ms: string;
  readonly kind: EntryKind;
  readonly session: string;
  readonly game_account: string;
  readonly game: string | null;
  readonly hand: string | null;
  readonly is_void: boolean | null;
  /** Null where nothing of it moved. */
  readonly advance: string | null;
  readonly wallet_for: WalletMove['for'] | null;
  readonly wallet_status: WalletMove['status'] | null;
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
  const entries = shown.map(({ id, at_ms, kind, session, game_account, game, hand, ...row }) => ({
    ...{ id, atMs: Number(at_ms), kind, game, hand, session, gameAccount: game_account },
    ...(row.advance !== null && { advance: row.advance }),
    ...(row.wallet_for !== null &&
      row.wallet_status !== null && {
        wallet: { for: row.wallet_for, status: row.wallet_status },
      }),
    ...(row.is_void === true && { voided: true }),
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
