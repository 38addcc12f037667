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
import type { SessionNoticeRow } from './session-notice-rows.js';
import { type Ended, SESSION_STORE, type SessionStore } from './store.js';

interface Warned {
  readonly id: string;
  readonly playerId: string;
  readonly activeAtMs: number;
  readonly warnedAtMs: number;
}

/** For a notice that was lost. */
const LOOK_EVERY_MS = 2_000;
/** How much further back than the last look is read, for what was committed late. */
const MARGIN_MS = 5_000;

@Injectable()
export class SessionNotices {
  #lookedAtMs: number | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'session'>,
    @Inject(SESSION_STORE) private readonly store: SessionStore,
    @Inject(WALLET) private readonly wallet: Pick<Wallet, 'balance'>,
    private readonly connections: Connections,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    const isWanted = () => connections.playerIds.length > 0;
    const everyMs = LOOK_EVERY_MS;
    poller.poll({ name: 'session news', everyMs, look, isWanted, wokenBy: 'session' });
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

  /** Who is connected to another process is notified there. Nobody else's wallet is asked. */
  async ended({ id, playerId, reason, amount }: Ended): Promise<void> {
    if (!this.connections.has(playerId)) return;
    const gameAccount = (await this.wallet.balance(playerId)).toString();
    const message = { reason, amount: amount.toString(), gameAccount };
    this.connections.publish(playerId, 'session:ended', message, `ended:${id}`);
  }

  async #look(nowMs: number): Promise<void> {
    const { playerIds } = this.connections;
    const sinceMs = nowMs - (this.#lookedAtMs ?? nowMs) + MARGIN_MS;
    for (const row of await this.store.readNotices(playerIds, sinceMs)) await this.#publish(row);
    this.#lookedAtMs = nowMs;
  }

  async #publish(row: SessionNoticeRow): Promise<void> {
    if (row.kind === 'warned') this.warned(row);
    else await this.ended(row);
  }
}
