/** Which room answers each thing that the pit asks. */
import { Injectable } from '@nestjs/common';
import type { Handlers } from '../access/socket-commands.js';
import { ChatStaffCommands } from '../chat/chat-staff.commands.js';
import type { PitCommands } from '../protocol/pit.js';
import { ApprovalCommands } from './approval/approval.commands.js';
import { FloorCommands } from './floor/floor.commands.js';
import { IncidentCommands } from './incident/incident.commands.js';
import { WallCommands } from './wall/wall.commands.js';

@Injectable()
export class PitAnswers {
  readonly handlers: Handlers<PitCommands>;
  /** Those that the table itself answers, in whatever process it runs. */
  readonly ofTables: WallCommands['ofTables'] &
    FloorCommands['ofTables'] &
    ApprovalCommands['ofTables'];
  /** What the desk asks for, too. The desk need not always give a reason. */
  readonly atTheDesk: Pick<FloorCommands, 'resume' | 'changeShoe'>;
  /** What the desk of a table waits for. */
  readonly requestsOf: ApprovalCommands['ofDesk'];

  constructor(
    wall: WallCommands,
    floor: FloorCommands,
    incidents: IncidentCommands,
    approvals: ApprovalCommands,
    chat: ChatStaffCommands,
  ) {
    this.atTheDesk = floor;
    this.requestsOf = (table) => approvals.ofDesk(table);
    this.ofTables = { ...wall.ofTables, ...floor.ofTables, ...approvals.ofTables };
    this.handlers = {
      ...wall.handlers,
      ...floor.handlers,
      ...incidents.handlers,
      ...approvals.handlers,
      ...chat.handlers,
    };
  }
}
