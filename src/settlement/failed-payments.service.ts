/**
 * Payments that fail for a cause that does not pass by itself. Each is tried again ever more
 * rarely, and an incident names it and its cause to the pit until it is paid.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { isLastingRefusal, sqlState } from '../platform/transaction.js';
import { STUDIO } from '../round/fault.js';
import type { TableState } from '../round/state.js';
import { incidentOf } from '../table/incident.js';
import { Tables } from '../table/tables.service.js';
import { type OwedPayment, SETTLEMENT_STORE, type SettlementStore } from './store.js';

/** From one try to the next, in ms: it doubles each time. */
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 30_000;
/** A payment that ran out of time so often in a row does so for a lasting cause. */
const OUT_OF_TIME_MAX = 3;
const CAUSE_MAX = 300;
/** So many are known. Of one whose table has gone elsewhere nothing is heard again. */
const FAILURES_MAX = 1_000;

/** As the log names it. */
interface PaymentName {
  readonly table: string;
  readonly game: string;
  /** The number of the correction. Left out for the round itself. */
  readonly correction?: number | undefined;
}

const wordFor = ({ correction }: PaymentName): string =>
  correction === undefined ? 'round' : 'correction';

interface Failure {
  readonly times: number;
  /** How many of the last tries in a row ran out of time. */
  readonly outOfTime: number;
  readonly nextAtMs: number;
  /** How many players of the round were to be paid by hand. */
  readonly byHand: number;
}

@Injectable()
export class FailedPayments {
  readonly #failures = new Map<string, Failure>();

  constructor(
    @Inject(SETTLEMENT_STORE) private readonly store: SettlementStore,
    private readonly tables: Tables,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {}

  /** Whether the queue was given the payment longer ago than that, and has not paid it. */
  isForgotten(payment: OwedPayment, olderThanMs: number): Promise<boolean> {
    return this.store.isForgotten(payment, olderThanMs);
  }

  /** `isInherited`: the table came back from its log while it was owed. */
  noteTaken(payment: PaymentName, isInherited: boolean): void {
    const what = wordFor(payment);
    const why = isInherited
      ? `the table came back with the ${what}`
      : `the queue forgot the ${what}`;
    this.logger.warn(payment, `${why}: the sweep pays it`);
  }

  failed(payment: PaymentName, error: unknown): void {
    this.logger.error({ err: error, ...payment }, `the ${wordFor(payment)} could not be paid`);
  }

  /**
   * Whether the payment may be tried now: when its pause is over, and as soon as more of it is paid
   * by hand.
   */
  async isDue(payment: string, game: string): Promise<boolean> {
    const failure = this.#failures.get(payment);
    if (failure === undefined || this.tables.nowMs >= failure.nextAtMs) return true;
    return (await this.store.byHand(game)) > failure.byHand;
  }

  /** Whose accounts cannot be credited, where the payment fails for that. */
  whose(payment: OwedPayment): Promise<readonly string[]> {
    return this.store.uncreditable(payment);
  }

  /** Nothing is owed of it any more. */
  isDone(payment: string): void {
    this.#failures.delete(payment);
  }

  /**
   * The payment has failed. What does not pass by itself opens an incident, and another one where
   * that was closed by then: the money is still owed. A try before its turn, which a manager asked
   * for, makes no pause longer.
   */
  async note(payment: string, state: TableState, game: string, error: unknown): Promise<void> {
    const before = this.#failures.get(payment);
    const outOfTime = isOutOfTime(error) ? (before?.outOfTime ?? 0) + 1 : 0;
    const { nowMs } = this.tables;
    const byHand = await this.store.byHand(game);
    this.#failures.delete(payment);
    this.#failures.set(payment, { ...nextTry(before, nowMs), outOfTime, byHand });
    if (this.#failures.size > FAILURES_MAX) this.#failures.delete([...this.#failures.keys()][0]!);
    if (!lasts(error) && outOfTime < OUT_OF_TIME_MAX) return;
    const fault = { kind: 'payment_failed', detail: causeOf(error), by: STUDIO } as const;
    const incident = { ...incidentOf(fault, nowMs, state), game_number: game };
    await this.store.openIncident({
      table_id: state.table,
      opened_seq: state.seq,
      ...incident,
    });
  }
}

const nextTry = (
  before: Failure | undefined,
  nowMs: number,
): Pick<Failure, 'times' | 'nextAtMs'> => {
  if (before !== undefined && nowMs < before.nextAtMs) {
    return { times: before.times, nextAtMs: before.nextAtMs };
  }
  const times = (before?.times ?? 0) + 1;
  return { times, nextAtMs: nowMs + Math.min(PAUSE_MIN_MS * 2 ** (times - 1), PAUSE_MAX_MS) };
};

/** In one line, for people: what the database says, and its code. */
export const causeOf = (error: unknown): string => {
  const code = sqlState(error);
  const says = error instanceof Error ? error.message : String(error);
  return `${code === undefined ? '' : `${code}: `}${says}`.replace(/\s+/g, ' ').slice(0, CAUSE_MAX);
};

/** The limits of a statement and of a wait for a lock. */
const OUT_OF_TIME: ReadonlySet<string> = new Set(['57014', '55P03']);

/** Once, that passes. What always takes longer than it may is never paid by trying again. */
const isOutOfTime = (error: unknown): boolean => OUT_OF_TIME.has(sqlState(error) ?? '');

/** What the database refuses, or the code takes to be impossible, it refuses again. */
const lasts = (error: unknown): boolean =>
  isLastingRefusal(error) || (error instanceof Error && error.name === 'ImpossibleState');
