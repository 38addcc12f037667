import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { PAYER } from '../table/ports.js';
import { TableModule } from '../table/table.module.js';
import { FailedPayments } from './failed-payments.service.js';
import { SettlementQueue } from './settlement-queue.service.js';
import { SettlementSweep } from './settlement-sweep.service.js';
import { SettlementWorker } from './settlement.worker.js';

/**
 * What pays the tables. The module is global: `TableModule` asks for a payer and knows no room that
 * pays.
 */
@Global()
@Module({
  providers: [SettlementQueue, { provide: PAYER, useExisting: SettlementQueue }],
  exports: [PAYER],
})
class PayerModule {}

@Module({
  imports: [
    PayerModule,
    TableModule,
    BullModule.registerQueue(), // runs the worker
  ],
  providers: [FailedPayments, SettlementSweep, SettlementWorker],
  exports: [SettlementSweep],
})
export class SettlementModule {}
