import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { EdgeModule } from '../../edge/edge.module.js';
import { StaffModule } from '../../staff/staff.module.js';
import { RotaCommands } from './rota.commands.js';
import { RotaController } from './rota.controller.js';
import { DealersRota } from './rota.service.js';

/** Which dealer deals at which table from when to when. */
@Module({
  imports: [AccessModule, EdgeModule, StaffModule],
  controllers: [RotaController],
  providers: [DealersRota, RotaCommands],
  exports: [RotaCommands],
})
export class RotaModule {}
