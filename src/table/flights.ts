/**
 * The batches on their way to the database: one is there, and one on the wire behind it. Each comes back as a value,
 * in the order in which the database took them, to be taken in by the table's loop.
 */
import type { CommittedBatch, DecidedBet } from './group-commit.js';

const FLIGHTS_MAX = 2;

export interface Landed {
  readonly batch: readonly DecidedBet[];
  readonly result: { readonly committed: CommittedBatch } | { readonly error: unknown };
}

export class Flights {
  readonly #underWay = new Set<Promise<void>>();
  readonly #landed: Landed[] = [];

  get hasRoom(): boolean {
    return this.#underWay.size < FLIGHTS_MAX;
  }

  get areUnderWay(): boolean {
    return this.#underWay.size > 0;
  }

  /** Resolves when the batch has landed, whatever became of it. */
  send(batch: readonly DecidedBet[], committing: Promise<CommittedBatch>): Promise<void> {
    const flight = committing
      .then(
        (committed) => ({ batch, result: { committed } }),
        (error: unknown) => ({ batch, result: { error } }),
      )
      .then((landed) => {
        this.#landed.push(landed);
        this.#underWay.delete(flight);
      });
    this.#underWay.add(flight);
    return flight;
  }

  takeLanded(): Landed | undefined {
    return this.#landed.shift();
  }

  /** Resolves when the next of those that are under way has landed. */
  async nextLanding(): Promise<void> {
    await Promise.race(this.#underWay);
  }

  /** Everything that has not been taken in yet, when the last of it has landed. */
  async takeAll(): Promise<readonly Landed[]> {
    await Promise.all(this.#underWay);
    return this.#landed.splice(0);
  }
}
