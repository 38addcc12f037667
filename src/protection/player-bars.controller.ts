import { Body, Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { openApi } from '../platform/open-api.js';
import {
  type BarOrder,
  type BarRefusal,
  type KeptBar,
  type KeptBars,
  type StaffBarLift,
  barOrder,
  keptBars,
  staffBarLift,
} from '../protocol/protection.js';
import type { Person } from './bar-rows.js';
import { Bars } from './bars.service.js';
import { playerId } from './player-id.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/players/:id/bars')
@UseGuards(StaffAccess)
export class PlayerBarsController {
  constructor(private readonly bars: Bars) {}

  @Get()
  @Operation('players:bars')
  @ApiOperation({ summary: 'What bars the player from play, and who has set it.' })
  @ApiOkResponse({ schema: openApi(keptBars) })
  async read(
    @Param('id', { schema: playerId, pipes: [wellFormed] }) id: string,
  ): Promise<KeptBars> {
    return { bars: [...(await this.bars.read(await this.#person(id)))] };
  }

  @Post()
  @HttpCode(200)
  @Operation('players:bar')
  @ApiOperation({ summary: 'Bars the person from play, in all currencies and at once.' })
  @ApiBody({ schema: openApi(barOrder) })
  @ApiOkResponse({ schema: openApi(keptBars) })
  async set(
    @Param('id', { schema: playerId, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: barOrder, pipes: [wellFormed] }) order: BarOrder,
  ): Promise<KeptBars> {
    const bar = { ...order, kind: 'bar', source: 'staff', by } as const;
    return answerOf(await this.bars.set(await this.#person(id), bar));
  }

  @Post('lift')
  @HttpCode(200)
  @Operation('players:unbar')
  @ApiOperation({ summary: 'Lifts what the staff has set. What others have set stays.' })
  @ApiBody({ schema: openApi(staffBarLift) })
  @ApiOkResponse({ schema: openApi(keptBars) })
  async lift(
    @Param('id', { schema: playerId, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staffBarLift, pipes: [wellFormed] }) { reason, was }: StaffBarLift,
  ): Promise<KeptBars> {
    const lift = { source: 'staff', by, reason } as const;
    return answerOf(await this.bars.lift(await this.#person(id), lift, was));
  }

  async #person(id: string): Promise<Person> {
    const person = await this.bars.personOf(id, 'staff');
    if (person === undefined) throw refusedWith('not_found');
    return person;
  }
}

const answerOf = (bars: readonly KeptBar[] | BarRefusal): KeptBars => {
  if (typeof bars === 'string') throw refusedWith(bars);
  return { bars: [...bars] };
};
