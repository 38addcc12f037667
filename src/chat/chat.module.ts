import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { EdgeModule } from '../edge/edge.module.js';
import { TableModule } from '../table/table.module.js';
import { ChatBroadcast } from './chat-broadcast.js';
import { ChatRetention } from './chat-retention.service.js';
import { ChatRetentionWorker } from './chat-retention.worker.js';
import { ChatStaffCommands } from './chat-staff.commands.js';
import { ChatCommands } from './chat.commands.js';
import { Chat } from './chat.service.js';
import { Moderation } from './moderation.service.js';
import { SupportDesk } from './support-desk.service.js';
import { Support } from './support.service.js';
import { WritingPace } from './writing-pace.js';

@Module({
  imports: [
    AccessModule,
    StaffModule,
    EdgeModule,
    TableModule,
    BullModule.registerQueue(), // Runs the worker.
  ],
  providers: [
    Chat,
    ChatBroadcast,
    Moderation,
    Support,
    SupportDesk,
    WritingPace,
    ChatRetention,
    ChatRetentionWorker,
    ChatCommands,
    ChatStaffCommands,
  ],
  exports: [ChatCommands, ChatStaffCommands],
})
export class ChatModule {}
