/**
 * A player seat: what the table keeps in memory of one player. All of it can be found again in
 * Postgres.
 */
import type pg from 'pg';
import type { BetLine } from '../ledger/bet-line.js';
import { type Amount, amount } from '../money/amount.js';
import { statement } from '../platform/statement.js';
import { type Slip, type Stakes, emptySlip } from '../punto-banco/slip.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { NO_STAKES } from '../punto-banco/stakes.js';

/**
 * What a betting command asked, so that a retry can be distinguished from another command under the
 * same id.
 */
export type BetContent =
  | { readonly kind: 'place'; readonly spot: Spot; readonly amount: Amount; readonly mode?: never }
  /** On two spots or more. */
  | { readonly kind: 'place_all'; readonly stakes: Stakes; readonly mode?: never }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'undo' | 'clear' | 'repeat' | 'double'; readonly mode?: never };

/** The answer to a betting command that stands. */
export interface BetAnswer {
  readonly seq: number;
  readonly balance: bigint;
  readonly change: ReadonlyMap<Spot, bigint>;
  readonly leftOut: readonly Spot[];
  readonly capped: readonly Spot[];
}

/** A command that stands, as its rows record it. */
export interface FoundBet {
  readonly playerId: string;
  readonly betId: string;
  readonly game: string;
  readonly lines: readonly BetLine[];
  readonly content: BetContent;
  readonly answer: BetAnswer;
}

export interface PlayerSeat {
  readonly playerId: string;
  readonly accountId: string;
  /** Of the player's money. */
  readonly currency: string;
  /** The operator whose wallet is asked for the stakes of each round. Null where none is. */
  readonly walletOf: string | null;
  /** The player's limit group. Null: the table's own limits hold. */
  group: string | null;
  slip: Slip;
  /** What Repeat places again: the stakes of the last round that the player played. */
  previous: Stakes;
  /** For this round, by bet id. */
  readonly answers: Map<string, { readonly content: BetContent; readonly answer: BetAnswer }>;
  /** A command of the player is on its way to the ledger. The next one waits for it. */
  isBetting: boolean;
  /** The connection to another process by which the player has bet, and the seat was read. */
  elsewhere?: string;
}

/** A seat as Postgres has it, without the bets of the round in hand. */
export interface ReadSeat {
  readonly accountId: string;
  readonly currency: string;
  /** Whether the player's operator has its players see this table. */
  readonly isOpen: boolean;
  /** The operator whose wallet is asked for the stakes of each round. Null where none is. */
  readonly walletOf: string | null;
  /** The player's limit group. Null: the table's own limits hold. */
  readonly group: string | null;
  readonly mode: Mode;
  readonly previous: Stakes;
  /** The credit of the player's session, minor units. */
  readonly balance: bigint;
}

/** How far back Repeat looks for a player's last round at a table: lines of the player's bets. */
const LINES_BACK = 500;

const OF_THE_SEAT = `
       p.id, p.mode, p.currency, p.limit_group as "group", a.id as account_id, a.balance,
       o.tables is null or asked.table_id = any(o.tables) as is_open,
       case when o.mode = 'seamless' and p.currency <> 'XXX' then o.id end as wallet_of`;

const OF_THE_PLAYER = `
  join players p on p.id = asked.player_id
  join operators o on o.id = p.operator_id
  join accounts a on a.player_id = p.id and a.kind = 'session'`;

/**
 * A player costs the same few look-ups in indexes, however many rounds the table has dealt. What
 * Repeat places again is found from the player's own last bets. The limit holds for those who have
 * long played at other tables.
 */
const READ_SEATS = statement({
  name: 'read_seats',
  inputs: { players: 'bigint[]', tables: 'text[]', befores: 'bigint null[]' },
  text: `
select ${OF_THE_SEAT}, asked.ord, last.spots::text[] as spots, last.stakes::text[] as stakes
  from unnest(:players, :tables, :befores) with ordinality as asked(player_id, table_id, before, ord)
  ${OF_THE_PLAYER}
 cross join lateral (
   select array_agg(spot) as spots, array_agg(stake) as stakes
     from (select b.spot, sum(b.amount) as stake
             from bets b
            where b.player_id = p.id and b.game_number = (
              select own.game_number
                from (select game_number, amount from bets
                       where player_id = p.id and game_number < coalesce(asked.before, 9223372036854775807)
                       order by game_number desc limit ${LINES_BACK}) as own
                join rounds r on r.game_number = own.game_number and r.table_id = asked.table_id
               group by own.game_number having sum(own.amount) > 0
               order by own.game_number desc limit 1)
            group by b.spot having sum(b.amount) > 0) as lying) as last`,
});

/** For who is only sent something: Repeat costs more than all the rest. */
const READ_SEATS_TO_SEND = statement({
  name: 'read_seats_to_send',
  inputs: { players: 'bigint[]', table: 'text' },
  text: `
select ${OF_THE_SEAT}, null as spots, null as stakes
  from (select unnest(:players) as player_id, :table as table_id) as asked ${OF_THE_PLAYER}`,
});

interface SeatRow {
  readonly id: string;
  readonly mode: Mode;
  readonly account_id: string;
  readonly currency: string;
  readonly is_open: boolean;
  readonly wallet_of: string | null;
  readonly group: string | null;
  readonly balance: string;
  /** Both null where Repeat has nothing to place. */
  readonly spots: readonly Spot[] | null;
  readonly stakes: readonly string[] | null;
}

/** Whose seat is asked for, and where. */
export interface AskedSeat {
  readonly player: string;
  readonly table: string;
  /** The round in hand there, whose bets are not among the previous ones. */
  readonly game: string | null;
}

/** All these seats in one statement, in their order. Undefined for players who do not exist. */
export const readSeats = async (
  pool: Pick<pg.Pool, 'query'>,
  asked: readonly AskedSeat[],
): Promise<readonly (ReadSeat | undefined)[]> => {
  const { rows } = await pool.query<SeatRow & { readonly ord: string }>(
    READ_SEATS({
      players: asked.map(({ player }) => player),
      tables: asked.map(({ table }) => table),
      befores: asked.map(({ game }) => game),
    }),
  );
  const seats = new Array<ReadSeat | undefined>(asked.length).fill(undefined);
  for (const row of rows) seats[Number(row.ord) - 1] = seatOf(row);
  return seats;
};

/** By player, and without the previous bets. */
export const readSeatsToSend = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  players: readonly string[],
): Promise<ReadonlyMap<string, ReadSeat>> => {
  if (players.length === 0) return new Map();
  const { rows } = await pool.query<SeatRow>(READ_SEATS_TO_SEND({ players, table }));
  return new Map(rows.map((row) => [row.id, seatOf(row)]));
};

const seatOf = (row: SeatRow): ReadSeat => {
  const { spots, stakes } = row;
  return {
    accountId: row.account_id,
    currency: row.currency,
    isOpen: row.is_open,
    walletOf: row.wallet_of,
    group: row.group,
    mode: row.mode,
    previous:
      spots === null || stakes === null
        ? NO_STAKES
        : new Map(spots.map((spot, index) => [spot, amount(BigInt(stakes[index]!))])),
    balance: BigInt(row.balance),
  };
};

/** A seat before its player has bet in the round in hand. */
export const emptySeat = (
  playerId: string,
  { accountId, currency, walletOf, group, mode, previous }: ReadSeat,
): PlayerSeat => ({
  playerId,
  accountId,
  currency,
  walletOf,
  group,
  slip: emptySlip(mode),
  previous,
  answers: new Map(),
  isBetting: false,
});
