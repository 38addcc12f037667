import {
  Controller,
  Get,
  Header,
  Inject,
  Param,
  Query,
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
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { CONFIG, type Config } from '../config.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import * as report from '../protocol/report.js';
import { gameNumber } from '../protocol/wire.js';
import { Audit } from '../staff/audit.service.js';
import { readRecentRounds } from './recent-rounds.js';
import { roundCsv } from './round-csv.js';
import { readRoundReport } from './round-report.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/rounds')
@UseGuards(StaffAccess)
export class RoundReportController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Operation('rounds:list')
  @ApiOperation({ summary: 'The rounds of a table, or of all, newest first: 50 a page.' })
  @ApiFields(report.recentQuery)
  @ApiOkResponse({ schema: openApi(report.recentRounds) })
  list(
    @Query({ schema: report.recentQuery, pipes: [wellFormed] }) query: report.RecentQuery,
  ): Promise<report.RecentRounds> {
    return readRecentRounds(this.pool, query);
  }

  @Get(':game')
  @Operation('rounds:read')
  @ApiOperation({ summary: 'A whole round: its log, bets, postings, and the proof of its chain.' })
  @ApiOkResponse({ schema: openApi(report.roundReport) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async read(@Param('game') game: string): Promise<report.RoundReport> {
    const isNumber = gameNumber.safeParse(game).success;
    const { key } = this.config.anchor;
    const round = isNumber ? await readRoundReport(this.pool, game, key) : undefined;
    if (round === undefined) throw refusedWith('not_found');
    return round;
  }

  @Get(':game/export.json')
  @Operation('rounds:export')
  @ApiOperation({ summary: 'The same as a file. Who took it is recorded.' })
  @ApiOkResponse({ schema: openApi(report.roundReport) })
  @Header('content-disposition', 'attachment')
  async json(
    @StaffCaller() { id: by }: SignedIn,
    @Param('game') game: string,
  ): Promise<report.RoundReport> {
    return this.#taken(game, by);
  }

  @Get(':game/export.csv')
  @Operation('rounds:export')
  @ApiOperation({ summary: 'The same as CSV, a line for each thing. Who took it is recorded.' })
  @ApiProduces('text/csv')
  async csv(
    @StaffCaller() { id: by }: SignedIn,
    @Param('game') game: string,
  ): Promise<StreamableFile> {
    return roundCsv(await this.#taken(game, by));
  }

  async #taken(game: string, by: string): Promise<report.RoundReport> {
    const round = await this.read(game);
    await this.audit.note({ by, operation: 'rounds:export', table: round.table, game });
    return round;
  }
}
