import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../../access/staff-access.guard.js';
import type { SignedIn } from '../../access/tokens.js';
import { OperatorChanges } from '../../operator/operator-changes.service.js';
import { POOL } from '../../platform/database.js';
import { openApi } from '../../platform/open-api.js';
import {
  type MadeTable,
  type TableMaking,
  type TableModels,
  madeTable,
  tableMaking,
  tableModels,
} from '../../protocol/studio-tables.js';
import { DEFAULT_SETTINGS } from '../../round/settings.js';
import { StudioTables } from './studio-tables.js';
import { modelOf } from './table-model.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/tables')
@UseGuards(StaffAccess)
export class StudioTablesController {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly changes: OperatorChanges,
  ) {}

  @Get()
  @Operation('tables:models')
  @ApiOperation({ summary: 'What a new table may be like: its chips and limits.' })
  @ApiOkResponse({ schema: openApi(tableModels) })
  async models(): Promise<TableModels> {
    const tables = await new StudioTables(this.pool, '').list();
    return {
      byDefault: modelOf(DEFAULT_SETTINGS),
      tables: tables.map(({ id, settings }) => ({
        ...{ id, name: settings.name },
        ...modelOf(settings),
      })),
    };
  }

  @Post()
  @HttpCode(200)
  @Operation('tables:make')
  @ApiOperation({ summary: 'Makes a table. A process runs it within seconds.' })
  @ApiBody({ schema: openApi(tableMaking) })
  @ApiOkResponse({ schema: openApi(madeTable) })
  async make(
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: tableMaking, pipes: [wellFormed] })
    { id, settings, like, was, operators = [], reason }: TableMaking,
  ): Promise<MadeTable> {
    const tables = new StudioTables(this.pool, reason, by);
    const made = await this.changes.showing(id, operators, { by, reason }, async (tx) => {
      const its = await tables.makeIn(tx, id, settings, { like, was });
      return typeof its === 'string' ? its : undefined;
    });
    if (typeof made !== 'string') return { id, changes: [...made] };
    throw refusedWith(made === 'settings_are_unsound' ? 'table_settings_are_unsound' : made);
  }
}
