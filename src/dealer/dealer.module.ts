import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { TableModule } from '../table/table.module.js';
import { DealerGateway } from './dealer.gateway.js';

@Module({ imports: [AccessModule, TableModule], providers: [DealerGateway] })
export class DealerModule {}
