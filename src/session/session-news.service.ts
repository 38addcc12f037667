/** Tells players how their sessions stand: at once where this process has decided it, and within a second where another has. */
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { POOL } from '../platform/database.js';
import { goodbye } from '../platform/within.js';
import type { SessionEnd } from '../protocol/session.js';
import { WALLET, type Wallet } from '../wallet/wallet.js';
import { Connections } from './connections.service.js';
import { idleEndsAtMs } from './due.js';
import { type SessionNewsRow, readSessionNews } from './session-news-rows.js';

export interface Ended {
  readonly id: string;
  readonly playerId: string;
  readonly reason: SessionEnd;
  /** Minor units. */
  readonly amount: bigint;
}

export interface Warned {
  readonly id: string;
  readonly playerId: string;
  readonly activeAtMs: number;
  readonly warnedAtMs: number;
}

const LOOK_EVERY_MS = 1_000;
/** So much further back than the last look, for what was committed late. */
const MARGIN_MS = 5_000;

@Injectable()
export class SessionNews implements OnApplicationBootstrap, OnModuleDestroy {
  #lookedAtMs = performance.now();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(WALLET) private readonly wallet: Wallet,
    private readonly connections: Connections,
    @InjectPinoLogger('sessions') private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    }, LOOK_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await goodbye(this.#looking ?? Promise.resolve());
  }

  warned({ id, playerId, activeAtMs, warnedAtMs }: Warned): void {
    const times = { activeAtMs, warnedAtMs, lostAtMs: null };
    const endsAtMs = idleEndsAtMs(times, this.config.session);
    this.connections.tell(playerId, 'session:warned', { endsAtMs }, `warned:${id}:${warnedAtMs}`);
  }

  async ended({ id, playerId, reason, amount }: Ended): Promise<void> {
    const gameAccount = (await this.wallet.balance(playerId)).toString();
    const message = { reason, amount: amount.toString(), gameAccount };
    this.connections.tell(playerId, 'session:ended', message, `ended:${id}`);
  }

  async #look(): Promise<void> {
    const startedAtMs = performance.now();
    const { playerIds } = this.connections;
    try {
      const sinceMs = startedAtMs - this.#lookedAtMs + MARGIN_MS;
      for (const row of await readSessionNews(this.pool, playerIds, sinceMs)) await this.#tell(row);
      this.#lookedAtMs = startedAtMs;
    } catch (error) {
      this.logger.warn({ err: error }, 'players could not be told of their sessions');
    }
  }

  async #tell(row: SessionNewsRow): Promise<void> {
    if (row.kind === 'warned') this.warned(row);
    else await this.ended(row);
  }
}
