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

const PREVIEW = statement({
  inputs: POSITION_INPUTS,
  text: `
with ${POSITION_AND_MONEY}, touched as (
  select * from position where :refunded is null or player_id = :refunded
), moving as (
  select count(*) filter (where shortfall > 0)::int as short_players, coalesce(sum(shortfall), 0) as shortfall from money
)
select coalesce(sum(bets), 0)::int as bets, count(*)::int as players, coalesce(sum(stake), 0)::text as stakes, coalesce(sum(was), 0)::text as was,
       coalesce(sum(paid), 0)::text as paid, coalesce(sum(paid - was), 0)::text as back,
       coalesce(sum(was - paid) filter (where paid < was), 0)::text as "takenBack", count(*) filter (where paid < was)::int as losers,
       coalesce(sum(paid - was) filter (where paid > was), 0)::text as given, count(*) filter (where paid > was)::int as gainers,
       (select short_players from moving) as "shortPlayers", (select shortfall::text from moving) as shortfall
  from touched`,
});

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
  return values && (await pool.query<Preview>(PREVIEW(values))).rows[0];
};

const CONCERNED = statement({
  inputs: { ...POSITION_INPUTS, most: 'int' },
  text: `
with ${POSITION_AND_MONEY}
select p.player_id::text as player, players.name, p.bets, p.stake::text as stakes, p.was::text as was, p.paid::text as paid
  from position p join players on players.id = p.player_id
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
  return (await pool.query<Concerned>(CONCERNED({ ...values, most: CONCERNED_MAX }))).rows;
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
