import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { openApi } from '../platform/open-api.js';
import {
  type KeptOperators,
  type OperatorChangeOrder,
  type OperatorDecision,
  type OrderedChange,
  changeNumber,
  keptOperators,
  operatorChangeOrder,
  operatorDecision,
  orderedChange,
} from '../protocol/operator-changes.js';
import { OperatorChanges } from './operator-changes.service.js';

const KEPT = openApi(keptOperators);
const WHICH = { schema: changeNumber, pipes: [wellFormed] };

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/operators')
@UseGuards(StaffAccess)
export class OperatorsController {
  constructor(private readonly changes: OperatorChanges) {}

  @Get()
  @Operation('operators:list')
  @ApiOperation({ summary: 'The operators with their keys, and what is asked to be changed.' })
  @ApiOkResponse({ schema: KEPT })
  list(): Promise<KeptOperators> {
    return this.changes.read();
  }

  @Post('changes')
  @HttpCode(200)
  @Operation('operators:change')
  @ApiOperation({
    summary: 'Asks for a change of an operator. `off` and `revoke` are done at once.',
  })
  @ApiBody({ schema: openApi(operatorChangeOrder) })
  @ApiOkResponse({ schema: openApi(orderedChange) })
  async order(
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: operatorChangeOrder, pipes: [wellFormed] })
    { change, reason }: OperatorChangeOrder,
  ): Promise<OrderedChange> {
    return orRefused(await this.changes.order(change, { by, reason }));
  }

  @Post('changes/:id/approve')
  @HttpCode(200)
  @Operation('operators:decide')
  @ApiOperation({ summary: 'Another administrator approves it, and it is done.' })
  @ApiBody({ schema: openApi(operatorDecision) })
  @ApiOkResponse({ schema: KEPT })
  async approve(
    @Param('id', WHICH) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: operatorDecision, pipes: [wellFormed] }) { reason }: OperatorDecision,
  ): Promise<KeptOperators> {
    return orRefused(await this.changes.decide(id, 'approved', { by, reason }));
  }

  @Post('changes/:id/refuse')
  @HttpCode(200)
  @Operation('operators:decide')
  @ApiOperation({ summary: 'Another administrator refuses it, or who asked for it takes it back.' })
  @ApiBody({ schema: openApi(operatorDecision) })
  @ApiOkResponse({ schema: KEPT })
  async refuse(
    @Param('id', WHICH) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: operatorDecision, pipes: [wellFormed] }) { reason }: OperatorDecision,
  ): Promise<KeptOperators> {
    return orRefused(await this.changes.decide(id, 'refused', { by, reason }));
  }
}

const orRefused = <Answer extends object>(
  answer: Answer | Parameters<typeof refusedWith>[0],
): Answer => {
  if (typeof answer === 'string') throw refusedWith(answer);
  return answer;
};
