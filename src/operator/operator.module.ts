import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { OperatorBarsController } from './bars.controller.js';
import { LaunchController } from './launch.controller.js';
import { Launches } from './launches.service.js';
import { MoneyController } from './money.controller.js';
import { Movements } from './movements.service.js';
import { OperatorAccess } from './operator-access.guard.js';
import { OperatorController } from './operator.controller.js';

@Module({
  imports: [AccessModule, ProtectionModule],
  controllers: [OperatorController, OperatorBarsController, MoneyController, LaunchController],
  providers: [OperatorAccess, Launches, Movements],
})
export class OperatorModule {}
