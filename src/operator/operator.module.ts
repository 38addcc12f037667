import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { LobbyModule } from '../lobby/lobby.module.js';
import { SessionModule } from '../session/session.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { OperatorBarsController } from './bars.controller.js';
import { EndedSessions } from './ended-sessions.service.js';
import { FeedsController } from './feeds.controller.js';
import { LaunchController } from './launch.controller.js';
import { Launches } from './launches.service.js';
import { OperatorLimitsController } from './limits.controller.js';
import { MoneyController } from './money.controller.js';
import { MovementFeedController } from './movement-feed.controller.js';
import { Movements } from './movements.service.js';
import { OperatorAccess } from './operator-access.guard.js';
import { OperatorController } from './operator.controller.js';
import { OperatorChanges } from './operator-changes.service.js';
import { OperatorSessionsController } from './sessions.controller.js';
import { OperatorsController } from './operators.controller.js';
import { OperatorRoundsController } from './rounds.controller.js';
import { WebhookAges } from './webhook-ages.service.js';
import { WebhookCalls } from './webhook-calls.service.js';
import { WebhookPages } from './webhook-pages.service.js';
import { Webhooks } from './webhooks.service.js';

@Module({
  imports: [AccessModule, LobbyModule, ProtectionModule, SessionModule, StaffModule, WalletModule],
  controllers: [
    OperatorController,
    OperatorsController,
    OperatorBarsController,
    OperatorLimitsController,
    OperatorSessionsController,
    MoneyController,
    OperatorRoundsController,
    FeedsController,
    MovementFeedController,
    LaunchController,
  ],
  providers: [
    OperatorAccess,
    EndedSessions,
    Launches,
    Movements,
    OperatorChanges,
    WebhookAges,
    WebhookCalls,
    WebhookPages,
    Webhooks,
  ],
  exports: [OperatorChanges],
})
export class OperatorModule {}
