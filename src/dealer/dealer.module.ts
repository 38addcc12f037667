import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { EdgeModule } from '../edge/edge.module.js';
import { PitModule } from '../pit/pit.module.js';
import { RotaModule } from '../pit/rota/rota.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { TableModule } from '../table/table.module.js';
import { TipModule } from '../tip/tip.module.js';
import { DealerGateway } from './dealer.gateway.js';
import { DeskAnswers } from './desk-answers.js';
import { Seating } from './seating.service.js';

@Module({
  imports: [
    AccessModule,
    ChatModule,
    EdgeModule,
    PitModule,
    RotaModule,
    StaffModule,
    TableModule,
    TipModule,
  ],
  providers: [DealerGateway, DeskAnswers, Seating],
})
export class DealerModule {}
