/** What the pit watches: the wall of all tables, and one table as it is dealt. */
import { Injectable } from '@nestjs/common';
import type { Connection, Handlers } from '../access/socket-commands.js';
import type { PIT_OWN_COMMANDS } from '../protocol/pit.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import { tableRoom } from '../table/broadcast.js';
import { Tables } from '../table/tables.service.js';
import { ApprovalBoard } from './approval-board.service.js';
import { IncidentBoard } from './incident-board.service.js';
import { PitNews } from './pit-news.js';
import { Wall } from './wall.service.js';

type WallCommandName = 'wall:watch' | 'table:watch' | 'table:unwatch';

@Injectable()
export class WallCommands {
  constructor(
    private readonly tables: Tables,
    private readonly wall: Wall,
    private readonly incidents: IncidentBoard,
    private readonly approvals: ApprovalBoard,
    private readonly news: PitNews,
  ) {}

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, WallCommandName>> = {
    'wall:watch': async (_, { socket }) => {
      await this.news.follow(socket);
      await Promise.all([this.incidents.look(), this.approvals.look()]);
      return {
        ok: true,
        tables: [...this.wall.look()],
        incidents: [...this.incidents.open],
        approvals: [...this.approvals.open],
        nowMs: this.tables.nowMs,
      };
    },
    'table:watch': ({ table, afterSeq }, connection) => this.#watch(table, afterSeq, connection),
    'table:unwatch': async ({ table }, { socket }) => {
      await socket.leave(tableRoom('pit', table));
      return { ok: true };
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
