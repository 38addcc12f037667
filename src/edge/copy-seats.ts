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
  readBalances,
  readCorrections,
  readVoidStakes,
} from '../table/own-messages.js';
import { betsOfPlayers, replayBet } from '../table/placed-bets.js';
import { emptySeat, readSeats, readSeatsToSend } from '../table/seat.js';
import type { Joined } from '../table/seats.js';

type Reads = Pick<pg.Pool, 'query'>;

/** A seat, and what the player is sent of the own bets in the round that ended last. */
export interface CopySeat extends Joined {
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
    const { round } = state;
    const hasBets = round !== null && round.bets > 0;
    const playing = hasBets ? await this.#seated(state, round.game, players) : NOBODY;
    const seats = [...playing.values()].map(({ seat }) => seat);
    return ownMessages(this.#store, state, event, { playing: () => seats });
  }

  get #store() {
    return {
      balances: (accountIds: readonly string[]) => readBalances(this.reads, accountIds),
      voidStakes: (game: string) => readVoidStakes(this.reads, game),
      corrections: (game: string, correction?: number) =>
        readCorrections(this.reads, game, correction),
    };
  }

  async #read(players: readonly string[]): Promise<ReadonlyMap<string, CopySeat>> {
    const state = this.state();
    const ended = this.ended();
    const joined = await this.#joined(state, players);
    const results = ended === undefined ? [] : await this.#results(ended, players);
    const isInHand = state.round?.game !== ended?.round?.game;
    const wereAsked = isInHand && state.round?.acceptedByMs !== undefined;
    const notTaken = wereAsked ? await this.#results(state, players) : [];
    const own = new Map<string, OwnMessage[]>([...joined.keys()].map((id) => [id, []]));
    for (const each of [...results, ...notTaken]) own.get(each.playerId)?.push(each);
    return new Map(
      [...joined].map(([id, seat]) => [id, { ...seat, own: own.get(id) ?? [] }] as const),
    );
  }

  async #results(ended: TableState, players: readonly string[]): Promise<readonly OwnMessage[]> {
    if (ended.round === null || ended.round.bets === 0) return [];
    const playing = await this.#seated(ended, ended.round.game, players);
    const seats = [...playing.values()].map(({ seat }) => seat);
    return endedResults(this.#store, ended, { playing: () => seats });
  }

  /** Those of the players who have stakes in the round. */
  async #seated(
    state: TableState,
    game: string,
    players: readonly string[],
  ): Promise<ReadonlyMap<string, Joined>> {
    const bets = await betsOfPlayers(this.reads, game, players);
    const all = await this.#joined(state, [...new Set(bets.map(({ playerId }) => playerId))], bets);
    return new Map([...all].filter(([, { seat }]) => seat.slip.stakes.size > 0));
  }

  async #joined(
    { table, round }: TableState,
    players: readonly string[],
    known?: Awaited<ReturnType<typeof betsOfPlayers>>,
  ): Promise<ReadonlyMap<string, Joined>> {
    const game = round?.game ?? null;
    const [read, bets] = await Promise.all([
      known === undefined
        ? readSeats(this.reads, table, players, game)
        : readSeatsToSend(this.reads, table, players),
      known ?? (game === null ? [] : betsOfPlayers(this.reads, game, players)),
    ]);
    const joined = new Map<string, Joined>();
    for (const [playerId, seat] of read) {
      const { balance, isOpen } = seat;
      joined.set(playerId, { seat: emptySeat(playerId, seat), balance, isOpen });
    }
    for (const bet of bets) {
      const seat = joined.get(bet.playerId)?.seat;
      if (seat === undefined) continue;
      seat.slip = replayBet(seat.slip, bet);
      seat.answers.set(bet.betId, { content: bet.content, answer: bet.answer });
    }
    return joined;
  }
}

const NOBODY: ReadonlyMap<string, Joined> = new Map();
