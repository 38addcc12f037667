import { Module } from '@nestjs/common';
import { Broadcast } from './broadcast.js';
import { TableNews } from './news.service.js';
import { FOLLOWER, PUBLISHER, TablePorts } from './ports.js';
import { PostgresStores } from './postgres-stores.js';
import { TABLE_STORES } from './store.js';
import { Tables } from './tables.service.js';

/** The tables. What pays them is bound outside of this room, by a global module (`PAYER`). */
@Module({
  providers: [
    Broadcast,
    { provide: PUBLISHER, useExisting: Broadcast },
    { provide: FOLLOWER, useClass: TableNews },
    { provide: TABLE_STORES, useClass: PostgresStores },
    TablePorts,
    Tables,
  ],
  exports: [Broadcast, TablePorts, Tables],
})
export class TableModule {}
