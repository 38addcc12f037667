/**
 * The sweep over the tables of this process. It ends rounds and corrections that are paid, and pays
 * what Redis forgot.
 */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { atShutdown } from '../platform/within.js';
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
/**
 * For so long after a table came back the queue is waited for only an eighth of the time: whoever
 * ran the table may have frozen, and taken the next job along.
 */
const LATELY_MS = 5_000;
/** Payments that are made by this process at a time, without the queue. */
const PAID_AT_ONCE = 3;

/** What became of a payment that was ordered. */
interface Paid {
  /** Why it could not be made. Null where nothing of it is owed any more. */
  readonly cause: string | null;
  /** Whose accounts cannot be credited, where the cause is theirs. */
  readonly players: readonly string[];
}

@Injectable()
export class SettlementSweep implements OnModuleDestroy {
  readonly #olderThanMs: number;
  /** By table: what is looked at of it, and is not looked at again meanwhile. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #cameBackAtMs = new WeakMap<Table, number>();
  #paying = 0;

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
   * owed. `record` writes down who ordered it, before anything is paid: where it cannot, nothing
   * is.
   */
  async payNow(table: Table, game: string, record: () => Promise<void>): Promise<Paid | undefined> {
    const owed = owedOf(table).filter((each) => each.game === game);
    if (owed.length === 0) return undefined;
    await record();
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

  async onModuleDestroy(): Promise<void> {
    await atShutdown(Promise.all(this.#underWay.values()));
  }

  /** A payment that fails, or takes long, does not hold up any other table’s. */
  #sweep(): void {
    const { nowMs } = this.tables;
    for (const table of this.tables.here) {
      if (!this.#cameBackAtMs.has(table)) this.#cameBackAtMs.set(table, nowMs);
      const id = table.state.table;
      const owed = owedOf(table);
      if (owed.length === 0 || this.#underWay.has(id)) continue;
      const work = this.#lookAtAll(table, owed).finally(() => this.#underWay.delete(id));
      this.#underWay.set(id, work);
    }
  }

  async #lookAtAll(table: Table, owed: readonly Owed[]): Promise<void> {
    for (const each of owed) await this.#look(table, each);
  }

  /**
   * Ends what is paid. What has waited too long is paid in this process, without the queue, and so
   * is what the table brought along: whoever was paying it may have ended.
   */
  async #look(at: Table, owed: Owed): Promise<void> {
    const { state } = at;
    const { table } = state;
    const { game, correction } = owed;
    const payment = { table, game, correction };
    try {
      if (await this.#finish(table, owed, 'queue')) return this.payments.isDone(keyOf(owed));
      const olderThanMs = this.#patience(at, owed);
      if (!(await this.payments.isForgotten(owed, olderThanMs))) return;
      if (!(await this.payments.isDue(keyOf(owed), game))) return;
      // The next look finds it again.
      if (this.#paying >= PAID_AT_ONCE) return;
      this.payments.noteTaken(payment, olderThanMs === 0);
      this.#paying += 1;
      await this.#pay(state, owed).finally(() => (this.#paying -= 1));
    } catch (error) {
      this.payments.failed(payment, error);
    }
  }

  /** For how long the queue is waited for, in ms. */
  #patience(table: Table, owed: Owed): number {
    if (isOwedIn(table.broughtBack, owed)) return 0;
    const sinceMs = this.tables.nowMs - (this.#cameBackAtMs.get(table) ?? 0);
    return sinceMs < LATELY_MS ? this.#olderThanMs / 8 : this.#olderThanMs;
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

/** Who plays is counted where it is needed alone: it takes a look at everybody at the table. */
const owedOf = (at: Pick<Table, 'state' | 'playing'>): readonly Owed[] => {
  const { round, corrections } = at.state;
  return [
    ...(round !== null && awaitsPayment(at.state)
      ? [{ game: round.game, players: at.playing }]
      : []),
    ...corrections.map(({ game, correction }) => ({ game, correction })),
  ];
};

const isOwedIn = (state: TableState, owed: Owed): boolean =>
  owedOf({ state, playing: 0 }).some((each) => keyOf(each) === keyOf(owed));
