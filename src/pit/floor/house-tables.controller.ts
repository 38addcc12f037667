import { Body, Controller, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../../access/staff-access.guard.js';
import type { SignedIn } from '../../access/tokens.js';
import { POOL } from '../../platform/database.js';
import { openApi } from '../../platform/open-api.js';
import {
  type MadeTable,
  type TableMaking,
  madeTable,
  tableMaking,
} from '../../protocol/house-tables.js';
import { HouseTables } from './house-tables.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/tables')
@UseGuards(StaffAccess)
export class HouseTablesController {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  @Post()
  @HttpCode(200)
  @Operation('tables:make')
  @ApiOperation({ summary: 'Makes a table. A process runs it within seconds.' })
  @ApiBody({ schema: openApi(tableMaking) })
  @ApiOkResponse({ schema: openApi(madeTable) })
  async make(
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: tableMaking, pipes: [wellFormed] })
    { id, settings, like, reason }: TableMaking,
  ): Promise<MadeTable> {
    const made = await new HouseTables(this.pool, reason, by).make(id, settings, like);
    if (typeof made !== 'string') return { id };
    if (made === 'table_exists' || made === 'unknown_table') throw refusedWith(made);
    throw refusedWith('table_settings_are_unsound');
  }
}
