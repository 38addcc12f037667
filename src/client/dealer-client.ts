/** The client of those who work at the tables: the dealer, the scanner, the shift manager. */
import type { AcceptedOf, ReplyOf, RequestOf } from '../protocol/command.js';
import type { DealerCommandName, DealerCommands, DealerMessages } from '../protocol/dealer.js';
import type { After } from '../protocol/after.js';
import { type ConnectOptions, Connection } from './connection.js';
import { FollowedTable, type Viewer } from './followed-table.js';

export type DealerWatch = AcceptedOf<DealerCommands['table:watch']>;

export class DealerClient {
  readonly connection: Connection<DealerCommands, DealerMessages>;

  constructor(url: string, token: string, options: ConnectOptions = {}) {
    this.connection = new Connection(url, '/dealer', token, options);
  }

  /** Rejects with `NoAnswer`. */
  send<Name extends DealerCommandName>(
    name: Name,
    request: RequestOf<DealerCommands[Name]>,
  ): Promise<ReplyOf<DealerCommands[Name]>> {
    return this.connection.send(name, request);
  }

  watch(table: string, viewer: Viewer<DealerWatch>): FollowedTable<DealerWatch> {
    const { connection } = this;
    const door = {
      table,
      isStaff: true,
      connection,
      join: (after: After) => connection.send('table:watch', { table, ...after }),
    };
    return new FollowedTable<DealerWatch>(door, viewer);
  }

  close(): void {
    this.connection.close();
  }
}
