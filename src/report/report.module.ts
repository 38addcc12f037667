import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { PlayerReportController } from './player-report.controller.js';
import { ReportReader } from './report-reader.service.js';
import { RoundReportController } from './round-report.controller.js';
import { ShiftReportController } from './shift-report.controller.js';

@Module({
  imports: [AccessModule, StaffModule],
  controllers: [RoundReportController, PlayerReportController, ShiftReportController],
  providers: [ReportReader],
})
export class ReportModule {}
