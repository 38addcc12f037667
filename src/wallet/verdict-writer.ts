/**
 * Writes the verdicts of operators' wallets in groups: those that come while a group is written are
 * the next one, in one statement.
 */
import type pg from 'pg';
import { endMovements } from '../ledger/verdicts-of-wallets.js';
import { isLastingRefusal, retrying } from '../platform/transaction.js';
import type { Evidence } from './signed-answer.js';
import type { Due } from './wallet-rows.js';

/** What becomes of a movement of a round, or of one that moves nothing when it ends. */
export interface MovementEnding {
  readonly due: Pick<Due, 'id' | 'status'>;
  readonly status: 'done' | 'refused' | 'cancelled';
  readonly refusal: string | null;
  /** The wallet has given the amount: it covers what was advanced to the player. */
  readonly gives: boolean;
  readonly evidence: Evidence;
}

interface Waiting {
  readonly ending: MovementEnding;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

const GROUP_MAX = 500;

export class VerdictWriter {
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(private readonly pool: pg.Pool) {}

  /**
   * Resolves after the commit. A movement that is no longer what it was when its wallet was asked
   * stays as it is.
   */
  write(ending: MovementEnding): Promise<void> {
    return new Promise((written, failed) => {
      this.#waiting.push({ ending, written, failed });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.slice(0, GROUP_MAX);
      this.#waiting = this.#waiting.slice(GROUP_MAX);
      await this.#writeGroup(group);
    }
    this.#isWriting = false;
  }

  /** One that the database refuses keeps no other from being written. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await retrying(() => this.pool.query(statementOf(group.map(({ ending }) => ending))));
      for (const { written } of group) written();
    } catch (error) {
      if (group.length === 1 || !isLastingRefusal(error)) {
        for (const { failed } of group) failed(error);
        return;
      }
      const half = Math.ceil(group.length / 2);
      await this.#writeGroup(group.slice(0, half));
      await this.#writeGroup(group.slice(half));
    }
  }
}

const statementOf = (endings: readonly MovementEnding[]) =>
  endMovements({
    ids: endings.map(({ due }) => due.id),
    was: endings.map(({ due }) => due.status),
    statuses: endings.map(({ status }) => status),
    refusals: endings.map(({ refusal }) => refusal),
    gives: endings.map(({ gives }) => gives),
    kids: endings.map(({ evidence }) => evidence.kid),
    signed: endings.map(({ evidence }) => evidence.signed),
    signatures: endings.map(({ evidence }) => evidence.signature),
    bodies: endings.map(({ evidence }) => evidence.body),
  });
