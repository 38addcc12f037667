/**
 * The outbox: what the journal has for operators' wallets is sent until it is decided. One process
 * sends to an operator at a time, and an operator that is dead holds up no other.
 */
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { openOrKeepAlive } from '../ledger/open-session.js';
import { post } from '../ledger/post.js';
import type { Amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { OUTSIDE, gameAccount } from '../money/chart-of-accounts.js';
import { exponentOf } from '../money/currency.js';
import { MONEY_POOL } from '../platform/database.js';
import { Poller, type Polling } from '../platform/poller.js';
import { inTransaction } from '../platform/transaction.js';
import { atShutdown } from '../platform/within.js';
import { LedgerWallet } from './ledger-wallet.js';
import { type Verdict, WalletCalls } from './wallet-calls.service.js';
import {
  type Due,
  type Owing,
  endMovement,
  giveLeases,
  putOff,
  readDue,
  readOwing,
  sendNow,
  takeLease,
  voidOverdue,
} from './wallet-rows.js';

/** A player waits no longer for a wallet's verdict, in ms. */
export const DEBIT_WITHIN_MS = 5_000;
/** How long one try waits for its answer. */
const TRY_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
const LEASE_MS = 5_000;
/** Requests to one operator at a time. */
const AT_ONCE = 32;
/** Pauses between tries double from the first to the last. */
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 300_000;
/** After so many tries without a verdict, one movement now and then tries whether there is one. */
const DEAD_AFTER = 5;
const PROBE_EVERY_MS = 2_000;

/** What this process knows of an operator's wallet. */
class Line {
  readonly inFlight = new Map<string, Promise<void>>();
  /** Tries without a verdict, since the last one. */
  silent = 0;
  probeAtMs = 0;

  get isDead(): boolean {
    return this.silent >= DEAD_AFTER;
  }

  room(nowMs: number): number {
    if (!this.isDead) return AT_ONCE - this.inFlight.size;
    return this.inFlight.size === 0 && nowMs >= this.probeAtMs ? 1 : 0;
  }
}

@Injectable()
export class Outbox implements BeforeApplicationShutdown {
  readonly #process = randomUUID();
  readonly #lines = new Map<string, Line>();
  readonly #stop = new AbortController();
  readonly #looking: Polling;

  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    private readonly calls: WalletCalls,
    private readonly ledger: LedgerWallet,
    @InjectPinoLogger('wallets') private readonly logger: PinoLogger,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    const name = 'wallet outbox';
    this.#looking = poller.poll({ name, everyMs: LOOK_EVERY_MS, look, wokenBy: 'wallet' });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    const sent = [...this.#lines.values()].flatMap(({ inFlight }) => [...inFlight.values()]);
    await atShutdown(Promise.all(sent));
    await atShutdown(giveLeases(this.pool, this.#process));
  }

  async #look(nowMs: number): Promise<void> {
    await voidOverdue(this.pool, DEBIT_WITHIN_MS);
    for (const owing of await readOwing(this.pool)) {
      if (this.#stop.signal.aborted) return;
      await this.#send(owing, nowMs);
    }
  }

  /** Nobody waits here for an answer. */
  async #send(to: Owing, nowMs: number): Promise<void> {
    const line = this.#lines.get(to.operator) ?? new Line();
    this.#lines.set(to.operator, line);
    if (!(await takeLease(this.pool, to.operator, this.#process, LEASE_MS))) return;
    const room = line.room(nowMs);
    if (room <= 0) return;
    if (line.isDead) line.probeAtMs = nowMs + PROBE_EVERY_MS;
    const but = [...line.inFlight.keys()];
    const due = await readDue(this.pool, {
      operator: to.operator,
      but,
      probes: line.isDead,
      limit: room,
    });
    for (const each of due) {
      const sent = this.#settle(to, line, each)
        .catch((err: unknown) => this.logger.warn({ err }, 'a verdict could not be written'))
        .finally(() => {
          line.inFlight.delete(each.id);
          if (!this.#stop.signal.aborted) this.#looking.wake();
        });
      line.inFlight.set(each.id, sent);
    }
  }

  async #settle(to: Owing, line: Line, due: Due): Promise<void> {
    const verdict = await this.#ask(to, due);
    if (verdict.status === 'unknown') {
      line.silent += 1;
      const { operator } = to;
      const { movementId, tries } = due;
      this.logger.warn({ operator, movementId, tries, why: verdict.why }, 'no verdict');
      return putOff(this.pool, due, pauseMs(due.tries), null);
    }
    const wasDead = line.isDead;
    line.silent = 0;
    await this.#keep(to.operator, due, verdict);
    if (wasDead) await sendNow(this.pool, to.operator);
  }

  #ask(to: Owing, { movementId, kind, status, ref, currency, amount }: Due): Promise<Verdict> {
    const order = {
      ...{ player: ref, currency, exponent: exponentOf(currency), total: amount, movementId },
    };
    const { signal } = this.#stop;
    if (status === 'due') return this.calls.ask(to, kind, order, TRY_MS, signal);
    const cancel = { ...order, movementId: `${movementId}.cancel`, refers: movementId };
    return this.calls.ask(to, 'cancel', cancel, TRY_MS, signal);
  }

  /** What the wallet gave is the session's credit from here on. */
  async #keep(
    operator: string,
    due: Due,
    verdict: Exclude<Verdict, { status: 'unknown' }>,
  ): Promise<void> {
    const { kind, status, movementId, player } = due;
    const { evidence } = verdict;
    if (verdict.status === 'refused') {
      if (kind === 'debit' && status === 'due') {
        await endMovement(this.pool, due, 'refused', verdict.reason, evidence);
        return;
      }
      // Neither may be refused: somebody must see to it, and it is asked for again.
      this.logger.error({ operator, movementId, reason: verdict.reason }, 'a wallet refuses money');
      return putOff(this.pool, due, pauseMs(due.tries), verdict.reason);
    }
    if (kind === 'credit' || status === 'void') {
      await endMovement(this.pool, due, kind === 'credit' ? 'done' : 'cancelled', null, evidence);
      return;
    }
    const amount = BigInt(due.amount) as Amount;
    await inTransaction(this.pool, async (tx) => {
      if (!(await endMovement(tx, due, 'done', null, evidence))) return; // It is void by now.
      const deposit = { source: OUTSIDE, destination: gameAccount(player), amount } as const;
      const key = `wallet:${operator}:${movementId}`;
      const came = await post(tx, { key, kind: 'deposit', postings: [deposit] });
      const moved = await this.ledger.buyIn(tx, player, amount, due.key);
      assert(came.ok && moved.ok, 'what a wallet gave can be brought to the tables');
      await openOrKeepAlive(tx, player);
    });
  }
}

const pauseMs = (tries: number): number =>
  Math.min(PAUSE_MIN_MS * 2 ** Math.min(tries, 20), PAUSE_MAX_MS);
