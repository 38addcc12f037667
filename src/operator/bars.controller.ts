import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { Bars } from '../protection/bars.service.js';
import {
  type BarRefusal,
  type KeptBar,
  type KeptBars,
  type OperatorBarLift,
  type OperatorBarOrder,
  type OperatorBarsQuery,
  keptBars,
  operatorBarLift,
  operatorBarOrder,
  operatorBarsQuery,
} from '../protocol/protection.js';
import type { SignedOrder } from './movements.service.js';
import { OperatorAccess, OperatorId, OperatorSigned } from './operator-access.guard.js';

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator/bars')
@UseGuards(OperatorAccess)
export class OperatorBarsController {
  constructor(private readonly bars: Bars) {}

  @Get()
  @ApiOperation({ summary: 'What bars a player from play, whoever has set it.' })
  @ApiFields(operatorBarsQuery)
  @ApiOkResponse({ schema: openApi(keptBars) })
  async read(
    @OperatorId() operator: string,
    @Query({ schema: operatorBarsQuery, pipes: [wellFormed] }) { player: ref }: OperatorBarsQuery,
  ): Promise<KeptBars> {
    return { bars: [...(await this.bars.read({ operator, ref }))] };
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Bars a player from play, who need not have come in yet.' })
  @ApiBody({ schema: openApi(operatorBarOrder) })
  @ApiOkResponse({ schema: openApi(keptBars) })
  async set(
    @OperatorSigned() { operator, kid: by }: SignedOrder,
    @Body({ schema: operatorBarOrder, pipes: [wellFormed] })
    { player: ref, ...order }: OperatorBarOrder,
  ): Promise<KeptBars> {
    return answerOf(await this.bars.set({ operator, ref }, { ...order, source: 'operator', by }));
  }

  @Post('lift')
  @HttpCode(200)
  @ApiOperation({ summary: 'Lifts the bars that the operator has set. Exclusions stay.' })
  @ApiBody({ schema: openApi(operatorBarLift) })
  @ApiOkResponse({ schema: openApi(keptBars) })
  async lift(
    @OperatorSigned() { operator, kid: by }: SignedOrder,
    @Body({ schema: operatorBarLift, pipes: [wellFormed] })
    { player: ref, reason }: OperatorBarLift,
  ): Promise<KeptBars> {
    const lift = { source: 'operator', by, reason } as const;
    return answerOf(await this.bars.lift({ operator, ref }, lift));
  }
}

const answerOf = (bars: readonly KeptBar[] | BarRefusal): KeptBars => {
  if (typeof bars === 'string') throw refusedWith(bars);
  return { bars: [...bars] };
};
