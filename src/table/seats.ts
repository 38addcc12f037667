/** Who sits at a table: players who are connected, and players who have bets on it. */
import { amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { GroupRead } from '../platform/group-read.js';
import { type Slip, emptySlip } from '../punto-banco/slip.js';
import { NO_STAKES, type Stakes } from '../punto-banco/stakes.js';
import { type OfCurrency, aboutInOwn } from '../round/currencies.js';
import { replayBet } from './placed-bets.js';
import { type PlayerConnections, addConnection, dropConnection } from './published.js';
import { type PlayerSeat, type ReadSeat, emptySeat } from './seat.js';
import type { SeatStore } from './store.js';

/** Someone at the table: by a connection, by bets that lie there, or both. */
export interface Sitter {
  readonly playerId: string;
  readonly stakes: Stakes;
  /** Of the stakes. Undefined where the seat is not known. */
  readonly currency: string | undefined;
  readonly connections: readonly string[];
}

/** A seat that was taken, and what the player may bet with, in minor units. */
export interface SeatTaken {
  readonly seat: PlayerSeat;
  readonly balance: bigint;
  readonly isOpen: boolean;
}

/** Seats read in one statement, at most. */
const GROUP_MAX = 1_000;
/** Players who may wait for a seat. A table seats 10,000. */
const WAITING_MAX = 20_000;
/** A round that begins while a seat is read has it read again. */
const ATTEMPTS = 3;

export class Seats {
  readonly #seats = new Map<string, PlayerSeat>();
  readonly #reads: GroupRead<ReadSeat>;

  /**
   * `connections` outlives the table: who sits there is known without a look into the store. The
   * seat of each is read when it is asked for. `gameInHand` is null where there is no round.
   */
  constructor(
    private readonly store: SeatStore,
    table: string,
    private readonly connections: PlayerConnections,
    private readonly gameInHand: () => string | null,
  ) {
    this.#reads = new GroupRead({
      read: (playerIds) => store.readSeats(table, playerIds, gameInHand()),
      groupMax: GROUP_MAX,
      waitingMax: WAITING_MAX,
      othersAsked: () => store.othersAsked(),
    });
  }

  /** Brings back from the store the seats of those who have bets in `game`. */
  async restore(game: string): Promise<void> {
    const bets = await this.store.betsOfRound(game);
    await Promise.all(
      [...new Set(bets.map(({ playerId }) => playerId))].map((each) => this.#bring(each)),
    );
    for (const bet of bets) {
      const seat = this.#seats.get(bet.playerId);
      assert(seat !== undefined, 'a bet belongs to a player');
      seat.slip = replayBet(seat.slip, bet);
      seat.answers.set(bet.betId, { content: bet.content, answer: bet.answer });
    }
  }

  find(playerId: string): PlayerSeat | undefined {
    return this.#seats.get(playerId);
  }

  /**
   * Seats a connection of the player. Undefined for an unknown player, and for one whose operator
   * has its players see other tables only.
   */
  async join(playerId: string, connection: string): Promise<SeatTaken | undefined> {
    const joined = await this.#bring(playerId);
    if (joined === undefined || !joined.isOpen) return undefined;
    addConnection(this.connections, playerId, connection);
    return joined;
  }

  /**
   * Whether the player sits here, by a connection to this process or by that one to another, and
   * the seat was not read yet since then.
   */
  isUnread(playerId: string, elsewhere?: string): boolean {
    const seat = this.#seats.get(playerId);
    if (elsewhere !== undefined) return seat?.elsewhere !== elsewhere;
    return seat === undefined && this.connections.has(playerId);
  }

  /**
   * Reads the seat of a player who sits here. Those who have left meanwhile have none. Who sits
   * here by a connection to another process has it until a round has gone by without a bet of
   * theirs.
   */
  async read(playerId: string, elsewhere?: string): Promise<void> {
    const joined = await this.#bring(playerId);
    if (elsewhere !== undefined && joined?.isOpen === true) joined.seat.elsewhere = elsewhere;
    else this.#clear(playerId);
  }

  /** Bets stay, and the seat is kept until the next round begins. */
  leave(playerId: string, connection: string): void {
    dropConnection(this.connections, playerId, connection);
    this.#clear(playerId);
  }

  /**
   * The bets of the round before become what Repeat places again. Players who have left are
   * forgotten.
   */
  beginRound(): void {
    for (const [playerId, seat] of this.#seats) {
      const hasPlayed = seat.slip.stakes.size > 0 || seat.answers.size > 0;
      if (!this.connections.has(playerId) && !(seat.elsewhere !== undefined && hasPlayed)) {
        this.#seats.delete(playerId);
        continue;
      }
      if (seat.slip.stakes.size > 0) seat.previous = seat.slip.stakes;
      seat.slip = emptySlip(seat.slip.mode);
      seat.answers.clear();
    }
  }

  /** The player's stakes in the round in hand are void. */
  takeOff(playerId: string): void {
    const seat = this.#seats.get(playerId);
    if (seat !== undefined) seat.slip = emptySlip(seat.slip.mode);
  }

  all(): readonly Sitter[] {
    const playerIds = new Set([...this.#seats.keys(), ...this.connections.keys()]);
    return [...playerIds].map((playerId) => ({
      playerId,
      stakes: this.#seats.get(playerId)?.slip.stakes ?? NO_STAKES,
      currency: this.#seats.get(playerId)?.currency,
      connections: this.connections.get(playerId) ?? NOBODY,
    }));
  }

  playing(): readonly PlayerSeat[] {
    return [...this.#seats.values()].filter(({ slip }) => slip.stakes.size > 0);
  }

  /** The stakes of those who play, as they count in the table's own currency by its rates. */
  inOwn(settings: OfCurrency): readonly Slip[] {
    return this.playing().map(({ slip, currency }) => {
      if (currency === settings.currency) return slip;
      const counted = [...slip.stakes].map(([spot, stake]) => {
        return [spot, amount(aboutInOwn(settings, new Map([[currency, stake]])))] as const;
      });
      return { ...slip, stakes: new Map(counted) };
    });
  }

  /** A seat is kept while somebody is connected there, or anything of the round depends on it. */
  #clear(playerId: string): void {
    const seat = this.#seats.get(playerId);
    if (seat === undefined || this.connections.has(playerId)) return;
    const holdsNothing = seat.slip.stakes.size === 0 && seat.answers.size === 0;
    if (holdsNothing && seat.elsewhere === undefined && !seat.isBetting)
      this.#seats.delete(playerId);
  }

  /**
   * Reads the player together with all others who are asked for. A seat that is there stays as it
   * is, but for the limit group, which the last launch may have changed: it knows of the bets in
   * hand.
   */
  async #bring(playerId: string): Promise<SeatTaken | undefined> {
    const read = await this.#read(playerId);
    if (read === undefined) return undefined;
    const seat = this.#seats.get(playerId) ?? emptySeat(playerId, read);
    seat.group = read.group;
    this.#seats.set(playerId, seat);
    return { seat, balance: read.balance, isOpen: read.isOpen };
  }

  /** What Repeat places again is of the round before the one in hand, unless the seat is there. */
  async #read(playerId: string): Promise<ReadSeat | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const game = this.gameInHand();
      const read = await this.#reads.ask(playerId);
      const isOfNow = this.#seats.has(playerId) || this.gameInHand() === game;
      if (isOfNow || attempt === ATTEMPTS) return read;
    }
  }
}

const NOBODY: readonly string[] = [];
