import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { TableModule } from '../table/table.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { Connections } from './connections.service.js';
import { Disconnection } from './disconnection.service.js';
import { ExpiryQueue } from './expiry-queue.service.js';
import { ExpirySweep } from './expiry-sweep.service.js';
import { Expiry } from './expiry.service.js';
import { ExpiryWorker } from './expiry.worker.js';
import { NoticeWatch } from './notice-watch.service.js';
import { PostgresSessions } from './postgres-store.js';
import { SessionEnding } from './session-ending.service.js';
import { SessionNotices } from './session-notices.service.js';
import { SessionCommands } from './session.commands.js';
import { Sessions } from './sessions.service.js';
import { SESSION_STORE } from './store.js';
import { SessionStatuses } from './session-status.service.js';

@Module({
  imports: [
    TableModule,
    WalletModule,
    BullModule.registerQueue(), // Runs the worker.
  ],
  providers: [
    { provide: SESSION_STORE, useClass: PostgresSessions },
    Sessions,
    SessionStatuses,
    SessionCommands,
    Connections,
    Disconnection,
    Expiry,
    ExpiryQueue,
    ExpirySweep,
    ExpiryWorker,
    SessionEnding,
    SessionNotices,
    NoticeWatch,
  ],
  exports: [Disconnection, Sessions, SessionCommands, Connections],
})
export class SessionModule {}
