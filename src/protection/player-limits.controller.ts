import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { openApi } from '../platform/open-api.js';
import {
  type KeptLimits,
  type StaffLimitOrder,
  keptLimits,
  staffLimitOrder,
} from '../protocol/play-limits.js';
import type { PlayingPerson } from './bar-rows.js';
import { Limits } from './limits.service.js';
import { playerId } from './player-id.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/players/:id/limits')
@UseGuards(StaffAccess)
export class PlayerLimitsController {
  constructor(private readonly limits: Limits) {}

  @Get()
  @Operation('players:limits')
  @ApiOperation({ summary: 'What the person may lose, stake and play, and who has set it.' })
  @ApiOkResponse({ schema: openApi(keptLimits) })
  async read(
    @Param('id', { schema: playerId, pipes: [wellFormed] }) id: string,
  ): Promise<KeptLimits> {
    return this.limits.read(await this.#person(id));
  }

  @Post()
  @HttpCode(200)
  @Operation('players:limit')
  @ApiOperation({ summary: 'Limits what the person may lose, stake or play, at once.' })
  @ApiBody({ schema: openApi(staffLimitOrder) })
  @ApiOkResponse({ schema: openApi(keptLimits) })
  async set(
    @Param('id', { schema: playerId, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staffLimitOrder, pipes: [wellFormed] })
    { limit, reason, was }: StaffLimitOrder,
  ): Promise<KeptLimits> {
    const person = await this.#person(id);
    const from = { source: 'staff', by, reason, was } as const;
    const refusal = await this.limits.set(person, limit, person.currency, from);
    if (refusal !== undefined) throw refusedWith(refusal);
    return this.limits.read(person);
  }

  async #person(id: string): Promise<PlayingPerson> {
    const person = await this.limits.personOf(id, 'staff');
    if (person === undefined) throw refusedWith('not_found');
    return person;
  }
}
