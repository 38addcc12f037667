/**
 * The verdicts of operators' wallets on the stakes of rounds that were closed (W3): each table gets
 * them once all are there, and at the latest when its time is over. What is unknown then is void,
 * or before that when the time of the policy of its operator is.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { takeVoidStakesOff } from '../ledger/stakes-of-wallets.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { Poller, type Polling } from '../platform/poller.js';
import type { Acceptor, FinishAcceptance } from '../table/ports.js';
import { WALLET_STORE, type WalletStore } from './store.js';

/** Where a notice is lost, and how late a deadline is seen at most. */
const LOOK_EVERY_MS = 100;

interface Awaited {
  readonly table: string;
  readonly game: string;
  readonly untilMs: number;
  readonly finish: FinishAcceptance;
  /** Where it could not be taken: when it is tried again. */
  againAtMs: number;
  /** When it is looked for stakes whose own time is over. */
  overdueAtMs: number;
}

/** From one try to the next, where the verdicts could not be taken. */
const AGAIN_MS = 1_000;

@Injectable()
export class StakeVerdicts implements Acceptor {
  readonly #awaited = new Set<Awaited>();
  /** Those that are looked at just now. */
  readonly #lookedAt = new Set<Awaited>();
  readonly #looking: Polling;

  constructor(
    @Inject(WALLET_STORE) private readonly store: WalletStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @InjectPinoLogger('wallets') private readonly logger: PinoLogger,
    poller: Poller,
  ) {
    this.#looking = poller.poll({
      name: 'stake verdicts',
      everyMs: LOOK_EVERY_MS,
      look: (nowMs) => this.#look(nowMs),
      isWanted: () => this.#awaited.size > 0,
      wokenBy: 'wallet',
    });
  }

  begin(table: string, game: string, untilMs: number, finish: FinishAcceptance): () => void {
    const awaited = { table, game, untilMs, finish, againAtMs: 0, overdueAtMs: 0 };
    this.#awaited.add(awaited);
    this.#looking.wake();
    return () => void this.#awaited.delete(awaited);
  }

  /** A table that takes long, or cannot be asked, keeps no other waiting: it is passed over. */
  async #look(nowMs: number): Promise<void> {
    const looks = [...this.#awaited]
      .filter((each) => !this.#lookedAt.has(each) && nowMs >= each.againAtMs)
      .map((each) => this.#tryToLookAt(each, nowMs));
    const isLate = new Promise<void>((resolve) => this.clock.after(LOOK_EVERY_MS, resolve));
    await Promise.race([Promise.all(looks), isLate]);
  }

  async #tryToLookAt(awaited: Awaited, nowMs: number): Promise<void> {
    this.#lookedAt.add(awaited);
    try {
      await this.#lookAt(awaited, nowMs);
    } catch (err) {
      const { table, game } = awaited;
      awaited.againAtMs = nowMs + AGAIN_MS;
      this.logger.warn({ err, table, game }, 'the verdicts on stakes could not be taken');
    } finally {
      this.#lookedAt.delete(awaited);
    }
  }

  async #lookAt(awaited: Awaited, nowMs: number): Promise<void> {
    const { table, game, untilMs, finish } = awaited;
    if (nowMs >= untilMs) await this.store.voidUndecided(game);
    else if (nowMs >= awaited.overdueAtMs) {
      awaited.overdueAtMs = nowMs + LOOK_EVERY_MS;
      await this.store.voidOverdueStakes(game);
    }
    if (await this.store.areStakesDue(game)) return;
    const { due, ...verdicts } = await this.store.readStakeVerdicts(game);
    if (due > 0 || !this.#awaited.has(awaited)) return;
    const isOver = await finish({ kind: 'finish_acceptance', game, ...verdicts }, (_, after) => [
      takeVoidStakesOff({ game, table, seq: after.seq }),
    ]);
    if (isOver) this.#awaited.delete(awaited);
  }
}
