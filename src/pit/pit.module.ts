import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { EdgeModule } from '../edge/edge.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { TableModule } from '../table/table.module.js';
import { ApprovalModule } from './approval/approval.module.js';
import { FloorModule } from './floor/floor.module.js';
import { IncidentModule } from './incident/incident.module.js';
import { ShiftNotesController } from './notes/shift-notes.controller.js';
import { ShiftNotesBook } from './notes/shift-notes.service.js';
import { PitAnswers } from './pit-answers.js';
import { PitGateway } from './pit.gateway.js';
import { ProcessesController } from './processes.controller.js';
import { TableViewCommands } from './table-view.commands.js';
import { WallCommands } from './wall/wall.commands.js';
import { WallNews } from './wall/wall-news.service.js';
import { Wall } from './wall/wall.service.js';

@Module({
  imports: [
    AccessModule,
    ApprovalModule,
    ChatModule,
    EdgeModule,
    FloorModule,
    IncidentModule,
    StaffModule,
    TableModule,
  ],
  controllers: [ProcessesController, ShiftNotesController],
  providers: [
    PitAnswers,
    PitGateway,
    ShiftNotesBook,
    TableViewCommands,
    Wall,
    WallCommands,
    WallNews,
  ],
  exports: [PitAnswers],
})
export class PitModule {}
