/**
 * Tells players how their sessions are: at once where this process has decided it, and within a
 * second where another has.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { WALLET, type Wallet } from '../wallet/wallet.js';
import { Connections } from './connections.service.js';
import { idleEndsAtMs } from './due.js';
import { type Ended, SESSION_STORE, type SessionStore } from './store.js';

interface Warned {
  readonly id: string;
  readonly playerId: string;
  readonly activeAtMs: number;
  readonly warnedAtMs: number;
}

/** The end of a session, and the look before the one that can find it. */
interface Due extends Ended {
  readonly foundAfterMs: number | undefined;
}

/** For a notice that was lost. */
const LOOK_EVERY_MS = 2_000;
/** How much further back than the last look is read, for what was committed late. */
const MARGIN_MS = 5_000;
/** Wallets that are asked at a time. One may take some seconds. */
const ASKED_AT_ONCE = 16;

@Injectable()
export class SessionNotices {
  #lookedAtMs: number | undefined;
  /** Ends that players are to be notified of, by what is sent once, in their order. */
  readonly #due = new Map<string, Due>();
  /** Those of which a wallet is being asked. */
  readonly #asked = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'session'>,
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(WALLET) private readonly wallet: Pick<Wallet, 'balance'>,
    private readonly connections: Connections,
    poller: Poller,
  ) {
    poller.poll({
      name: 'session news',
      everyMs: LOOK_EVERY_MS,
      look: (nowMs, named) => this.#look(nowMs, named),
      isWanted: () => connections.playerIds.length > 0,
      wokenBy: 'session',
      concerns: (playerId) => connections.has(playerId),
    });
  }

  warned({ id, playerId, activeAtMs, warnedAtMs }: Warned): void {
    const times = { activeAtMs, warnedAtMs, lostAtMs: null, isByChoice: false };
    const endsAtMs = idleEndsAtMs(times, this.config.session);
    this.connections.publish(
      playerId,
      'session:warned',
      { endsAtMs },
      `warned:${id}:${warnedAtMs}`,
    );
  }

  /**
   * Who is connected to another process is notified there. Nobody else's wallet is asked, and
   * nobody waits for it.
   */
  ended(ended: Ended): void {
    const once = `ended:${ended.id}`;
    if (this.#asked.has(once) || !this.connections.lacks(ended.playerId, once)) return;
    this.#due.set(once, { ...ended, foundAfterMs: this.#lookedAtMs });
    this.#askSome();
  }

  #askSome(): void {
    for (const [once, due] of this.#due) {
      if (this.#asked.size >= ASKED_AT_ONCE) return;
      this.#due.delete(once);
      if (this.connections.lacks(due.playerId, once)) void this.#askAndPublish(once, due);
    }
  }

  async #askAndPublish(once: string, due: Due): Promise<void> {
    const { playerId, reason, amount, foundAfterMs } = due;
    this.#asked.add(once);
    try {
      const gameAccount = (await this.wallet.balance(playerId)).toString();
      const message = { reason, amount: amount.toString(), gameAccount };
      this.connections.publish(playerId, 'session:ended', message, once);
    } catch {
      // The next look reads as far back, and finds it where it still counts.
      if (this.#lookedAtMs !== undefined) {
        this.#lookedAtMs = Math.min(foundAfterMs ?? Infinity, this.#lookedAtMs);
      }
    }
    this.#asked.delete(once);
    this.#askSome();
  }

  /** A warning waits for nothing: the time that it leaves the player has begun. */
  async #look(nowMs: number, named?: ReadonlySet<string>): Promise<void> {
    const { connections } = this;
    const playerIds =
      named === undefined ? connections.playerIds : [...named].filter((id) => connections.has(id));
    const fromMs = (this.#lookedAtMs ??= nowMs);
    const rows = await this.store.readNotices(playerIds, nowMs - fromMs + MARGIN_MS);
    for (const row of rows) if (row.kind === 'warned') this.warned(row);
    for (const row of rows) if (row.kind === 'ended') this.ended(row);
    if (named === undefined && this.#lookedAtMs === fromMs) this.#lookedAtMs = nowMs;
  }
}
