import { Module } from '@nestjs/common';
import { EdgeModule } from '../edge/edge.module.js';
import { TableModule } from '../table/table.module.js';
import { LobbyCommands } from './lobby.commands.js';
import { Lobby } from './lobby.service.js';
import { PaytableController } from './paytable.controller.js';
import { TablesController } from './tables.controller.js';

@Module({
  imports: [EdgeModule, TableModule],
  controllers: [TablesController, PaytableController],
  providers: [Lobby, LobbyCommands],
  exports: [Lobby, LobbyCommands],
})
export class LobbyModule {}
