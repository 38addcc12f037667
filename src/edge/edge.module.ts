import { Module } from '@nestjs/common';
import { TableModule } from '../table/table.module.js';
import { Hop } from './hop.service.js';
import { SeenTables } from './seen-tables.service.js';

/** What a process knows of tables that others run. */
@Module({ imports: [TableModule], providers: [Hop, SeenTables], exports: [Hop, SeenTables] })
export class EdgeModule {}
