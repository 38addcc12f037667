import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from './config.js';
import { DealerModule } from './dealer/dealer.module.js';
import { DemoModule } from './demo/demo.module.js';
import { HistoryModule } from './history/history.module.js';
import { LobbyModule } from './lobby/lobby.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { PlayerModule } from './player/player.module.js';
import { SettlementModule } from './settlement/settlement.module.js';

/** The whole house. */
@Module({})
export class StudioModule {
  static with(config: Config): DynamicModule {
    return {
      module: StudioModule,
      imports: [
        PlatformModule.with(config),
        PlayerModule,
        DealerModule,
        LobbyModule,
        HistoryModule,
        SettlementModule,
        ...(config.demo === undefined ? [] : [DemoModule]),
      ],
    };
  }
}
