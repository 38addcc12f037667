/** The payments by hand of a simulation: which were ordered, and what Postgres refuses of them. */
import type { RowChange } from '../../src/table/rows.js';
import { type Journal, Refused } from './journal.js';

/** What is still to be paid to one player, or taken back. */
export interface PartOwed {
  readonly bets: number;
  readonly stakes: bigint;
  readonly was: bigint;
  readonly paid: bigint;
}

const NONE: ReadonlyMap<string, bigint> = new Map();

export class HandPays {
  readonly #ordered = new Map<string, Map<string, bigint>>();
  readonly #counts = new Map<string, number>();

  /**
   * `owes`: whether the round, or the correction of that number, is to be paid, and the player's
   * part of it is not.
   */
  constructor(
    private readonly journal: Journal,
    private readonly owes: (game: string, ordinal: number, player: string) => boolean,
  ) {}

  /** By player, what was ordered of the round (0) or of a correction of it. */
  of(game: string, ordinal: number): ReadonlyMap<string, bigint> {
    return this.#ordered.get(`${game} ${ordinal}`) ?? NONE;
  }

  /** How many players are paid by hand of the round and of its corrections. */
  count(game: string): number {
    return this.#counts.get(game) ?? 0;
  }

  write({ columns }: RowChange): void {
    const game = String(columns['game_number']);
    const ordinal = Number(columns['ordinal']);
    const player = String(columns['player_id']);
    const ordered = this.#ordered.get(`${game} ${ordinal}`) ?? new Map<string, bigint>();
    if (ordered.has(player) || !this.owes(game, ordinal, player)) {
      throw new Refused('SB013', `round ${game} does not owe player ${player} this`);
    }
    this.#ordered.set(`${game} ${ordinal}`, ordered);
    ordered.set(player, BigInt(String(columns['amount'])));
    this.#counts.set(game, this.count(game) + 1);
    this.journal.did(() => {
      ordered.delete(player);
      this.#counts.set(game, this.count(game) - 1);
    });
  }
}
