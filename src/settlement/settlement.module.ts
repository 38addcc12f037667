import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TableModule } from '../table/table.module.js';
import { SettlementQueue } from './settlement-queue.service.js';
import { Settlement } from './settlement.service.js';
import { SettlementWorker } from './settlement.worker.js';

@Module({
  imports: [
    TableModule,
    BullModule.registerQueue(), // runs the worker
  ],
  providers: [Settlement, SettlementQueue, SettlementWorker],
})
export class SettlementModule {}
