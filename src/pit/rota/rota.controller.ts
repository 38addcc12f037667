import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../../access/staff-access.guard.js';
import type { SignedIn } from '../../access/tokens.js';
import { openApi } from '../../platform/open-api.js';
import {
  type Rota,
  type RotaQuery,
  type StintCancelling,
  type StintEntry,
  rota,
  rotaQuery,
  stintCancelling,
  stintEntry,
  stintNumber,
} from '../../protocol/rota.js';
import { DealersRota } from './rota.service.js';

const ROTA = openApi(rota);

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/rota')
@UseGuards(StaffAccess)
export class RotaController {
  constructor(private readonly rota: DealersRota) {}

  @Get()
  @Operation('rota:read')
  @ApiOperation({ summary: 'Who deals where on a gaming day, and who is late or absent.' })
  @ApiOkResponse({ schema: ROTA })
  read(@Query({ schema: rotaQuery, pipes: [wellFormed] }) { day }: RotaQuery): Promise<Rota> {
    return this.rota.read(day);
  }

  @Post()
  @HttpCode(200)
  @Operation('rota:enter')
  @ApiOperation({ summary: 'Enters a stint of a dealer. Returns the rota of its day.' })
  @ApiBody({ schema: openApi(stintEntry) })
  @ApiOkResponse({ schema: ROTA })
  async enter(
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: stintEntry, pipes: [wellFormed] }) entry: StintEntry,
  ): Promise<Rota> {
    const refusal = await this.rota.enter(entry, by);
    if (refusal !== undefined) throw refusedWith(refusal);
    return this.rota.read(entry.day);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Operation('rota:cancel')
  @ApiOperation({ summary: 'Cancels a stint that is not over. It stays in the staff’s log.' })
  @ApiBody({ schema: openApi(stintCancelling) })
  async cancel(
    @Param('id', { schema: stintNumber, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: stintCancelling, pipes: [wellFormed] }) { reason }: StintCancelling,
  ): Promise<void> {
    const refusal = await this.rota.cancel(id, by, reason);
    if (refusal !== undefined) throw refusedWith(refusal);
  }
}
