/** Who sits at a table: players who are connected, and players whose bets lie on it. */
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { emptySlip } from '../punto-banco/slip.js';
import { type Seat, betsOfRound, readSeats, replayBet } from './seat.js';

export class Seats {
  readonly #seats = new Map<string, Seat>();

  constructor(
    private readonly pool: Pick<pg.Pool, 'query'>,
    private readonly table: string,
  ) {}

  find(playerId: string): Seat | undefined {
    return this.#seats.get(playerId);
  }

  /** Players with a connection; others sit here by their bets alone. */
  get connected(): number {
    let count = 0;
    for (const { connections } of this.#seats.values()) if (connections.size > 0) count += 1;
    return count;
  }

  /** Seats a connection of the player. Undefined for an unknown player. */
  async join(playerId: string, connection: string, game: string): Promise<Seat | undefined> {
    await this.#read([playerId], game);
    const seat = this.#seats.get(playerId);
    seat?.connections.add(connection);
    return seat;
  }

  /** Bets that lie stay: the seat is kept until the next round begins. */
  leave(playerId: string, connection: string): void {
    const seat = this.#seats.get(playerId);
    if (seat === undefined) return;
    seat.connections.delete(connection);
    const holdsNothing = seat.slip.stakes.size === 0 && seat.answers.size === 0;
    if (seat.connections.size === 0 && holdsNothing && !seat.isBetting)
      this.#seats.delete(playerId);
  }

  /** The bets of the round before become what Repeat lays again; who has gone is forgotten. */
  beginRound(): void {
    for (const [playerId, seat] of this.#seats) {
      if (seat.connections.size === 0) {
        this.#seats.delete(playerId);
        continue;
      }
      if (seat.slip.stakes.size > 0) seat.previous = seat.slip.stakes;
      seat.slip = emptySlip(seat.slip.mode);
      seat.answers.clear();
    }
  }

  all(): readonly Seat[] {
    return [...this.#seats.values()];
  }

  playing(): readonly Seat[] {
    return [...this.#seats.values()].filter(({ slip }) => slip.stakes.size > 0);
  }

  /** Brings back from Postgres the seats of those who have bets in `game`. */
  async recall(game: string): Promise<void> {
    const bets = await betsOfRound(this.pool, game);
    await this.#read([...new Set(bets.map(({ playerId }) => playerId))], game);
    for (const bet of bets) {
      const seat = this.#seats.get(bet.playerId);
      assert(seat !== undefined, 'a bet belongs to a player');
      seat.slip = replayBet(seat.slip, bet);
      seat.answers.set(bet.betId, { content: bet.content, answer: bet.answer });
    }
  }

  /** Seats again those who sat at the table before it was brought back. */
  async adopt(former: Seats, game: string): Promise<void> {
    const connected = [...former.#seats.values()].filter(({ connections }) => connections.size > 0);
    await this.#read(
      connected.map(({ playerId }) => playerId),
      game,
    );
    for (const { playerId, connections } of connected) {
      const seat = this.#seats.get(playerId);
      for (const connection of connections) seat?.connections.add(connection);
    }
  }

  /** Reads the seats that are not there yet. Another connection of a player may be faster: its seat stays. */
  async #read(playerIds: readonly string[], game: string): Promise<void> {
    const missing = playerIds.filter((playerId) => !this.#seats.has(playerId));
    for (const seat of await readSeats(this.pool, this.table, missing, game)) {
      if (!this.#seats.has(seat.playerId)) this.#seats.set(seat.playerId, seat);
    }
  }
}
