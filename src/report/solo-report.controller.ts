import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess } from '../access/staff-access.guard.js';
import { checkProof } from '../chance/check-proof.js';
import { readHand } from '../history/played-hands.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import {
  type HandReport,
  type SoloReport,
  type SoloReportQuery,
  handReport,
  soloReport,
  soloReportQuery,
} from '../protocol/solo-report.js';
import { handNumber } from '../protocol/wire.js';
import { readSoloReport } from './solo-report.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit')
@UseGuards(StaffAccess)
export class SoloReportController {
  constructor(@Inject(PUBLIC_POOL) private readonly pool: pg.Pool) {}

  @Get('solo')
  @Operation('solo:read')
  @ApiOperation({
    summary: 'What solo games took and paid in 48 hours at most, beside their exact returns.',
  })
  @ApiQuery({ name: 'fromMs', description: 'hands that ended then or later' })
  @ApiQuery({ name: 'toMs', description: 'hands that ended before then' })
  @ApiOkResponse({ schema: openApi(soloReport) })
  solo(
    @Query({ schema: soloReportQuery, pipes: [wellFormed] }) query: SoloReportQuery,
  ): Promise<SoloReport> {
    return readSoloReport(this.pool, query);
  }

  @Get('hands/:hand')
  @Operation('hands:read')
  @ApiOperation({ summary: 'A whole hand of a solo game: its steps, its cards, and its proof.' })
  @ApiOkResponse({ schema: openApi(handReport) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async hand(@Param('hand') hand: string): Promise<HandReport> {
    if (!handNumber.safeParse(hand).success) throw refusedWith('not_found');
    const { rows } = await this.pool.query<{ player: string; name: string }>(
      'select h.player_id as player, p.name from solo_hands h join players p on p.id = h.player_id where h.hand_number = $1',
      [hand],
    );
    const whose = rows[0];
    if (whose === undefined) throw refusedWith('not_found');
    const whole = await readHand(this.pool, whose.player, hand);
    if (whole === undefined) throw refusedWith('not_found');
    const check = whole.proof === null ? undefined : checkProof(whole.proof);
    return {
      ...whole,
      ...whose,
      check: check === undefined ? null : check.ok ? 'holds' : check.fault,
    };
  }
}
