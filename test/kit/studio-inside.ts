/**
 * The studio under test in the test's own process: all of it, on a port of its own, with the clock
 * of the test.
 */
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readConfig } from '../../src/config.js';
import { OperationsPort } from '../../src/operations/operations-port.service.js';
import type { Clock } from '../../src/platform/clock.js';
import { createStudio } from '../../src/studio.js';
import type { Env, Studio } from './studio.js';

export class StudioInside implements Studio {
  log = '';
  #url = '';
  #operationsUrl = '';
  #app: NestExpressApplication | undefined;

  /** Resolves when the studio serves, and runs every table that was free. */
  static async start(env: Env, clock: Clock): Promise<StudioInside> {
    const studio = new StudioInside();
    const config = readConfig({ HOST: '127.0.0.1', PORT: '0', ...env });
    const logTo = { write: (text: string) => void (studio.log += text) };
    const app = await createStudio(config, { clock, logTo });
    studio.#app = app;
    await app.listen(config.http.port, config.http.host);
    const { port } = app.getHttpServer().address() as AddressInfo;
    studio.#url = `http://127.0.0.1:${port}`;
    studio.#operationsUrl = app.get(OperationsPort).url;
    return studio;
  }

  get url(): string {
    return this.#url;
  }

  get operationsUrl(): string {
    return this.#operationsUrl;
  }

  async isReady(): Promise<boolean> {
    const { ok } = await fetch(`${this.url}/health/ready`);
    return ok;
  }

  /** Once; again it does nothing. */
  async stop(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    await app?.close();
  }
}
