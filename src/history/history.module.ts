import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Downloads } from './downloads.js';
import { HandsController } from './hands.controller.js';
import { RoundsController } from './rounds.controller.js';
import { StatementController } from './statement.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [HandsController, RoundsController, StatementController],
  providers: [Downloads],
})
export class HistoryModule {}
