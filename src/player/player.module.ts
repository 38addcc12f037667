import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { EdgeModule } from '../edge/edge.module.js';
import { LobbyModule } from '../lobby/lobby.module.js';
import { SessionModule } from '../session/session.module.js';
import { TableModule } from '../table/table.module.js';
import { TipModule } from '../tip/tip.module.js';
import { PlayerAnswers } from './player-answers.js';
import { PlayerGateway } from './player.gateway.js';
import { SeatCommands } from './seat.commands.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [
    AccessModule,
    ChatModule,
    EdgeModule,
    LobbyModule,
    SessionModule,
    TableModule,
    TipModule,
  ],
  controllers: [SettingsController],
  providers: [PlayerAnswers, PlayerGateway, SeatCommands],
})
export class PlayerModule {}
