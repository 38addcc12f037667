/** The rounds of a period, shoe by shoe, each with what was seen of its cards and who dealt it. */
import type pg from 'pg';
import { type SeenRound, REVEALING, isRevealing, seenRounds } from './seen-cards.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { parseEvent } from '../round/past-events.js';

export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
  readonly table?: string | undefined;
}

interface RoundRow {
  readonly game: string;
  readonly table_id: string;
  readonly table_name: string;
  readonly currency: string;
  readonly shoe: number;
  readonly round_in_shoe: number;
  readonly paytable: string;
  readonly status: 'betting' | 'closed' | 'resulted' | 'settled' | 'void' | 'refunded';
  readonly coup: string | null;
  readonly opened_ms: string;
}

/** `decks`: how many the shoe was made of. */
export interface ShiftRound extends RoundRow, SeenRound {
  readonly decks: number;
}

/**
 * The snapshot of its beginning says how many decks the shoe was made of, and who was the dealer.
 * Where somebody removed the snapshot, the rounds are reported all the same: from the first of this
 * period, and with as many decks as the table has now.
 */
const SHOES = `
with dealt as (
  select r.table_id, r.shoe_ordinal as shoe, max(r.game_number) as last_game, min(r.opened_seq) as first_seq
    from tables t
    join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp($1::float8 / 1000) and r.opened_at < to_timestamp($2::float8 / 1000)
   where $3::text is null or t.id = $3
   group by 1, 2
)
select d.table_id, d.shoe, d.last_game, coalesce(n.seq, d.first_seq) as from_seq,
       coalesce((n.state::jsonb #>> '{shoe,decks}')::int, (t.settings ->> 'decks')::int, ${DEFAULT_SETTINGS.decks}) as decks,
       n.state::jsonb ->> 'dealer' as dealer
  from dealt d
  join tables t on t.id = d.table_id
  left join shoes s on s.table_id = d.table_id and s.ordinal = d.shoe
  left join table_snapshots n on n.table_id = s.table_id and n.seq = s.started_seq
 order by d.table_id, d.shoe`;

interface ShoeRow {
  readonly table_id: string;
  readonly shoe: number;
  readonly last_game: string;
  readonly from_seq: string;
  readonly decks: number;
  readonly dealer: string | null;
}

const ROUNDS = `
select r.game_number as game, r.table_id, t.settings ->> 'name' as table_name, t.settings ->> 'currency' as currency,
       r.shoe_ordinal as shoe, r.round_in_shoe, r.paytable, r.status, r.coup,
       round(extract(epoch from r.opened_at) * 1000) as opened_ms
  from rounds r join tables t on t.id = r.table_id
 where r.table_id = $3 and r.shoe_ordinal = $4
   and r.opened_at >= to_timestamp($1::float8 / 1000) and r.opened_at < to_timestamp($2::float8 / 1000)
 order by r.game_number`;

/** Up to the end of the shoe's last round of this period. */
const EVENTS = `
select payload from table_events
 where table_id = $1 and seq >= $2 and kind = any($4)
   and seq < coalesce((select opened_seq from rounds where table_id = $1 and game_number > $3 order by game_number limit 1), 9223372036854775807)
 order by seq`;

/**
 * The rounds that were opened in `period`, a shoe's at a time, in the order of tables and shoes.
 */
export async function* shiftRounds(
  pool: Pick<pg.Pool, 'query'>,
  { fromMs, toMs, table }: Period,
): AsyncGenerator<readonly ShiftRound[]> {
  const { rows: shoes } = await pool.query<ShoeRow>(SHOES, [fromMs, toMs, table ?? null]);
  for (const { table_id, shoe, last_game, from_seq, decks, dealer } of shoes) {
    const { rows } = await pool.query<RoundRow>(ROUNDS, [fromMs, toMs, table_id, shoe]);
    const reported = await pool.query<{ payload: string }>(EVENTS, [
      table_id,
      from_seq,
      last_game,
      REVEALING,
    ]);
    const seen = seenRounds(
      reported.rows.map(({ payload }) => parseEvent(payload)).filter(isRevealing),
      dealer,
    );
    yield rows.map((round) => ({ ...round, decks, ...(seen.get(round.game) ?? UNSEEN) }));
  }
}

const UNSEEN: SeenRound = { seen: [], dealer: null };
