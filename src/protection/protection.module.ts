import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { Bars } from './bars.service.js';
import { PlayerBarsController } from './player-bars.controller.js';
import { ProtectionController } from './protection.controller.js';

@Module({
  imports: [AccessModule, StaffModule],
  controllers: [ProtectionController, PlayerBarsController],
  providers: [Bars],
  exports: [Bars],
})
export class ProtectionModule {}
