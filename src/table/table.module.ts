import { Module } from '@nestjs/common';
import { Beats } from './beats.service.js';
import { Broadcast } from './broadcast.js';
import { FOLLOWER, PUBLISHER, TablePorts } from './ports.js';
import { PostgresStores } from './postgres-stores.js';
import { TABLE_STORES } from './store.js';
import { TableFeed } from './table-feed.js';
import { Tables } from './tables.service.js';

/** The tables. What pays them is bound outside of this room, by a global module (`PAYER`). */
@Module({
  providers: [
    Beats,
    Broadcast,
    TableFeed,
    { provide: PUBLISHER, useExisting: Broadcast },
    { provide: FOLLOWER, useExisting: TableFeed },
    { provide: TABLE_STORES, useClass: PostgresStores },
    TablePorts,
    Tables,
  ],
  exports: [Broadcast, Tables, TableFeed],
})
export class TableModule {}
