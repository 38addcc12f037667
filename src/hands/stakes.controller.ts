import { Body, Controller, Get, Inject, Param, Put, UseGuards } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBearerAuth,
  ApiBody,
  ApiConflictResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { readCurrency } from '../history/currency.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import {
  type SoloStakes,
  type StakesOrder,
  soloStakes,
  stakedGame,
  stakesOrder,
} from '../protocol/solo-stakes.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { StakeSettings, shownStakes } from './stake-settings.service.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/solo/stakes')
@UseGuards(StaffAccess)
export class StakesController {
  constructor(
    private readonly stakes: StakeSettings,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
  ) {}

  @Get()
  @Operation('stakes:read')
  @ApiOperation({ summary: 'The chips and the limits of each solo game.' })
  @ApiOkResponse({ schema: openApi(soloStakes) })
  async read(): Promise<SoloStakes> {
    const now = await this.stakes.now();
    return {
      currency: await readCurrency(this.pool),
      games: SOLO_GAMES.map((game) => ({ game, ...shownStakes(game, now) })),
    };
  }

  @Put(':game')
  @Operation('stakes:change')
  @ApiOperation({
    summary: 'Other chips and limits, from the next hand on. Who changed them, and why, is kept.',
  })
  @ApiBody({ schema: openApi(stakesOrder) })
  @ApiOkResponse({ schema: openApi(soloStakes) })
  @ApiBadRequestResponse({ schema: openApi(refusedRequest) })
  @ApiConflictResponse({ schema: openApi(refusedRequest) })
  async change(
    @Param('game', { schema: stakedGame, pipes: [wellFormed] }) game: SoloGame,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: stakesOrder, pipes: [wellFormed] }) { reason, was, ...stakes }: StakesOrder,
  ): Promise<SoloStakes> {
    const refusal = await this.stakes.change(game, stakes, { by, reason, was });
    if (refusal !== undefined) throw refusedWith(refusal);
    return this.read();
  }
}
