import {
  Controller,
  Get,
  Header,
  Inject,
  Param,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import { type RoundReport, roundReport } from '../protocol/report.js';
import { gameNumber } from '../protocol/wire.js';
import { Audit } from '../staff/audit.service.js';
import { roundCsv } from './round-csv.js';
import { readRoundReport } from './round-report.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/rounds')
@UseGuards(StaffAccess)
export class RoundReportController {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  @Get(':game')
  @Operation('rounds:read')
  @ApiOperation({ summary: 'A round whole: its log, bets, postings, and the proof of its chain.' })
  @ApiOkResponse({ schema: openApi(roundReport) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async read(@Param('game') game: string): Promise<RoundReport> {
    const isNumber = gameNumber.safeParse(game).success;
    const round = isNumber ? await readRoundReport(this.pool, game) : undefined;
    if (round === undefined) throw refusedWith('not_found');
    return round;
  }

  @Get(':game/export.json')
  @Operation('rounds:export')
  @ApiOperation({ summary: 'The same as a file. Who took it is kept.' })
  @ApiOkResponse({ schema: openApi(roundReport) })
  @Header('content-disposition', 'attachment')
  async json(
    @StaffCaller() { id: by }: SignedIn,
    @Param('game') game: string,
  ): Promise<RoundReport> {
    return this.#taken(game, by);
  }

  @Get(':game/export.csv')
  @Operation('rounds:export')
  @ApiOperation({ summary: 'The same as CSV, a line for each thing. Who took it is kept.' })
  @ApiProduces('text/csv')
  async csv(
    @StaffCaller() { id: by }: SignedIn,
    @Param('game') game: string,
  ): Promise<StreamableFile> {
    return roundCsv(await this.#taken(game, by));
  }

  async #taken(game: string, by: string): Promise<RoundReport> {
    const round = await this.read(game);
    await this.audit.note({ by, operation: 'rounds:export', table: round.table, game });
    return round;
  }
}
