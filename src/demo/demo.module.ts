import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DemoController } from './demo.controller.js';
import { Demo } from './demo.service.js';

@Module({ imports: [AccessModule], controllers: [DemoController], providers: [Demo] })
export class DemoModule {}
