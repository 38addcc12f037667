import { Module } from '@nestjs/common';
import { Broadcast } from './broadcast.js';
import { Tables } from './tables.service.js';

@Module({ providers: [Broadcast, Tables], exports: [Broadcast, Tables] })
export class TableModule {}
