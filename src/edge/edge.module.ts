import { Module } from '@nestjs/common';
import { TableModule } from '../table/table.module.js';
import { SeenTables } from './seen-tables.service.js';

/** What a process knows of tables that others run. */
@Module({ imports: [TableModule], providers: [SeenTables], exports: [SeenTables] })
export class EdgeModule {}
