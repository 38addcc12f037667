import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EdgeModule } from '../edge/edge.module.js';
import { DemoController } from './demo.controller.js';
import { DemoRecordingController } from './demo-recording.controller.js';
import { DemoRelayController } from './demo-relay.controller.js';
import { Demo } from './demo.service.js';

@Module({
  imports: [AccessModule, EdgeModule],
  controllers: [DemoController, DemoRecordingController, DemoRelayController],
  providers: [Demo],
})
export class DemoModule {}
