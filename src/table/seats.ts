/** Who sits at a table: players who are connected, and players who have bets on it. */
import { assert } from '../money/assert.js';
import { emptySlip } from '../punto-banco/slip.js';
import { replayBet } from './placed-bets.js';
import { type Connections, addConnection, dropConnection } from './published.js';
import type { PlayerSeat } from './seat.js';
import type { SeatStore } from './store.js';

/** A seat, and the connections that sit there now. */
export interface Sitter extends PlayerSeat {
  readonly connections: ReadonlySet<string>;
}

export class Seats {
  readonly #seats = new Map<string, PlayerSeat>();

  /** `connections` outlives the table. What it holds is brought back by `restore`. */
  constructor(
    private readonly store: SeatStore,
    private readonly table: string,
    private readonly connections: Connections,
  ) {}

  /**
   * Brings back from the store the seats of those who have bets in `game`, and of those who are
   * connected.
   */
  async restore(game: string): Promise<void> {
    const bets = await this.store.betsOfRound(game);
    const betting = bets.map(({ playerId }) => playerId);
    const connected = [...this.connections.keys()];
    await this.#read([...new Set([...betting, ...connected])], game);
    for (const bet of bets) {
      const seat = this.#seats.get(bet.playerId);
      assert(seat !== undefined, 'a bet belongs to a player');
      seat.slip = replayBet(seat.slip, bet);
      seat.answers.set(bet.betId, { content: bet.content, answer: bet.answer });
    }
    // Whoever has left meanwhile.
    for (const playerId of connected) this.#clear(playerId);
  }

  find(playerId: string): PlayerSeat | undefined {
    return this.#seats.get(playerId);
  }

  /** Players with a connection. Others have a seat here by their bets alone. */
  get connected(): number {
    return this.connections.size;
  }

  /** Seats a connection of the player. Undefined for an unknown player. */
  async join(playerId: string, connection: string, game: string): Promise<PlayerSeat | undefined> {
    await this.#read([playerId], game);
    const seat = this.#seats.get(playerId);
    if (seat !== undefined) addConnection(this.connections, playerId, connection);
    return seat;
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
      if (!this.connections.has(playerId)) {
        this.#seats.delete(playerId);
        continue;
      }
      if (seat.slip.stakes.size > 0) seat.previous = seat.slip.stakes;
      seat.slip = emptySlip(seat.slip.mode);
      seat.answers.clear();
    }
  }

  all(): readonly Sitter[] {
    return [...this.#seats.values()].map((seat) => ({
      ...seat,
      connections: this.connections.get(seat.playerId) ?? NOBODY,
    }));
  }

  playing(): readonly PlayerSeat[] {
    return [...this.#seats.values()].filter(({ slip }) => slip.stakes.size > 0);
  }

  /** A seat is kept while somebody is connected there, or anything of the round depends on it. */
  #clear(playerId: string): void {
    const seat = this.#seats.get(playerId);
    if (seat === undefined || this.connections.has(playerId)) return;
    const holdsNothing = seat.slip.stakes.size === 0 && seat.answers.size === 0;
    if (holdsNothing && !seat.isBetting) this.#seats.delete(playerId);
  }

  /**
   * Reads the seats that are not there yet. Another connection of a player may be faster: then its
   * seat stays.
   */
  async #read(playerIds: readonly string[], game: string): Promise<void> {
    const missing = playerIds.filter((playerId) => !this.#seats.has(playerId));
    for (const seat of await this.store.readSeats(this.table, missing, game)) {
      if (!this.#seats.has(seat.playerId)) this.#seats.set(seat.playerId, seat);
    }
  }
}

const NOBODY: ReadonlySet<string> = new Set();
