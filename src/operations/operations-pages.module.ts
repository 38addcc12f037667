/** The pages of the operator's port: /metrics, /health, /health/state and /health/tables. */
import {
  Controller,
  type DynamicModule,
  Get,
  Header,
  HttpCode,
  Module,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Metrics } from '../platform/metrics.js';
import type { Health } from './health.js';
import { Vitals } from './vitals.service.js';

@Controller('metrics')
class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly vitals: Vitals,
  ) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(): Promise<string> {
    await this.vitals.health();
    return this.metrics.read();
  }
}

@Controller('health')
class OperationsHealthController {
  constructor(private readonly vitals: Vitals) {}

  /** The process is alive. */
  @Get()
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whole or degraded: 200, with what is wrong. Dead: 503. */
  @Get('state')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async state(): Promise<Health> {
    const health = await this.vitals.health();
    if (health.status === 'dead') throw new ServiceUnavailableException(health);
    return health;
  }

  /** The tables that this process runs. */
  @Get('tables')
  @Header('cache-control', 'no-store')
  tables(): { readonly tables: readonly string[] } {
    return { tables: this.vitals.tablesHere };
  }
}

@Module({ controllers: [MetricsController, OperationsHealthController] })
export class OperationsPages {
  static with(metrics: Metrics, vitals: Vitals): DynamicModule {
    return {
      module: OperationsPages,
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: Vitals, useValue: vitals },
      ],
    };
  }
}
