/**
 * The outbox: what the journal has for operators' wallets is sent until it is decided. One process
 * sends to an operator at a time, and an operator that is dead holds up no other.
 */
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '../platform/clock.js';
import { Poller, type Polling } from '../platform/poller.js';
import { atShutdown } from '../platform/within.js';
import type { OperatorPolicy } from '../protocol/operator-policy.js';
import { WALLET_STORE, type WalletStore } from './store.js';
import { BUSY, type CallVerdict, WalletCalls } from './wallet-calls.service.js';
import { walletOrder } from './wallet-order.js';
import type { Due, Owing } from './wallet-rows.js';

const LOOK_EVERY_MS = 1_000;
/** A stake that no action has used waits for longer than this anyway. */
const UNPLAYED_EVERY_MS = 5_000;
const LEASE_MS = 5_000;
/** So many times the connections are read ahead, so that none of them waits for the database. */
const READ_AHEAD = 4;
/** What was read so long ago is read again before it is sent. */
const READ_FOR_MS = 500;
/** Pauses between tries double from the first to the longest of the operator's policy. */
const PAUSE_MIN_MS = 250;
/**
 * After so many movements without a verdict, one now and then tries whether there is one. A wallet
 * may fail with one of them however often it is tried, and take all others.
 */
const DEAD_AFTER = 5;
const PROBE_EVERY_MS = 2_000;

/** What this process knows of an operator's wallet. */
class WalletQueue {
  /** What was read to be sent, by id, until it is written what became of it. */
  readonly taken = new Set<string>();
  /** Of these, those that wait for a connection. */
  waiting: { readonly due: Due; readonly readAtMs: number }[] = [];
  readonly asked = new Set<Promise<void>>();
  /** Movements without an answer that counts. Each is counted once until it has one. */
  readonly #unanswered = new Set<string>();
  /** How many of them have come to it since the last answer to any. */
  #silent = 0;
  probeAtMs = 0;
  #deadSinceMs = Infinity;

  constructor(private readonly connections: number) {}

  get isDead(): boolean {
    return this.#silent >= DEAD_AFTER;
  }

  heardNothing({ id }: Due): void {
    if (this.#unanswered.has(id)) return;
    this.#unanswered.add(id);
    this.#silent += 1;
  }

  heard({ id }: Due): void {
    this.#unanswered.delete(id);
    this.#silent = 0;
    this.#deadSinceMs = Infinity;
  }

  get hasRoom(): boolean {
    return this.asked.size < (this.isDead ? 1 : this.connections);
  }

  /** How many are to be read now. */
  room(nowMs: number): number {
    if (!this.isDead) {
      return this.waiting.length < this.connections
        ? READ_AHEAD * this.connections - this.taken.size
        : 0;
    }
    this.#deadSinceMs = Math.min(this.#deadSinceMs, nowMs);
    this.forget();
    return this.taken.size === 0 && nowMs >= this.probeAtMs ? 1 : 0;
  }

  /** Dead for as long as stakes wait, it is asked for no more: they are void at once. */
  isHopeless(nowMs: number, { stakesWithinMs }: OperatorPolicy): boolean {
    return this.isDead && nowMs >= this.#deadSinceMs + stakesWithinMs;
  }

  /** Another process asks the wallet from here on. What is known of it here grows old. */
  leave(): void {
    this.forget();
    this.#unanswered.clear();
    this.#silent = 0;
    this.#deadSinceMs = Infinity;
  }

  /** What waits for a connection is read again later. */
  forget(): void {
    for (const { due } of this.waiting) this.taken.delete(due.id);
    this.waiting = [];
  }
}

@Injectable()
export class Outbox implements BeforeApplicationShutdown {
  readonly #process = randomUUID();
  readonly #queues = new Map<string, WalletQueue>();
  readonly #stop = new AbortController();
  readonly #looking: Polling;

