import { Module } from '@nestjs/common';
import { Broadcast } from './broadcast.js';
import { TableFeed } from './table-feed.js';
import { Tables } from './tables.service.js';

@Module({
  providers: [Broadcast, Tables, TableFeed],
  exports: [Broadcast, Tables, TableFeed],
})
export class TableModule {}
