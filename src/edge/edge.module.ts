import { Module } from '@nestjs/common';
import { TableModule } from '../table/table.module.js';
import { Hop } from './hop.service.js';
import { Beats } from './beats.service.js';
import { SeenTables } from './seen-tables.service.js';
import { Sitters } from './sitters.service.js';

/** What a process knows of tables that others run. */
@Module({
  imports: [TableModule],
  providers: [Beats, Hop, SeenTables, Sitters],
  exports: [Hop, SeenTables, Sitters],
})
export class EdgeModule {}
