/**
 * The seats of those who come in at the tables that a process follows, and their bets. Few come at
 * any one table at a time, and for few players a statement costs about as much as for one: so they
 * are read together, whatever their tables.
 */
import type pg from 'pg';
import { GroupRead, endOfTurn } from '../platform/group-read.js';
import { type AskedBets, readBets } from './placed-bets.js';
import { type AskedSeat, type FoundBet, type ReadSeat, readSeats } from './seat.js';

/** Seats, or bets of a player in a round, that are read in one statement, at most. */
const GROUP_MAX = 2_000;
/** What may wait: each table asks for a thousand players at a time, and for two rounds of each. */
const WAITING_MAX = 200_000;
/** One read that stalls, as over a half-open connection, keeps nobody else waiting. */
const AT_ONCE = 2;

export class SeatReads {
  readonly #seats: GroupRead<ReadSeat>;
  readonly #bets: GroupRead<readonly FoundBet[]>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#seats = together<AskedSeat, ReadSeat>((asked) => readSeats(pool, asked));
    this.#bets = together<AskedBets, readonly FoundBet[]>(async (asked) => {
      const bets = new Map<string, FoundBet[]>();
      for (const bet of await readBets(pool, asked)) {
        const key = keyOf({ game: bet.game, player: bet.playerId });
        const known = bets.get(key);
        if (known === undefined) bets.set(key, [bet]);
        else known.push(bet);
      }
      return asked.map((each) => bets.get(keyOf(each)));
    });
  }

  /**
   * The seats of players at `table`, by player. `game` is the round in hand, whose bets are not
   * among the previous ones. Players who do not exist are left out.
   */
  async seats(
    table: string,
    players: readonly string[],
    game: string | null,
  ): Promise<ReadonlyMap<string, ReadSeat>> {
    const read = await Promise.all(
      players.map(async (player) => {
        const seat = await this.#seats.ask(keyOf({ player, table, game }));
        return seat === undefined ? [] : [[player, seat] as const];
      }),
    );
    return new Map(read.flat());
  }

  /** Every command of these players that stands in these rounds: each player's in their order. */
  async bets(games: readonly string[], players: readonly string[]): Promise<readonly FoundBet[]> {
    const asked = games.flatMap((game) => players.map((player) => keyOf({ game, player })));
    const bets = await Promise.all(asked.map((key) => this.#bets.ask(key)));
    return bets.flatMap((each) => each ?? []);
  }
}

/** What is asked for, as the key of a group read. */
const keyOf = (asked: AskedSeat | AskedBets): string => JSON.stringify(asked);

const together = <Asked extends AskedSeat | AskedBets, Value extends object>(
  read: (asked: readonly Asked[]) => Promise<readonly (Value | undefined)[]>,
): GroupRead<Value> =>
  new GroupRead<Value>({
    read: async (keys) => {
      const values = await read(keys.map((key) => JSON.parse(key) as Asked));
      return new Map(
        keys.flatMap((key, index) => {
          const value = values[index];
          return value === undefined ? [] : [[key, value] as const];
        }),
      );
    },
    groupMax: GROUP_MAX,
    waitingMax: WAITING_MAX,
    atOnce: AT_ONCE,
    othersAsked: endOfTurn,
  });
