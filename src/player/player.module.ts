import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SessionModule } from '../session/session.module.js';
import { TableModule } from '../table/table.module.js';
import { PlayerGateway } from './player.gateway.js';
import { SeatCommands } from './seat.commands.js';

@Module({
  imports: [AccessModule, SessionModule, TableModule],
  providers: [PlayerGateway, SeatCommands],
})
export class PlayerModule {}
