import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { AnchorAges } from './anchor-ages.service.js';
import { AnchorQueue } from './anchor-queue.service.js';
import { AnchorWorker } from './anchor.worker.js';
import { Anchors } from './anchors.service.js';

@Module({
  imports: [
    BullModule.registerQueue(), // runs the worker
  ],
  providers: [Anchors, AnchorAges, AnchorQueue, AnchorWorker],
  exports: [Anchors],
})
export class AuditModule {}
