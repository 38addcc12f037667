import { BullModule } from '@nestjs/bullmq';
import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from './clock.js';
import { HANDS_POOL, MONEY_POOL, POOL, PUBLIC_POOL, createPool } from './database.js';
import { Bulletins } from './bulletins.service.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Notices } from './notices.service.js';
import { Poller } from './poller.js';
import { loggerModule } from './logger.js';
import { Readiness } from './readiness.service.js';
import { Reconnecting, queueOptions } from './queues.js';
import { SOCKETS, createSockets } from './sockets.js';
import { Streams } from './streams.service.js';
import { Timelines } from './timelines.service.js';
import { Tracing } from './tracing.service.js';
import { atShutdown } from './within.js';

/**
 * What every room stands on: configuration, clock, Postgres, queues, sockets, logger, health,
 * metrics.
 */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(MONEY_POOL) private readonly money: pg.Pool,
    @Inject(HANDS_POOL) private readonly hands: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly reads: pg.Pool,
    private readonly reconnecting: Reconnecting,
  ) {}

  static with(config: Config, clock: Clock, log: Logger): DynamicModule {
    const reconnecting = new Reconnecting();
    const queues = BullModule.forRoot(queueOptions(config, reconnecting));
    return {
      module: PlatformModule,
      imports: [loggerModule(log), queues],
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        { provide: Reconnecting, useValue: reconnecting },
        poolOf(POOL, 'studio', config),
        poolOf(MONEY_POOL, 'money', config),
        poolOf(HANDS_POOL, 'hands', config),
        poolOf(PUBLIC_POOL, 'public', config),
        { provide: SOCKETS, useFactory: () => createSockets(config.http.saidWithinMs) },
        Bulletins,
        Metrics,
        Notices,
        Poller,
        Readiness,
        Streams,
        Timelines,
        Tracing,
      ],
      exports: [
        CONFIG,
        CLOCK,
        POOL,
        MONEY_POOL,
        HANDS_POOL,
        PUBLIC_POOL,
        SOCKETS,
        Bulletins,
        Metrics,
        Notices,
        Poller,
        Readiness,
        Streams,
        Timelines,
        Tracing,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.reconnecting.end();
    const { pool, money, hands, reads } = this;
    await atShutdown(Promise.all([pool, money, hands, reads].map((each) => each.end())));
  }
}

const poolOf = (provide: symbol, purpose: keyof Config['database']['pools'], config: Config) => ({
  provide,
  useFactory: () => createPool(config.database, purpose, config.database.pools[purpose]),
});
