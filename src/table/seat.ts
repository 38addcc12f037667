/** A seat: what the table keeps in memory of one player, all of it to be found again in Postgres. */
import type pg from 'pg';
import type { BetKind, Line } from '../ledger/bet-line.js';
import { type Amount, amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { type Slip, type Stakes, emptySlip } from '../punto-banco/slip.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { NO_STAKES, addStakes, takeStakes } from '../punto-banco/stakes.js';

/** What a betting command asked, so that a retry can be told from another command under the same id. */
export type BetContent =
  | { readonly kind: 'place'; readonly spot: Spot; readonly amount: Amount; readonly mode?: never }
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

export interface Seat {
  readonly playerId: string;
  readonly accountId: string;
  slip: Slip;
  /** What Repeat lays again: the bets of the last round that the player played. */
  previous: Stakes;
  /** Of this round, by bet id. */
  readonly answers: Map<string, { readonly content: BetContent; readonly answer: BetAnswer }>;
  /** The ids of the connections that sit here now. */
  readonly connections: Set<string>;
  /** A command of the player is on its way to the ledger: the next one waits for it. */
  isBetting: boolean;
}

export const isSameContent = (a: BetContent, b: BetContent): boolean => {
  if (a.kind === 'place' && b.kind === 'place') return a.spot === b.spot && a.amount === b.amount;
  return a.kind === b.kind && a.mode === b.mode;
};

/**
 * The lines that a change of the slip writes, at least one. A change of mode moves what lies from one mode to the other;
 * where it moves nothing, a line of zero keeps it.
 */
export const linesOf = (
  before: Slip,
  after: Slip,
  change: ReadonlyMap<Spot, bigint>,
): readonly Line[] => {
  const { mode } = after;
  const moved: Line[] = [...change].map(([spot, signed]) => ({ spot, mode, amount: signed }));
  if (before.mode !== mode) {
    for (const [spot, stake] of before.stakes) {
      moved.push({ spot, mode: before.mode, amount: 0n - stake }, { spot, mode, amount: stake });
    }
  }
  return moved.length > 0 ? moved : [{ spot: 'punto', mode, amount: 0n }];
};

interface BetRow {
  readonly player_id: string;
  readonly bet_id: string;
  readonly spot: Spot;
  readonly mode: Mode;
  readonly kind: BetKind;
  readonly amount: string;
  readonly game_number: string;
  readonly seq: string;
  readonly balance_after: string;
  readonly noted: string | null;
}

const BET_COLUMNS =
  'player_id, bet_id, spot, mode, kind, amount, game_number, seq, balance_after, noted::text';

/** A command that stands, as its rows tell it. */
export interface FoundBet {
  readonly playerId: string;
  readonly betId: string;
  readonly game: string;
  readonly lines: readonly Line[];
  readonly content: BetContent;
  readonly answer: BetAnswer;
}

/** Every command that stands in `game`, in the order of the log. */
export const betsOfRound = async (
  pool: Pick<pg.Pool, 'query'>,
  game: string,
): Promise<readonly FoundBet[]> => {
  const { rows } = await pool.query<BetRow>(
    `select ${BET_COLUMNS} from bets where game_number = $1 order by seq, player_id, line`,
    [game],
  );
  return gathered(rows);
};

/** The command that this player gave under `betId`, in whatever round. */
export const findBet = async (
  pool: Pick<pg.Pool, 'query'>,
  playerId: string,
  betId: string,
): Promise<FoundBet | undefined> => {
  const { rows } = await pool.query<BetRow>(
    `select ${BET_COLUMNS} from bets where player_id = $1 and bet_id = $2 order by line`,
    [playerId, betId],
  );
  return gathered(rows)[0];
};

/** The slip after `bet`, which stood on `slip`. Its own mode is the last that a line lies in: the player's may have changed elsewhere since. */
export const replayBet = (before: Slip, { content, lines }: FoundBet): Slip => {
  const slip = { ...before, mode: lines.at(-1)?.mode ?? before.mode };
  const laid = new Map(
    lines.filter((line) => line.amount > 0n).map((line) => [line.spot, amount(line.amount)]),
  );
  switch (content.kind) {
    case 'place':
    case 'repeat':
    case 'double':
      return {
        ...slip,
        placements: [...slip.placements, laid],
        stakes: addStakes(slip.stakes, laid),
      };
    case 'undo':
      return {
        ...slip,
        placements: slip.placements.slice(0, -1),
        stakes: takeStakes(slip.stakes, slip.placements.at(-1) ?? NO_STAKES),
      };
    case 'clear':
      return emptySlip(slip.mode);
    case 'mode':
      return slip;
  }
};

const gathered = (rows: readonly BetRow[]): readonly FoundBet[] => {
  const byCommand = new Map<string, BetRow[]>();
  for (const row of rows) {
    const key = `${row.player_id} ${row.bet_id}`;
    const known = byCommand.get(key);
    if (known === undefined) byCommand.set(key, [row]);
    else known.push(row);
  }
  return [...byCommand.values()].map(found);
};

const found = (rows: readonly BetRow[]): FoundBet => {
  const { player_id, bet_id, kind, game_number, seq, balance_after, noted } = rows[0]!;
  const lines = rows.map(({ spot, mode, amount }) => ({ spot, mode, amount: BigInt(amount) }));
  const spots = (noted?.slice(1, -1).split(',').filter(Boolean) ?? []) as Spot[];
  return {
    playerId: player_id,
    betId: bet_id,
    game: game_number,
    lines,
    content: contentOf(kind, lines),
    answer: {
      seq: Number(seq),
      balance: BigInt(balance_after),
      change: kind === 'mode' ? new Map() : new Map(lines.map((line) => [line.spot, line.amount])),
      leftOut: kind === 'repeat' ? spots : [],
      capped: kind === 'double' ? spots : [],
    },
  };
};

const contentOf = (kind: BetKind, lines: readonly Line[]): BetContent => {
  const last = lines.at(-1);
  assert(last !== undefined, 'a command that stands has a line');
  switch (kind) {
    case 'place':
      return { kind, spot: last.spot, amount: amount(last.amount) };
    case 'mode':
      return { kind, mode: last.mode };
    case 'undo':
    case 'clear':
    case 'repeat':
    case 'double':
      return { kind };
  }
};

/** How far back Repeat looks for a player's last round at this table. */
const ROUNDS_BACK = 500;

const READ_PREVIOUS = `
with recent as materialized (
  select game_number from rounds where table_id = $2 and game_number <> $3
   order by game_number desc limit ${ROUNDS_BACK}
)
select last.player_id, b.spot, sum(b.amount) as stake
  from unnest($1::bigint[]) as last(player_id)
 cross join lateral (
   select r.game_number from recent r
    where (select sum(amount) from bets where game_number = r.game_number and player_id = last.player_id) > 0
    order by r.game_number desc limit 1) as game
  join bets b on b.game_number = game.game_number and b.player_id = last.player_id
 group by last.player_id, b.spot having sum(b.amount) > 0`;

/** Seats for players, without the bets of `currentGame`. Players who do not exist are left out. */
export const readSeats = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  playerIds: readonly string[],
  currentGame: string,
): Promise<readonly Seat[]> => {
  if (playerIds.length === 0) return [];
  const [players, stakes] = await Promise.all([
    pool.query<{ id: string; mode: Mode; account_id: string }>(
      `select p.id, p.mode, a.id as account_id
         from players p join accounts a on a.player_id = p.id and a.kind = 'session'
        where p.id = any($1::bigint[])`,
      [playerIds],
    ),
    pool.query<{ player_id: string; spot: Spot; stake: string }>(READ_PREVIOUS, [
      playerIds,
      table,
      currentGame,
    ]),
  ]);
  const previous = new Map<string, Map<Spot, Amount>>();
  for (const { player_id, spot, stake } of stakes.rows) {
    const known = previous.get(player_id) ?? new Map<Spot, Amount>();
    previous.set(player_id, known.set(spot, amount(BigInt(stake))));
  }
  return players.rows.map(({ id, mode, account_id }) => ({
    playerId: id,
    accountId: account_id,
    slip: emptySlip(mode),
    previous: previous.get(id) ?? NO_STAKES,
    answers: new Map(),
    connections: new Set(),
    isBetting: false,
  }));
};
