import { Module } from '@nestjs/common';
import { Broadcast } from './broadcast.js';
import { FOLLOWER, PUBLISHER, TablePorts } from './ports.js';
import { TableFeed } from './table-feed.js';
import { Tables } from './tables.service.js';

/** The tables. What pays them is bound outside of this room, by a global module (`PAYER`). */
@Module({
  providers: [
    Broadcast,
    TableFeed,
    { provide: PUBLISHER, useExisting: Broadcast },
    { provide: FOLLOWER, useExisting: TableFeed },
    TablePorts,
    Tables,
  ],
  exports: [Broadcast, Tables, TableFeed],
})
export class TableModule {}
