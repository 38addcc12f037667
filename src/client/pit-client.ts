/** The client of the pit: the wall, the incidents, four eyes, and a table with its bets. */
import type { After } from '../protocol/after.js';
import type { AcceptedOf, ReplyOf, RequestOf } from '../protocol/command.js';
import type { PitCommandName, PitCommands, PitMessages } from '../protocol/pit.js';
import { type ConnectOptions, Connection } from './connection.js';
import { FollowedTable, type Viewer } from './followed-table.js';

export type PitWatch = AcceptedOf<PitCommands['table:watch']>;

export class PitClient {
  readonly connection: Connection<PitCommands, PitMessages>;

  constructor(url: string, token: string, options: ConnectOptions = {}) {
    this.connection = new Connection(url, '/pit', token, options);
  }

  /** Rejects with `NoAnswer`. */
  send<Name extends PitCommandName>(
    name: Name,
    request: RequestOf<PitCommands[Name]>,
  ): Promise<ReplyOf<PitCommands[Name]>> {
    return this.connection.send(name, request);
  }

  /** Of all who follow a table, the pit alone is sent the batches of bets. */
  watch(table: string, viewer: Viewer<PitWatch>): FollowedTable<PitWatch> {
    const { connection } = this;
    const door = {
      table,
      isStaff: true,
      connection,
      join: (after: After) => connection.send('table:watch', { table, ...after }),
    };
    return new FollowedTable<PitWatch>(door, viewer);
  }

  close(): void {
    this.connection.close();
  }
}
