import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PlayerAccess, PlayerId } from '../access/http-access.guard.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { openApi } from '../platform/open-api.js';
import {
  type KeptBar,
  type OwnBarOrder,
  type OwnProtection,
  ownBarOrder,
  ownProtection,
} from '../protocol/protection.js';
import type { Person } from './bar-rows.js';
import { Bars } from './bars.service.js';

const DAY_MS = 86_400_000;

@ApiTags('player')
@ApiBearerAuth()
@Controller('me/protection')
@UseGuards(PlayerAccess)
export class ProtectionController {
  constructor(
    private readonly bars: Bars,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What bars the player from play, and until when.' })
  @ApiOkResponse({ schema: openApi(ownProtection) })
  async read(@PlayerId() id: string): Promise<OwnProtection> {
    return asOwn(await this.bars.readOwn(await this.#person(id)));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'The player takes a break, or excludes herself. It holds at once, until its end.',
  })
  @ApiBody({ schema: openApi(ownBarOrder) })
  @ApiOkResponse({ schema: openApi(ownProtection) })
  async set(
    @PlayerId() id: string,
    @Body({ schema: ownBarOrder, pipes: [wellFormed] }) { kind, days }: OwnBarOrder,
  ): Promise<OwnProtection> {
    const untilMs = days === null ? null : this.clock.nowMs() + days * DAY_MS;
    const bars = await this.bars.setOwn(await this.#person(id), id, { kind, untilMs });
    if (typeof bars === 'string') throw refusedWith(bars);
    return asOwn(bars);
  }

  /** A valid token of a player whom the studio does not know is not allowed. */
  async #person(id: string): Promise<Person> {
    const person = await this.bars.personOf(id, 'player');
    if (person === undefined) throw refusedWith('not_allowed');
    return person;
  }
}

/** Why somebody else has set it is not said. */
const asOwn = (bars: readonly KeptBar[]): OwnProtection => ({
  bars: bars.map(({ kind, source, atMs, untilMs }) => ({ kind, source, atMs, untilMs })),
});
