/**
 * The pages of the operator's port: /metrics, /health, /health/state, /health/tables, and of /docs
 * those about the sockets.
 */
import {
  Controller,
  type DynamicModule,
  Get,
  Header,
  HttpCode,
  Module,
  ServiceUnavailableException,
} from '@nestjs/common';
import { VERSION } from '../version.js';
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

/** Made of all the schemas, and so loaded when somebody asks. */
@Controller('docs')
class SocketDocsController {
  @Get('sockets')
  @Header('content-type', 'text/html; charset=utf-8')
  async page(): Promise<string> {
    const { socketsPage } = await import('../documentation/sockets-page.js');
    return socketsPage();
  }

  @Get('asyncapi.json')
  async description(): Promise<object> {
    const { socketDescription } = await import('../documentation/socket-description.js');
    return socketDescription(VERSION);
  }
}

@Module({ controllers: [MetricsController, OperationsHealthController, SocketDocsController] })
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
