import { Body, Controller, Get, HttpCode, Inject, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { assert } from '../money/assert.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { Limits } from '../protection/limits.service.js';
import { DEMO_CURRENCY } from '../protocol/operator.js';
import {
  type KeptLimits,
  type OperatorLimitOrder,
  keptLimits,
  operatorLimitOrder,
} from '../protocol/play-limits.js';
import { type OperatorBarsQuery, operatorBarsQuery } from '../protocol/protection.js';
import type { SignedOrder } from './movements.service.js';
import { OperatorAccess, OperatorId, OperatorSigned } from './operator-access.guard.js';
import { readOperator } from './operator-rows.js';

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator/limits')
@UseGuards(OperatorAccess)
export class OperatorLimitsController {
  constructor(
    private readonly limits: Limits,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What a player may lose, stake and play, whoever has set it.' })
  @ApiFields(operatorBarsQuery)
  @ApiOkResponse({ schema: openApi(keptLimits) })
  async read(
    @OperatorId() operator: string,
    @Query({ schema: operatorBarsQuery, pipes: [wellFormed] }) { player: ref }: OperatorBarsQuery,
  ): Promise<KeptLimits> {
    return this.limits.read({ operator, ref });
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Limits a player, who need not have come in yet, at once.' })
  @ApiBody({ schema: openApi(operatorLimitOrder) })
  @ApiOkResponse({ schema: openApi(keptLimits) })
  async set(
    @OperatorSigned() { operator, kid: by }: SignedOrder,
    @Body({ schema: operatorLimitOrder, pipes: [wellFormed] })
    { player: ref, limit, currency, reason }: OperatorLimitOrder,
  ): Promise<KeptLimits> {
    const its = await readOperator(this.pool, operator);
    assert(its !== undefined, 'who asks is an operator');
    // What the operator has given up may still be taken away.
    const isNew = currency !== undefined && limit.limit !== null;
    if (isNew && currency !== DEMO_CURRENCY && !its.currencies.includes(currency)) {
      throw refusedWith('currency_not_played');
    }
    const person = { operator, ref };
    const from = { source: 'operator', by, reason } as const;
    const refusal = await this.limits.set(person, limit, currency, from);
    if (refusal !== undefined) throw refusedWith(refusal);
    return this.limits.read(person);
  }
}
