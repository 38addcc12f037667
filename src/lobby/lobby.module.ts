import { Module } from '@nestjs/common';
import { TableModule } from '../table/table.module.js';
import { TablesController } from './tables.controller.js';

@Module({ imports: [TableModule], controllers: [TablesController] })
export class LobbyModule {}
