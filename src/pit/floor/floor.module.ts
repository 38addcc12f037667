import { Module } from '@nestjs/common';
import { EdgeModule } from '../../edge/edge.module.js';
import { OperatorModule } from '../../operator/operator.module.js';
import { SessionModule } from '../../session/session.module.js';
import { SettlementModule } from '../../settlement/settlement.module.js';
import { StaffModule } from '../../staff/staff.module.js';
import { TableModule } from '../../table/table.module.js';
import { AccessModule } from '../../access/access.module.js';
import { StudioTablesController } from './studio-tables.controller.js';
import { FloorCommands } from './floor.commands.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';
import { ClockWatch } from '../watch/clock-watch.service.js';
import { TableWatch } from '../watch/table-watch.service.js';

/** The tables as the pit sees them, and what one person in the pit orders at them alone. */
@Module({
  imports: [
    AccessModule,
    EdgeModule,
    OperatorModule,
    SessionModule,
    SettlementModule,
    StaffModule,
    TableModule,
  ],
  controllers: [StudioTablesController],
  providers: [ClockWatch, FloorCommands, PitBroadcast, TableWatch],
  exports: [FloorCommands, PitBroadcast, TableWatch],
})
export class FloorModule {}
