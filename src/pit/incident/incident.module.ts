import { Module } from '@nestjs/common';
import { EdgeModule } from '../../edge/edge.module.js';
import { StaffModule } from '../../staff/staff.module.js';
import { TableModule } from '../../table/table.module.js';
import { FloorModule } from '../floor/floor.module.js';
import { EndedIncidents } from './ended-incidents.service.js';
import { IncidentBoard } from './incident-board.service.js';
import { IncidentCommands } from './incident.commands.js';

/** The queue of incidents, with their evidence and what is proposed about them. */
@Module({
  imports: [EdgeModule, FloorModule, StaffModule, TableModule],
  providers: [EndedIncidents, IncidentBoard, IncidentCommands],
  exports: [IncidentBoard, IncidentCommands],
})
export class IncidentModule {}
