/** Closes incidents by itself where what brought them about has provably ended: a table that hung goes on, a lost stream is back and play resumed. Whatever else waits for a person. */
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { goodbye } from '../platform/within.js';
import { Tables } from '../table/tables.service.js';
import { STUDIO } from '../staff/audit.service.js';
import { endingOf } from './ending.js';
import { isClosedBefore, keepNote } from './incident-rows.js';
import { readPassing } from './passing-incidents.js';
import { TableWatch } from './table-watch.service.js';

const EVERY_MS = 1_000;

@Injectable()
export class EndedIncidents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly watch: TableWatch,
    @InjectPinoLogger('pit') private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    }, EVERY_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await goodbye(this.#looking ?? Promise.resolve());
  }

  async #look(): Promise<void> {
    try {
      for (const passing of await readPassing(this.pool)) {
        const { id } = passing;
        const table = this.tables.find(passing.table);
        if (typeof table === 'string') continue; // its own process sees to it
        const text = endingOf(passing, table.state, this.watch.hangOf(passing.table) !== null);
        if (text !== undefined) await this.#close(id, text);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the incidents that have ended could not be closed');
    }
  }

  async #close(id: string, text: string): Promise<void> {
    try {
      await keepNote(this.pool, id, { kind: 'closed', by: STUDIO, text });
    } catch (error) {
      if (!isClosedBefore(error)) throw error; // else somebody has closed it meanwhile
    }
  }
}
