import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReportModule } from '../report/report.module.js';
import { Downloads } from './downloads.js';
import { HandsController } from './hands.controller.js';
import { RoundsController } from './rounds.controller.js';
import { StatementController } from './statement.controller.js';

@Module({
  imports: [AccessModule, ReportModule],
  controllers: [HandsController, RoundsController, StatementController],
  providers: [Downloads],
})
export class HistoryModule {}