  constructor(
    @Inject(WALLET_STORE) private readonly store: WalletStore,
    @Inject(WalletCalls) private readonly calls: Pick<WalletCalls, 'ask' | 'connections'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @InjectPinoLogger('wallets') private readonly logger: PinoLogger,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    const name = 'wallet outbox';
    this.#looking = poller.poll({ name, everyMs: LOOK_EVERY_MS, look, wokenBy: 'wallet' });
    const undo = () => this.store.undoUnplayed();
    poller.poll({ name: 'unplayed stakes', everyMs: UNPLAYED_EVERY_MS, look: undo });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    const sent = [...this.#queues.values()].flatMap(({ asked }) => [...asked]);
    await atShutdown(Promise.all(sent));
    await atShutdown(this.store.giveLeases(this.#process));
  }

  async #look(nowMs: number): Promise<void> {
    await this.store.voidOverdue();
    for (const owing of await this.store.readOwing()) {
      if (this.#stop.signal.aborted) return;
      await this.#send(owing, nowMs);
    }
  }

  /** Nobody waits here for an answer. */
  async #send(to: Owing, nowMs: number): Promise<void> {
    const { operator } = to;
    const queue = this.#queues.get(operator) ?? new WalletQueue(this.calls.connections);
    this.#queues.set(operator, queue);
    if (!(await this.store.takeLease(operator, this.#process, LEASE_MS))) return queue.leave();
    const limit = queue.room(nowMs);
    if (limit > 0) {
      const probes = queue.isDead;
      if (probes) queue.probeAtMs = nowMs + PROBE_EVERY_MS;
      const due = await this.store.readDue({ operator, but: [...queue.taken], probes, limit });
      const readAtMs = this.clock.nowMs();
      for (const each of due) {
        queue.taken.add(each.id);
        queue.waiting.push({ due: each, readAtMs });
      }
      this.#goOn(to, queue);
    }
    if (queue.isHopeless(nowMs, to.policy)) await this.store.voidStakes(operator, [...queue.taken]);
  }

  /** Sends what waits, as far as there are connections. */
  #goOn(to: Owing, queue: WalletQueue): void {
    while (queue.hasRoom && !this.#stop.signal.aborted) {
      const next = queue.waiting.shift();
      if (next === undefined) return;
      const { due, readAtMs } = next;
      if (this.clock.nowMs() - readAtMs > READ_FOR_MS) {
        queue.taken.delete(due.id);
        continue;
      }
      const sent = this.#settle(to, queue, due)
        .catch((error: unknown) => this.#afterFailure(to, due, error))
        .finally(() => {
          queue.taken.delete(due.id);
          queue.asked.delete(sent);
          if (this.#stop.signal.aborted) return;
          this.#goOn(to, queue);
          if (queue.waiting.length < this.calls.connections) this.#looking.wake();
        });
      queue.asked.add(sent);
    }
  }

  async #settle(to: Owing, queue: WalletQueue, due: Due): Promise<void> {
    const verdict = await this.#ask(to, due);
    if (verdict.status === 'unknown') {
      // A wallet that is busy is there.
      if (verdict.why !== BUSY) queue.heardNothing(due);
      const { operator } = to;
      const { movementId, tries } = due;
      this.logger.warn({ operator, movementId, tries, why: verdict.why }, 'no verdict');
      return this.store.putOff(due, pauseMs(due.tries, to.policy), null);
    }
    const wasDead = queue.isDead;
    queue.heard(due);
    await this.#keep(to, due, verdict);
    if (wasDead) await this.store.sendNow(to.operator);
  }

  /** What the database refuses, or cannot write now, is asked for again after a pause. */
  async #afterFailure({ policy }: Owing, due: Due, err: unknown): Promise<void> {
    const { movementId, tries } = due;
    this.logger.warn({ err, movementId, tries }, 'a verdict could not be written');
    try {
      await this.store.putOff(due, pauseMs(tries, policy), null);
    } catch (error) {
      this.logger.warn({ err: error, movementId }, 'a movement could not be put off');
      await new Promise<void>((resolve) => this.clock.after(PAUSE_MIN_MS, resolve));
    }
  }

  #ask(to: Owing, due: Due): Promise<CallVerdict> {
    const { verb, order } = walletOrder(due);
    return this.calls.ask(to, verb, order, to.policy.tryWithinMs, this.#stop.signal);
  }

  /** What the wallet gave is the session's credit from here on. */
  async #keep(
    { operator, policy }: Owing,
    due: Due,
    verdict: Exclude<CallVerdict, { status: 'unknown' }>,
  ): Promise<void> {
    const { kind, status, movementId, game, hand, tipDealer } = due;
    const { evidence } = verdict;
    if (verdict.status === 'refused') {
      if (kind === 'debit' && status === 'due') {
        const { reason: refusal } = verdict;
        return this.store.end({ due, status: 'refused', refusal, gives: false, evidence });
      }
      // Neither may be refused: somebody must see to it, and it is asked for again.
      this.logger.error({ operator, movementId, reason: verdict.reason }, 'a wallet refuses money');
      return this.store.putOff(due, pauseMs(due.tries, policy), verdict.reason);
    }
    const gives = status === 'due' && (kind === 'debit' || BigInt(due.amount) < 0n);
    if (gives && tipDealer !== null) return this.store.tip(operator, due, evidence);
    if (!gives || game !== null || hand !== null) {
      // What was advanced to the player for a round or a hand is given by the wallet now.
      const ended = status === 'void' ? 'cancelled' : 'done';
      return this.store.end({ due, status: ended, refusal: null, gives, evidence });
    }
    return this.store.bring(operator, due, evidence);
  }
}

const pauseMs = (tries: number, { pauseMaxMs }: OperatorPolicy): number =>
  Math.min(PAUSE_MIN_MS * 2 ** Math.min(tries, 20), pauseMaxMs);
