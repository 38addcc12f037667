/**
 * The sweep over the tables of this process. It ends rounds and corrections that are paid, and pays
 * what Redis forgot.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { type TableState, awaitsPayment } from '../round/state.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import { FailedPayments, causeOf } from './failed-payments.service.js';
import { SettlementWorker } from './settlement.worker.js';

/**
 * The last chunk may be paid by another process than the table's. The table's own process checks
 * this often whether it is.
 */
const LOOK_EVERY_MS = 250;

/** What became of a payment that was ordered. */
interface Paid {
  /** Why it could not be made. Null where nothing of it is owed any more. */
  readonly cause: string | null;
  /** Whose accounts cannot be credited, where the cause is theirs. */
  readonly players: readonly string[];
}

@Injectable()
export class SettlementSweep {
  readonly #olderThanMs: number;

  constructor(
    @Inject(CONFIG) { settlement: { sweepMs } }: Pick<Config, 'settlement'>,
    private readonly tables: Tables,
    private readonly worker: SettlementWorker,
    private readonly payments: FailedPayments,
    poller: Poller,
  ) {
    this.#olderThanMs = sweepMs;
    const everyMs = Math.min(LOOK_EVERY_MS, sweepMs / 2);
    poller.poll({ name: 'settlement', everyMs, look: () => this.#sweep() });
  }

  /**
   * Pays at once what is owed of the round, whatever failed before. Undefined where nothing was
   * owed.
   */
  async payNow(table: Table, game: string): Promise<Paid | undefined> {
    const owed = owedOf(table).filter((each) => each.game === game);
    if (owed.length === 0) return undefined;
    for (const each of owed) {
      try {
        await this.#pay(table.state, each);
      } catch (error) {
        const players = await this.payments.whose(each).catch(() => []);
        return { cause: causeOf(error), players };
      }
    }
    return { cause: null, players: [] };
  }

  /** A payment that fails does not hold up any other. */
  async #sweep(): Promise<void> {
    for (const table of this.tables.here) {
      for (const owed of owedOf(table)) await this.#look(table, owed);
    }
  }

  /**
   * Ends what is paid. What has waited too long is paid in this process, without the queue, and so
   * is what the table brought along: whoever was paying it may have ended.
   */
  async #look({ state, broughtBack }: Table, owed: Owed): Promise<void> {
    const { table } = state;
    const { game, correction } = owed;
    const payment = { table, game, correction };
    try {
      if (await this.#finish(table, owed, 'queue')) return this.payments.isDone(keyOf(owed));
      const olderThanMs = isOwedIn(broughtBack, owed) ? 0 : this.#olderThanMs;
      if (!(await this.payments.isForgotten(owed, olderThanMs))) return;
      if (!(await this.payments.isDue(keyOf(owed), game))) return;
      this.payments.noteTaken(payment, olderThanMs === 0);
      await this.#pay(state, owed);
    } catch (error) {
      this.payments.failed(payment, error);
    }
  }

  async #pay(state: TableState, owed: Owed): Promise<void> {
    const { table } = state;
    const { game, correction } = owed;
    try {
      if (correction === undefined) await this.worker.pay(game, owed.players);
      else await this.worker.payCorrection({ table, game, correction });
    } catch (error) {
      await this.payments.note(keyOf(owed), state, game, error);
      throw error;
    }
    await this.#finish(table, owed, 'sweep');
    this.payments.isDone(keyOf(owed));
  }

  #finish(table: string, { game, correction }: Owed, by: 'queue' | 'sweep'): Promise<boolean> {
    return correction === undefined
      ? this.worker.finish({ table, game }, by)
      : this.worker.finishCorrection({ table, game, correction }, by);
  }
}

/** A payment that a table waits for: of the round in hand, or of a correction. */
type Owed =
  | { readonly game: string; readonly players: number; readonly correction?: undefined }
  | { readonly game: string; readonly correction: number };

const keyOf = ({ game, correction = 0 }: Owed): string => `${game} ${correction}`;

const owedOf = ({ state, playing }: Pick<Table, 'state' | 'playing'>): readonly Owed[] => {
  const { round, corrections } = state;
  return [
    ...(round !== null && awaitsPayment(state) ? [{ game: round.game, players: playing }] : []),
    ...corrections.map(({ game, correction }) => ({ game, correction })),
  ];
};

const isOwedIn = (state: TableState, owed: Owed): boolean =>
  owedOf({ state, playing: 0 }).some((each) => keyOf(each) === keyOf(owed));
