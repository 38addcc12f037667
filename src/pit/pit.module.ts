import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { SessionModule } from '../session/session.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { TableModule } from '../table/table.module.js';
import { ApprovalBoard } from './approval-board.service.js';
import { ApprovalCommands } from './approval.commands.js';
import { Approvals } from './approvals.service.js';
import { CarryingOut } from './carrying-out.service.js';
import { EndedIncidents } from './ended-incidents.service.js';
import { FloorCommands } from './floor.commands.js';
import { IncidentBoard } from './incident-board.service.js';
import { IncidentCommands } from './incident.commands.js';
import { PitAnswers } from './pit-answers.js';
import { PitNews } from './pit-news.js';
import { PitGateway } from './pit.gateway.js';
import { TableSightCommands } from './table-sight.commands.js';
import { TableWatch } from './table-watch.service.js';
import { WallCommands } from './wall.commands.js';
import { Wall } from './wall.service.js';

@Module({
  imports: [AccessModule, ChatModule, SessionModule, StaffModule, TableModule],
  providers: [
    ApprovalBoard,
    ApprovalCommands,
    Approvals,
    CarryingOut,
    EndedIncidents,
    FloorCommands,
    IncidentBoard,
    IncidentCommands,
    PitAnswers,
    PitGateway,
    PitNews,
    TableSightCommands,
    TableWatch,
    Wall,
    WallCommands,
  ],
  exports: [PitAnswers],
})
export class PitModule {}
