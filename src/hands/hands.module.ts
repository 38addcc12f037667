import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ChangedHands } from './changed-hands.service.js';
import { ClosedGames } from './closed-games.service.js';
import { ENTROPY, systemEntropy } from './entropy.js';
import { HandVoids } from './hand-voids.service.js';
import { HandSweep } from './hand-sweep.service.js';
import { Hands } from './hands.service.js';
import { Openings } from './openings.service.js';
import { PostgresHands } from './postgres-store.js';
import { ReopenedGames } from './reopened-games.service.js';
import { SoloCommandAnswers } from './solo.commands.js';
import { SoloGateway } from './solo.gateway.js';
import { StakesController } from './stakes.controller.js';
import { StakeSettings } from './stake-settings.service.js';
import { StepCommits } from './step-commits.service.js';
import { HAND_STORE } from './store.js';

@Module({
  imports: [AccessModule, StaffModule, WalletModule],
  providers: [
    { provide: HAND_STORE, useClass: PostgresHands },
    { provide: ENTROPY, useFactory: systemEntropy },
    ChangedHands,
    ClosedGames,
    Hands,
    HandSweep,
    HandVoids,
    Openings,
    ReopenedGames,
    SoloCommandAnswers,
    SoloGateway,
    StakeSettings,
    StepCommits,
  ],
  controllers: [StakesController],
  exports: [Hands, HandVoids],
})
export class HandsModule {}
