/** What the pit watches: the wall of all tables, and each table in detail. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../../access/socket-commands.js';
import type { PIT_OWN_COMMANDS } from '../../protocol/pit.js';
import { ApprovalBoard } from '../approval/approval-board.service.js';
import { IncidentBoard } from '../incident/incident-board.service.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';
import { TableViewCommands } from '../table-view.commands.js';
import { Wall } from './wall.service.js';

type WallCommandName = 'wall:watch' | 'table:watch' | 'table:unwatch' | 'shoe:left' | 'player:list';

@Injectable()
export class WallCommands {
  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, WallCommandName>>;
  readonly ofTables: TableViewCommands['ofTables'];

  constructor(
    wall: Wall,
    incidents: IncidentBoard,
    approvals: ApprovalBoard,
    pitBroadcast: PitBroadcast,
    view: TableViewCommands,
  ) {
    this.ofTables = view.ofTables;
    this.handlers = {
      'wall:watch': async (_, { socket }) => {
        await pitBroadcast.follow(socket);
        await Promise.all([incidents.look(), approvals.look()]);
        return {
          ok: true,
          tables: [...wall.look()],
          incidents: [...incidents.open],
          approvals: [...approvals.open],
          nowMs: wall.nowMs,
        };
      },
      ...view.handlers,
    };
  }
}
