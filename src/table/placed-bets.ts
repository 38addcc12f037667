/**
 * The bets that stand, read from their rows: what each asked, how it was answered, and what it
 * makes of a slip.
 */
import type pg from 'pg';
import type { BetKind, BetLine } from '../ledger/bet-line.js';
import { amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { statement } from '../platform/statement.js';
import { type Slip, emptySlip } from '../punto-banco/slip.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { NO_STAKES, type Stakes, addStakes, takeStakes } from '../punto-banco/stakes.js';
import type { BetRefusal } from '../round/refusal.js';
import type { BetLetterReply, PlayerBet } from './letters.js';
import type { BetAnswer, BetContent, FoundBet } from './seat.js';
import type { SeatStore } from './store.js';

/** A line of a bet, as its row has it. */
export interface BetRow {
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

/** The same of several rounds, and of these players alone. */
export const betsOfPlayers = async (
  pool: Pick<pg.Pool, 'query'>,
  games: readonly string[],
  playerIds: readonly string[],
): Promise<readonly FoundBet[]> => {
  if (games.length === 0 || playerIds.length === 0) return [];
  const { rows } = await pool.query<BetRow>(
    `select ${BET_COLUMNS} from bets
      where game_number = any($1::bigint[]) and player_id = any($2::bigint[])
      order by game_number, seq, player_id, line`,
    [games, playerIds],
  );
  return gathered(rows);
};

/** Whose bets are asked for, and in which round. */
export interface AskedBets {
  readonly game: string;
  readonly player: string;
}

/** Planned each time: in a studio that is new, a plan that is kept would read all bets. */
const READ_BETS = statement({
  inputs: { games: 'bigint[]', players: 'bigint[]' },
  text: `
select ${BET_COLUMNS} from (select distinct * from unnest(:games, :players)) as asked(game, player)
  join bets on game_number = asked.game and player_id = asked.player
 order by game_number, seq, player_id, line`,
});

/** The bets of players who come in, each in a round of the table where they do. */
export const readBets = async (
  pool: Pick<pg.Pool, 'query'>,
  asked: readonly AskedBets[],
): Promise<readonly FoundBet[]> => {
  const games = asked.map(({ game }) => game);
  const players = asked.map(({ player }) => player);
  const { rows } = await pool.query<BetRow>(READ_BETS({ games, players }));
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

/** The answer to a bet for another round than the one in hand. Never rejects. */
export const answerFromLog = async (
  seats: Pick<SeatStore, 'findBet'>,
  bet: PlayerBet,
  refusal: BetRefusal,
): Promise<BetLetterReply> => {
  try {
    const earlier = await seats.findBet(bet.playerId, bet.betId);
    return earlier === undefined ? { ok: false, refusal } : answerAgain(bet, earlier, earlier.game);
  } catch {
    return { ok: false, refusal: 'internal_error' };
  }
};

/** The retry of a bet is answered as the bet was. Its id under another command is refused. */
export const answerAgain = (
  bet: PlayerBet,
  earlier: { readonly content: BetContent; readonly answer: BetAnswer },
  game: string,
): BetLetterReply =>
  game === bet.game && isSameContent(bet.content, earlier.content)
    ? { ok: true, ...earlier.answer }
    : { ok: false, refusal: 'bet_id_reused' };

const isSameContent = (a: BetContent, b: BetContent): boolean => {
  if (a.kind === 'place' && b.kind === 'place') return a.spot === b.spot && a.amount === b.amount;
  if (a.kind === 'place_all' && b.kind === 'place_all') return isSameStakes(a.stakes, b.stakes);
  return a.kind === b.kind && a.mode === b.mode;
};

const isSameStakes = (a: Stakes, b: Stakes): boolean =>
  a.size === b.size && [...a].every(([spot, stake]) => b.get(spot) === stake);

/**
 * The slip after `bet`, which stood on `slip`. The mode is that of the bet's last line: the
 * player's own may have changed elsewhere since.
 */
export const replayBet = (before: Slip, { content, lines }: FoundBet): Slip => {
  const slip = { ...before, mode: lines.at(-1)?.mode ?? before.mode };
  const placed = stakesOf(lines.filter((line) => line.amount > 0n));
  switch (content.kind) {
    case 'place':
    case 'place_all':
    case 'repeat':
    case 'double':
      return {
        ...slip,
        placements: [...slip.placements, placed],
        stakes: addStakes(slip.stakes, placed),
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

/** The commands that `rows` are the lines of. A command's lines are in their order. */
export const gathered = (rows: readonly BetRow[]): readonly FoundBet[] => {
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

const stakesOf = (lines: readonly BetLine[]): Stakes =>
  new Map(lines.map((line) => [line.spot, amount(line.amount)]));

const contentOf = (kind: BetKind, lines: readonly BetLine[]): BetContent => {
  const last = lines.at(-1);
  assert(last !== undefined, 'a command that stands has a line');
  switch (kind) {
    case 'place':
      if (lines.length > 1) return { kind: 'place_all', stakes: stakesOf(lines) };
      return { kind, spot: last.spot, amount: amount(last.amount) };
    case 'mode':
      return { kind, mode: last.mode };
    case 'undo':
    case 'clear':
    case 'repeat':
    case 'double':
      return { kind };
    case 'void': // No command of the player's: the wallet did not give the stakes.
      return { kind: 'clear' };
  }
};
