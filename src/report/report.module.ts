import { Worker } from 'node:worker_threads';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CONFIG, type Config } from '../config.js';
import { StaffModule } from '../staff/staff.module.js';
import { REPORT_THREAD } from '../threads.js';
import { ChoiceReader } from './choice-reader.service.js';
import { OwnThread } from './own-thread.js';
import { PlayerReportController } from './player-report.controller.js';
import { ReportReader } from './report-reader.service.js';
import { RoundReportController } from './round-report.controller.js';
import { ShiftReportController } from './shift-report.controller.js';
import { SoloReportController } from './solo-report.controller.js';
import { TakingsFollower } from './takings-follower.service.js';

/** A report that needs more than that ends its thread, and not the process. */
const MEMORY_MB = 512;

const startThread = ({ database }: Config): Worker =>
  new Worker(REPORT_THREAD, {
    name: 'reports',
    workerData: database,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

@Module({
  imports: [AccessModule, StaffModule],
  controllers: [
    RoundReportController,
    PlayerReportController,
    ShiftReportController,
    SoloReportController,
  ],
  providers: [
    ReportReader,
    ChoiceReader,
    TakingsFollower,
    {
      provide: OwnThread,
      inject: [CONFIG],
      useFactory: (config: Config) => new OwnThread(() => startThread(config)),
    },
  ],
  exports: [ChoiceReader],
})
export class ReportModule {}
