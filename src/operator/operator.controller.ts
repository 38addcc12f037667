import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { type OwnOperator, ownOperator } from '../protocol/operator.js';
import { OperatorAccess, OperatorId } from './operator-access.guard.js';
import { readOperator } from './operator-rows.js';

@ApiTags('operator')
@Controller('operator')
@UseGuards(OperatorAccess)
export class OperatorController {
  constructor(@Inject(PUBLIC_POOL) private readonly pool: pg.Pool) {}

  @Get('self')
  @ApiOperation({ summary: 'How the studio knows the operator who asks, and the keys that hold.' })
  @ApiOkResponse({ schema: openApi(ownOperator) })
  async self(@OperatorId() id: string): Promise<OwnOperator> {
    const operator = await readOperator(this.pool, id);
    assert(operator !== undefined, 'a key that holds is an operator’s');
    const { name, mode, currencies, tables, keys } = operator;
    const held = keys.filter(({ isRevoked }) => !isRevoked);
    const own = held.map(({ kid, sinceMs }) => ({ kid, sinceMs }));
    return { id, name, mode, currencies, tables, keys: own };
  }
}
