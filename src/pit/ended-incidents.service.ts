/** Closes incidents by itself where what brought them about has provably ended: a table that hung goes on, a lost stream is back and play resumed. Whatever else waits for a person. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { Tables } from '../table/tables.service.js';
import { STUDIO } from '../staff/audit.service.js';
import { endingOf } from './ending.js';
import { isClosedBefore, keepNote } from './incident-rows.js';
import { readPassing } from './passing-incidents.js';
import { TableWatch } from './table-watch.service.js';

const EVERY_MS = 1_000;

@Injectable()
export class EndedIncidents {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly watch: TableWatch,
    poller: Poller,
  ) {
    poller.poll({ name: 'ended incidents', everyMs: EVERY_MS, look: () => this.#look() });
  }

  async #look(): Promise<void> {
    for (const passing of await readPassing(this.pool)) {
      const { id } = passing;
      const table = this.tables.find(passing.table);
      if (typeof table === 'string') continue; // its own process sees to it
      const text = endingOf(passing, table.state, this.watch.hangOf(passing.table) !== null);
      if (text !== undefined) await this.#close(id, text);
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
