import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { Bars } from './bars.service.js';
import { Limits } from './limits.service.js';
import { OwnChangesPace } from './own-changes-pace.js';
import { OwnLimitsController } from './own-limits.controller.js';
import { OwnNoticesController } from './own-notices.controller.js';
import { PlayerBarsController } from './player-bars.controller.js';
import { PlayerLimitsController } from './player-limits.controller.js';
import { ProtectionController } from './protection.controller.js';

@Module({
  imports: [AccessModule, StaffModule],
  controllers: [
    ProtectionController,
    PlayerBarsController,
    OwnLimitsController,
    OwnNoticesController,
    PlayerLimitsController,
  ],
  providers: [Bars, Limits, OwnChangesPace],
  exports: [Bars, Limits],
})
export class ProtectionModule {}
