import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { EdgeModule } from '../edge/edge.module.js';
import { PitModule } from '../pit/pit.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { TableModule } from '../table/table.module.js';
import { DealerGateway } from './dealer.gateway.js';
import { Seating } from './seating.service.js';

@Module({
  imports: [AccessModule, ChatModule, EdgeModule, PitModule, StaffModule, TableModule],
  providers: [DealerGateway, Seating],
})
export class DealerModule {}
