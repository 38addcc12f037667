/** Whoever waits here for what an operator's wallet decides, in whatever process it is asked. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { MONEY_POOL } from '../platform/database.js';
import { Poller, type Polling } from '../platform/poller.js';
import { readDecided, voidOverdue } from './wallet-rows.js';

/** Where a notice is lost. */
const LOOK_EVERY_MS = 250;

interface Waiting {
  readonly operator: string;
  readonly movementId: string;
  readonly decided: () => void;
}

@Injectable()
export class WalletVerdicts {
  readonly #waiting = new Set<Waiting>();
  readonly #looking: Polling;

  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    poller: Poller,
  ) {
    this.#looking = poller.poll({
      name: 'wallet verdicts',
      everyMs: LOOK_EVERY_MS,
      look: () => this.#look(),
      isWanted: () => this.#waiting.size > 0,
      wokenBy: 'wallet',
    });
  }

  /** Resolves when the debit is decided: by its wallet, or because its time is over. */
  of(operator: string, movementId: string): Promise<void> {
    return new Promise((decided) => {
      this.#waiting.add({ operator, movementId, decided });
      this.#looking.wake();
    });
  }

  async #look(): Promise<void> {
    await voidOverdue(this.pool);
    const asked = [...this.#waiting];
    const rows = await readDecided(
      this.pool,
      asked.map(({ movementId }) => movementId),
      asked.map(({ operator }) => operator),
    );
    const decided = new Set(rows.map(({ operator, movementId }) => `${operator} ${movementId}`));
    for (const each of asked) {
      if (!decided.has(`${each.operator} ${each.movementId}`)) continue;
      this.#waiting.delete(each);
      each.decided();
    }
  }
}
