/**
 * The seats that players of this process have at a table which another process runs, and what each
 * of them is sent of a round that has ended. Both are read in Postgres each time.
 */
import type pg from 'pg';
import { GroupRead, endOfTurn } from '../platform/group-read.js';
import type { LoggedEvent } from '../round/event.js';
import type { TableState } from '../round/state.js';
import {
  type OwnMessage,
  endedResults,
  ownMessages,
  readCorrections,
  readVoidStakes,
} from '../table/own-messages.js';
import { betsOfPlayers, replayBet } from '../table/placed-bets.js';
import {
  type FoundBet,
  type PlayerSeat,
  type ReadSeat,
  emptySeat,
  readSeatsToSend,
} from '../table/seat.js';
import type { SeatReads } from '../table/seat-reads.js';
import type { SeatTaken } from '../table/seats.js';

type Reads = Pick<pg.Pool, 'query'>;

/** A seat, and what the player is sent of the own bets in the round that ended last. */
export interface CopySeat extends SeatTaken {
  readonly own: readonly OwnMessage[];
}

/** Seats read together, at most, and players who may wait for one. */
const GROUP_MAX = 1_000;
const WAITING_MAX = 20_000;
/** A round that ends, or is corrected, while a seat is read has it read again. */
const ATTEMPTS = 3;

export class CopySeats {
  readonly #joining: GroupRead<CopySeat>;

  /** `ended` is the table when its last round had ended, where that is known. */
  constructor(
    private readonly reads: Reads,
    private readonly seats: SeatReads,
    private readonly state: () => TableState,
    private readonly ended: () => TableState | undefined,
  ) {
    this.#joining = new GroupRead({
      read: (playerIds) => this.#read(playerIds),
      groupMax: GROUP_MAX,
      waitingMax: WAITING_MAX,
      othersAsked: endOfTurn,
    });
  }

  /** Undefined for an unknown player. The seat knows the bets of the round in hand. */
  async join(playerId: string): Promise<CopySeat | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const { round, corrections } = this.state();
      const ended = this.ended();
      const seat = await this.#joining.ask(playerId);
      const now = this.state();
      const isOfNow =
        now.round?.game === round?.game &&
        now.corrections === corrections &&
        this.ended() === ended;
      if (isOfNow || attempt === ATTEMPTS) return seat;
    }
  }

  /** What `event`, which has led to `state`, sends to each of the players. */
  async ownMessages(
    { event }: LoggedEvent,
    state: TableState,
    players: readonly string[],
  ): Promise<readonly OwnMessage[]> {
    const bets = await betsOfPlayers(this.reads, gamesWithBets(state), players);
    const playing = [...new Set(bets.map(({ playerId }) => playerId))];
    const read = await readSeatsToSend(this.reads, state.table, playing);
    return ownMessages(this.#storeWith(read), state, event, seatedWith(read, bets));
  }

  /** The balances are those of the seats, which were read after whatever changed them. */
  #storeWith(read: Read) {
    const balances = new Map(
      [...read.values()].map(({ accountId, balance }) => [accountId, balance.toString()]),
    );
    return {
      balances: async () => balances,
      voidStakes: (game: string) => readVoidStakes(this.reads, game),
      corrections: (game: string, correction?: number) =>
        readCorrections(this.reads, game, correction),
    };
  }

  async #read(players: readonly string[]): Promise<ReadonlyMap<string, CopySeat>> {
    const state = this.state();
    const ended = this.ended();
    const game = state.round?.game ?? null;
    // This process may not know yet that anybody has bet in the round in hand.
    const games = new Set([...(game === null ? [] : [game]), ...gamesWithBets(ended)]);
    const [read, bets] = await Promise.all([
      this.seats.seats(state.table, players, game),
      this.seats.bets([...games], players),
    ]);
    const store = this.#storeWith(read);
    const inHand = bets.filter((bet) => bet.game === game);
    const results = async (of: TableState) => {
      const placed = bets.filter((bet) => bet.game === of.round?.game);
      return placed.length === 0 ? [] : endedResults(store, of, seatedWith(read, placed));
    };
    const own = new Map<string, OwnMessage[]>([...read.keys()].map((id) => [id, []]));
    if (ended !== undefined) addOwn(own, await results(ended));
    const isInHand = game !== ended?.round?.game;
    // Of the round in hand, those whose stakes their wallets have not given.
    const wereAsked = isInHand && state.round?.acceptedByMs !== undefined;
    if (wereAsked) addOwn(own, await results(state));
    const seats = new Map(seatsOf(read, inHand).map((seat) => [seat.playerId, seat]));
    return new Map(
      [...read].map(([id, { balance, isOpen }]) => {
        return [id, { seat: seats.get(id)!, balance, isOpen, own: own.get(id)! }] as const;
      }),
    );
  }
}

type Read = ReadonlyMap<string, ReadSeat>;

/** The round of this state, if anybody has bet in it. */
const gamesWithBets = (state: TableState | undefined): readonly string[] =>
  state?.round && state.round.bets > 0 ? [state.round.game] : [];

/** What is read of a whole round is kept for those alone who are asked for. */
const addOwn = (own: ReadonlyMap<string, OwnMessage[]>, messages: readonly OwnMessage[]): void => {
  for (const each of messages) own.get(each.playerId)?.push(each);
};

/** The seats of everybody who was read, with these bets of one round. */
const seatsOf = (read: Read, bets: readonly FoundBet[]): readonly PlayerSeat[] => {
  const seats = new Map([...read].map(([id, seat]) => [id, emptySeat(id, seat)]));
  for (const bet of bets) {
    const seat = seats.get(bet.playerId);
    if (seat === undefined) continue;
    seat.slip = replayBet(seat.slip, bet);
    seat.answers.set(bet.betId, { content: bet.content, answer: bet.answer });
  }
  return [...seats.values()];
};

/** Of these seats, those that have stakes. */
const seatedWith = (read: Read, bets: readonly FoundBet[]) => {
  const playing = seatsOf(read, bets).filter(({ slip }) => slip.stakes.size > 0);
  return { playing: () => playing };
};
