/**
 * The operator's own port: metrics, health and the description of the HTTP interface. None of them
 * is for players, so none of them is on the port that players reach.
 */
import type { AddressInfo } from 'node:net';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { assert } from '../money/assert.js';
import { Metrics } from '../platform/metrics.js';
import { atShutdown } from '../platform/within.js';
import { OperationsPages } from './operations-pages.module.js';
import { Vitals } from './vitals.service.js';

/** Describes the HTTP interface of the studio. It is asked when somebody opens /docs. */
export const DESCRIPTION = Symbol('Description');

/** What a page under /docs loads is served beside it. */
const DOCS_POLICY = `default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:`;

const ownScriptsAlone = (_: Request, response: Response, next: NextFunction): void => {
  response.setHeader('Content-Security-Policy', DOCS_POLICY);
  next();
};

@Injectable()
export class OperationsPort implements OnApplicationBootstrap, OnApplicationShutdown {
  #app: NestExpressApplication | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DESCRIPTION) private readonly describe: () => OpenAPIObject,
    private readonly metrics: Metrics,
    private readonly vitals: Vitals,
    @InjectPinoLogger('operations') private readonly logger: PinoLogger,
  ) {}

  /** `http://127.0.0.1:9000`. Where it listens on all addresses, this one is among them. */
  get url(): string {
    assert(this.#app !== undefined, 'the studio has started, and its port was free');
    const { port } = this.#app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    const pages = OperationsPages.with(this.metrics, this.vitals);
    const app = await NestFactory.create<NestExpressApplication>(pages, new ExpressAdapter(), {
      logger: false,
      forceCloseConnections: true,
      abortOnError: false,
    });
    app.use('/docs', ownScriptsAlone);
    SwaggerModule.setup('docs', app, this.describe);
    const { host, port } = this.config.operations;
    try {
      await app.listen(port, host);
    } catch (error) {
      // Nobody deals by the metrics. Whoever scrapes them sees that they are missing.
      this.logger.warn({ err: error, host, port }, 'no metrics, health or /docs: OPERATIONS_PORT');
      return app.close();
    }
    this.#app = app;
    this.logger.info({ url: this.url }, 'metrics, health and /docs are served');
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#app !== undefined) await atShutdown(this.#app.close());
  }
}
