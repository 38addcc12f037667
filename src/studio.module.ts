import { type DynamicModule, Module } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { AuditModule } from './audit/audit.module.js';
import type { Config } from './config.js';
import { DealerModule } from './dealer/dealer.module.js';
import { DemoModule } from './demo/demo.module.js';
import { HandsModule } from './hands/hands.module.js';
import { HistoryModule } from './history/history.module.js';
import { LobbyModule } from './lobby/lobby.module.js';
import { OperatorModule } from './operator/operator.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PitModule } from './pit/pit.module.js';
import type { Clock } from './platform/clock.js';
import { PlatformModule } from './platform/platform.module.js';
import { PlayerModule } from './player/player.module.js';
import { ReportModule } from './report/report.module.js';
import { SettlementModule } from './settlement/settlement.module.js';
import { StaffModule } from './staff/staff.module.js';

/** The whole studio. */
@Module({})
export class StudioModule {
  static with(
    config: Config,
    clock: Clock,
    log: Logger,
    describe: () => OpenAPIObject,
  ): DynamicModule {
    return {
      module: StudioModule,
      imports: [
        PlatformModule.with(config, clock, log),
        PlayerModule,
        HandsModule,
        DealerModule,
        LobbyModule,
        HistoryModule,
        SettlementModule,
        StaffModule,
        ReportModule,
        PitModule,
        OperatorModule,
        AuditModule,
        OperationsModule.with(describe),
        ...(config.demo === undefined ? [] : [DemoModule]),
      ],
    };
  }
}
