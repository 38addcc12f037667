import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { PAYER } from '../table/ports.js';
import { TableModule } from '../table/table.module.js';
import { DoneJobs } from './done-jobs.service.js';
import { FailedPayments } from './failed-payments.service.js';
import { PostgresSettlement } from './postgres-store.js';
import { SettlementQueue } from './settlement-queue.service.js';
import { SettlementSweep } from './settlement-sweep.service.js';
import { SettlementWorker } from './settlement.worker.js';
import { SETTLEMENT_STORE } from './store.js';

/**
 * What pays the tables. The module is global: `TableModule` asks for a payer and knows no room that
 * pays.
 */
@Global()
@Module({
  providers: [
    SettlementQueue,
    { provide: SETTLEMENT_STORE, useClass: PostgresSettlement },
    { provide: PAYER, useExisting: SettlementQueue },
  ],
  exports: [PAYER, SETTLEMENT_STORE],
})
class PayerModule {}

@Module({
  imports: [
    PayerModule,
    TableModule,
    BullModule.registerQueue(), // runs the worker
  ],
  providers: [DoneJobs, FailedPayments, SettlementSweep, SettlementWorker],
  exports: [SettlementSweep],
})
export class SettlementModule {}
