import { Module } from '@nestjs/common';
import { PinoLogger, getLoggerToken } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { Streams } from '../platform/streams.service.js';
import { Timelines } from '../platform/timelines.service.js';
import { Broadcast } from '../table/broadcast.js';
import { TableModule } from '../table/table.module.js';
import { Tables } from '../table/tables.service.js';
import { Departure } from './departure.service.js';
import { Hop } from './hop.service.js';
import { Beats } from './beats.service.js';
import { Processes } from './processes.service.js';
import { SEEN_TABLES_LOG, SeenTables } from './seen-tables.service.js';
import { Sitters } from './sitters.service.js';

/** What a process knows of tables that others run. */
@Module({
  imports: [TableModule],
  providers: [
    Beats,
    Departure,
    Hop,
    Processes,
    {
      provide: SeenTables,
      useFactory: (
        { roles }: Config,
        reads: pg.Pool,
        streams: Streams,
        timelines: Timelines,
        tables: Tables,
        broadcast: Broadcast,
        poller: Poller,
        logger: PinoLogger,
      ) => {
        const following = { isEdge: roles.has('edge'), reads, streams, timelines };
        return new SeenTables(following, tables, broadcast, poller, logger);
      },
      inject: [
        CONFIG,
        POOL,
        Streams,
        Timelines,
        Tables,
        Broadcast,
        Poller,
        getLoggerToken(SEEN_TABLES_LOG),
      ],
    },
    Sitters,
  ],
  exports: [Departure, Hop, SeenTables, Sitters],
})
export class EdgeModule {}
