/**
 * Which entries are of a period. What a round, a correction or a batch of hands has moved is of the
 * period that has its row of the log, at whatever moment it was paid. All else is of its own time.
 */
import type { Values } from '../platform/statement.js';
import type { Head } from './seal.js';

/** Kinds that no log orders: a period has those of its days. */
export const BY_TIME = `(e.kind in ('deposit', 'withdrawal', 'buy_in', 'cash_out', 'reversal', 'tip') or (e.kind = 'recovery' and e.key like 'recovery:%'))`;

/** Of `PERIOD_ROWS`: the logs, the last row of each before the period, and its own last one. */
export const PERIOD_ROWS_INPUTS = {
  logs: 'text[]',
  fromSeqs: 'bigint[]',
  seqs: 'bigint[]',
} as const;

/** Its rounds, its corrections and its hands, by its rows of the logs. */
export const PERIOD_ROWS = `
range as (
  select * from unnest(:logs, :fromSeqs, :seqs) as given(log, from_seq, seq)
), game as (
  select o.game_number
    from range r join rounds o on o.table_id = r.log and o.opened_seq > r.from_seq and o.opened_seq <= r.seq
), corrected as (
  select k.game_number, k.ordinal
    from corrections k join rounds o using (game_number)
    join range r on r.log = o.table_id and k.ordered_seq > r.from_seq and k.ordered_seq <= r.seq
), hand as (
  select s.hand_number
    from range r join solo_steps s on s.chain = r.log and s.seq > r.from_seq and s.seq <= r.seq
   where not exists (select from solo_steps n where n.hand_number = s.hand_number and n.ordinal = s.ordinal + 1)
)`;

/** Of `PERIOD_ROWS` and `PERIOD_ENTRIES`: also from when until when. */
export const PERIOD_ENTRIES_INPUTS = {
  ...PERIOD_ROWS_INPUTS,
  from: 'timestamptz',
  until: 'timestamptz',
} as const;

/** After `PERIOD_ROWS`. */
export const PERIOD_ENTRIES = `
keyed as (
  select 'bets:' || t.table_id || ':' || t.seq as key
    from range r join table_events t on t.table_id = r.log and t.seq > r.from_seq and t.seq <= r.seq
   where t.kind in ('bets_accepted', 'stakes_taken')
  union all
  select 'round:' || c.game_number || ':' || c.verdict || ':' || c.chunk
    from game join settlement_chunks c using (game_number)
  union all
  select 'round:' || c.game_number || ':correction:' || c.ordinal || ':' || step || ':' || c.chunk
    from corrected join correction_chunks c using (game_number, ordinal)
   cross join unnest(array['cover', 'back', 'pay', 'recover']) as step
  union all
  select 'hands:' || l.chain || ':' || l.seq
    from range r join solo_log l on l.chain = r.log and l.seq > r.from_seq and l.seq <= r.seq
), entry as materialized (
  select e.id, e.kind from keyed join entries e using (key)
  union all
  select e.id, e.kind from entries e where e.at >= :from and e.at < :until and ${BY_TIME}
)`;

/** As `PERIOD_ROWS` takes them. */
export const rangesOf = (heads: readonly Head[]): Values<typeof PERIOD_ROWS_INPUTS> => ({
  logs: heads.map(({ log }) => log),
  fromSeqs: heads.map(({ fromSeq }) => fromSeq),
  seqs: heads.map(({ seq }) => seq),
});

const ARCHIVED = '(select coalesce(max(period), 0) from period_archives)';

/**
 * Of an entry `e`: whether its period is archived, or being archived now. Its postings go then. As
 * `moves_within_periods` of the database says it, which no proof asks: whoever owns the database
 * can replace it. The postings of batches that void hands stay.
 */
export const IS_TAKEN_OUT = `
(coalesce(case
   when e.kind in ('bets', 'hands') then (
     select h.seq >= substring(e.key from ':([0-9]{1,18})$')::bigint from period_heads h
      where h.log = substring(e.key from '^(?:bets|hands):(.*):[0-9]{1,18}$') and h.period <= ${ARCHIVED}
      order by h.period desc limit 1)
   when e.kind in ('settlement', 'refund') then (
     select h.seq >= r.opened_seq from rounds r join period_heads h on h.log = r.table_id and h.period <= ${ARCHIVED}
      where r.game_number = substring(e.key from '^round:([0-9]{1,18}):')::bigint
      order by h.period desc limit 1)
   end, false)
 and not (e.kind = 'hands' and exists (
   select from hand_voids v where v.chain = substring(e.key from '^hands:(.*):[0-9]{1,18}$')
      and v.seq = substring(e.key from ':([0-9]{1,18})$')::bigint)))`;
