/**
 * What a void, a resettlement or a refund would do, in numbers, before anything is done. It is read
 * by the same SQL that pays it.
 */
import type pg from 'pg';
import {
  type Position,
  POSITION_AND_MONEY,
  POSITION_INPUTS,
  positionValues,
} from '../ledger/position.js';
import { statement } from '../platform/statement.js';
import { CONCERNED_MAX, type Concerned, type Preview } from '../protocol/approval.js';
import type { Fix } from '../round/correction.js';
import { positionOf } from './correct-round.js';

export interface Correction {
  readonly game: string;
  readonly fix: Fix;
  readonly coup?: string | null | undefined;
  readonly player?: string | null | undefined;
}

/** Those players of the position whose currency is a further one of the table. */
const IN_FURTHER = `
in_further as (
  select w.id as player_id, w.currency
    from rounds r join accounts a on a.id = any(r.further_stakes_account_ids)
    join players w on w.currency = a.currency and w.id in (select player_id from position)
   where r.game_number = :game
)`;

/** What it would do to players of the table's own currency, where it concerns none of them. */
const NOTHING: Preview = {
  ...{ bets: 0, players: 0, stakes: '0', was: '0', paid: '0', back: '0', takenBack: '0' },
  ...{ losers: 0, given: '0', gainers: 0, shortPlayers: 0, shortfall: '0' },
};

const PREVIEW = statement({
  inputs: POSITION_INPUTS,
  text: `
with ${POSITION_AND_MONEY}, ${IN_FURTHER}, touched as (
  select position.*, in_further.currency from position left join in_further using (player_id)
   where :refunded is null or player_id = :refunded
), moving as (
  select in_further.currency, count(*) filter (where shortfall > 0)::int as short_players, coalesce(sum(shortfall), 0) as shortfall
    from money left join in_further using (player_id) group by 1
)
select currency, coalesce(sum(bets), 0)::int as bets, count(*)::int as players, coalesce(sum(stake), 0)::text as stakes, coalesce(sum(was), 0)::text as was,
       coalesce(sum(paid), 0)::text as paid, coalesce(sum(paid - was), 0)::text as back,
       coalesce(sum(was - paid) filter (where paid < was), 0)::text as "takenBack", count(*) filter (where paid < was)::int as losers,
       coalesce(sum(paid - was) filter (where paid > was), 0)::text as given, count(*) filter (where paid > was)::int as gainers,
       coalesce((select short_players from moving m where m.currency is not distinct from touched.currency), 0) as "shortPlayers",
       coalesce((select shortfall::text from moving m where m.currency is not distinct from touched.currency), '0') as shortfall
  from touched group by currency order by currency nulls first`,
});

const FURTHER_OF = statement({
  inputs: { game: 'bigint', player: 'bigint' },
  text: `
select a.currency from rounds r join accounts a on a.id = any(r.further_stakes_account_ids)
  join players p on p.currency = a.currency where r.game_number = :game and p.id = :player`,
});

/** The preview of what concerns one player, who may be of a further currency of the table. */
export const inCurrencyOf = async (
  pool: Pick<pg.Pool, 'query'>,
  { game, player }: { readonly game: string; readonly player: string },
  preview: Preview,
): Promise<Preview> => {
  const { rows } = await pool.query<{ currency: string }>(FURTHER_OF({ game, player }));
  const currency = rows[0]?.currency;
  return currency === undefined ? preview : { ...NOTHING, further: [{ ...preview, currency }] };
};

/** Every correction that was made so far counts. */
const NEXT = 2_147_483_647;

/**
 * Also for a round in hand that is voided: nothing of it has been paid, and every stake goes back.
 * Undefined where there is no such round, or the coup is invalid.
 */
export const previewCorrection = async (
  pool: Pick<pg.Pool, 'query'>,
  correction: Correction,
): Promise<Preview | undefined> => {
  const values = await valuesOf(pool, correction);
  if (values === undefined) return undefined;
  const { rows } = await pool.query<Omit<Preview, 'currency'> & { currency: string | null }>(
    PREVIEW(values),
  );
  const [preview = NOTHING] = rows.flatMap(({ currency, ...its }) =>
    currency === null ? [its] : [],
  );
  const further = rows.flatMap(({ currency, ...its }) =>
    currency === null ? [] : [{ currency, ...its }],
  );
  return { ...preview, ...(further.length > 0 && { further }) };
};

const CONCERNED = statement({
  inputs: { ...POSITION_INPUTS, most: 'int' },
  text: `
with ${POSITION_AND_MONEY}, ${IN_FURTHER}
select p.player_id::text as player, players.name, in_further.currency, p.bets, p.stake::text as stakes, p.was::text as was, p.paid::text as paid
  from position p join players on players.id = p.player_id left join in_further on in_further.player_id = p.player_id
 where :refunded is null or p.player_id = :refunded
 order by abs(p.paid - p.was) desc, p.player_id limit :most`,
});

/** Whom it would concern, first those for whom the most moves; `CONCERNED_MAX` of them at most. */
export const readConcerned = async (
  pool: Pick<pg.Pool, 'query'>,
  correction: Correction,
): Promise<readonly Concerned[]> => {
  const values = await valuesOf(pool, correction);
  if (values === undefined) return [];
  const { rows } = await pool.query<Omit<Concerned, 'currency'> & { currency: string | null }>(
    CONCERNED({ ...values, most: CONCERNED_MAX }),
  );
  return rows.map(({ currency, ...row }) => ({ ...row, ...(currency !== null && { currency }) }));
};

/** Undefined where there is no such round, or the coup is invalid. */
const valuesOf = async (
  pool: Pick<pg.Pool, 'query'>,
  { game, fix, coup = null, player = null }: Correction,
): Promise<ReturnType<typeof positionValues> | undefined> => {
  const { rows } = await pool.query<{ paytable: string }>(
    'select paytable from rounds where game_number = $1',
    [game],
  );
  const position: Position | undefined = rows[0] && positionOf(fix, coup, player, rows[0].paytable);
  return position && positionValues({ game, ordinal: NEXT, chunk: 0, chunks: 1 }, position);
};
