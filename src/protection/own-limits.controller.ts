import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PlayerAccess, PlayerId } from '../access/http-access.guard.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { openApi } from '../platform/open-api.js';
import {
  type LimitOrder,
  type OwnLimits,
  type ProtectionHistory,
  limitOrder,
  ownLimits,
  protectionHistory,
} from '../protocol/play-limits.js';
import type { PlayingPerson } from './bar-rows.js';
import { Limits } from './limits.service.js';

@ApiTags('player')
@ApiBearerAuth()
@Controller('me/limits')
@UseGuards(PlayerAccess)
export class OwnLimitsController {
  constructor(private readonly limits: Limits) {}

  @Get()
  @ApiOperation({ summary: 'The player’s limits, what is used of them, and the reality check.' })
  @ApiOkResponse({ schema: openApi(ownLimits) })
  async read(@PlayerId() id: string): Promise<OwnLimits> {
    return this.limits.readOwn(await this.#person(id), id);
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary:
      'The player sets a limit: a lower one holds at once, a higher one or none a day later.',
  })
  @ApiBody({ schema: openApi(limitOrder) })
  @ApiOkResponse({ schema: openApi(ownLimits) })
  async set(
    @PlayerId() id: string,
    @Body({ schema: limitOrder, pipes: [wellFormed] }) order: LimitOrder,
  ): Promise<OwnLimits> {
    const limits = await this.limits.setOwn(await this.#person(id), id, order);
    if (typeof limits === 'string') throw refusedWith(limits);
    return limits;
  }

  @Get('history')
  @ApiOperation({ summary: 'What was set and lifted: limits, breaks, exclusions and bars.' })
  @ApiOkResponse({ schema: openApi(protectionHistory) })
  async history(@PlayerId() id: string): Promise<ProtectionHistory> {
    return this.limits.history(await this.#person(id), id);
  }

  @Post('reality-check')
  @HttpCode(200)
  @ApiOperation({ summary: 'The player has read how long she has played, and goes on.' })
  @ApiOkResponse({ schema: openApi(ownLimits) })
  async confirm(@PlayerId() id: string): Promise<OwnLimits> {
    return this.limits.confirm(await this.#person(id), id);
  }

  /** A valid token of a player whom the studio does not know is not allowed. */
  async #person(id: string): Promise<PlayingPerson> {
    const person = await this.limits.personOf(id, 'player');
    if (person === undefined) throw refusedWith('not_allowed');
    return person;
  }
}
