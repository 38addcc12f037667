import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { checkProof } from '../chance/check-proof.js';
import { readHand, readHands } from '../history/played-hands.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import {
  type HandsPage,
  type HandsQuery,
  handsPage,
  handsQuery,
} from '../protocol/hand-history.js';
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
import { ChoiceReader } from './choice-reader.service.js';
import { readSoloReport } from './solo-report.js';

const PLAYER_NUMBER = /^[1-9]\d{0,17}$/;

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit')
@UseGuards(StaffAccess)
export class SoloReportController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly choices: ChoiceReader,
  ) {}

  @Get('solo')
  @Operation('solo:read')
  @ApiOperation({
    summary: 'What solo games took and paid in 48 hours at most, beside their exact returns.',
  })
  @ApiFields(soloReportQuery)
  @ApiOkResponse({ schema: openApi(soloReport) })
  solo(
    @Query({ schema: soloReportQuery, pipes: [wellFormed] }) query: SoloReportQuery,
  ): Promise<SoloReport> {
    return readSoloReport(this.pool, query);
  }

  @Get('players/:id/hands')
  @Operation('hands:list')
  @ApiOperation({ summary: 'The hands of solo games that a player has played, newest first.' })
  @ApiFields(handsQuery)
  @ApiOkResponse({ schema: openApi(handsPage) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async hands(
    @Param('id') id: string,
    @Query({ schema: handsQuery, pipes: [wellFormed] }) query: HandsQuery,
  ): Promise<HandsPage> {
    if (!PLAYER_NUMBER.test(id)) throw refusedWith('not_found');
    const page = await readHands(this.pool, id, query);
    if (page.hands.length > 0) return page;
    const { rowCount } = await this.pool.query('select 1 from players where id = $1', [id]);
    if (rowCount === 0) throw refusedWith('not_found');
    return page;
  }

  @Get('hands/:hand')
  @Operation('hands:read')
  @ApiOperation({ summary: 'A whole hand of a solo game: its steps, its cards, and its proof.' })
  @ApiOkResponse({ schema: openApi(handReport) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async hand(@StaffCaller() { id }: SignedIn, @Param('hand') hand: string): Promise<HandReport> {
    if (!handNumber.safeParse(hand).success) throw refusedWith('not_found');
    const { rows } = await this.pool.query<{ player: string; name: string }>(
      'select h.player_id as player, p.name from solo_hands h join players p on p.id = h.player_id where h.hand_number = $1',
      [hand],
    );
    const whose = rows[0];
    if (whose === undefined) throw refusedWith('not_found');
    const asker = `staff:${id}`;
    const whole = await readHand(this.pool, whose.player, hand, (dealt) =>
      this.choices.read(asker, dealt),
    );
    if (whole === undefined) throw refusedWith('not_found');
    const check = whole.proof === null ? undefined : checkProof(whole.proof);
    return {
      ...whole,
      ...whose,
      check: check === undefined ? null : check.ok ? 'holds' : check.fault,
    };
  }
}
