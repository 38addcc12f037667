/** What the pit sees of one table: as it is dealt, and who sits at it. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Connection, Handlers } from '../access/socket-commands.js';
import { POOL } from '../platform/database.js';
import type { PIT_OWN_COMMANDS } from '../protocol/pit.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import { tableRoom } from '../table/broadcast.js';
import { Tables } from '../table/tables.service.js';
import { readSeated } from './seated.js';

type SightCommandName = 'table:watch' | 'table:unwatch' | 'player:list';

@Injectable()
export class TableSightCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
  ) {}

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, SightCommandName>> = {
    'table:watch': ({ table, afterSeq }, connection) => this.#watch(table, afterSeq, connection),
    'table:unwatch': async ({ table }, { socket }) => {
      await socket.leave(tableRoom('pit', table));
      return { ok: true };
    },
    'player:list': async ({ table: id }) => {
      const table = this.tables.find(id);
      if (typeof table === 'string') return { ok: false, refusal: table };
      return { ok: true, ...(await readSeated(this.pool, table)) };
    },
  };

  async #watch(id: string, afterSeq: number | undefined, { socket }: Connection) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    void socket.join(tableRoom('pit', id));
    const missed = afterSeq === undefined ? undefined : table.missedSince('pit', afterSeq);
    return {
      ok: true,
      snapshot: missed === undefined ? (table.snapshotFor('pit') as TableSnapshotMessage) : null,
      missed: missed === undefined ? null : [...missed],
      nowMs: this.tables.nowMs,
    } as const;
  }
}
