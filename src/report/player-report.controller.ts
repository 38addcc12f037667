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
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import * as report from '../protocol/report.js';
import { Audit } from '../staff/audit.service.js';
import { playerCsv } from './player-csv.js';
import { EXPORTED_MAX, findPlayers, readPlayer } from './players.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/players')
@UseGuards(StaffAccess)
export class PlayerReportController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  @Get()
  @Operation('players:find')
  @ApiOperation({ summary: 'Players by number, reference or name: 20 at most.' })
  @ApiFields(report.playersQuery)
  @ApiOkResponse({ schema: openApi(report.playersFound) })
  find(
    @Query({ schema: report.playersQuery, pipes: [wellFormed] }) { query }: report.PlayersQuery,
  ): Promise<report.PlayersFound> {
    return findPlayers(this.pool, query);
  }

  @Get(':id')
  @Operation('players:read')
  @ApiOperation({ summary: 'A player: credit, what is owed, sessions, rounds, mutes.' })
  @ApiFields(report.playerQuery)
  @ApiOkResponse({ schema: openApi(report.playerReport) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async read(
    @Param('id') id: string,
    @Query({ schema: report.playerQuery, pipes: [wellFormed] }) { before }: report.PlayerQuery,
  ): Promise<report.PlayerReport> {
    return this.#whole(id, before);
  }

  @Get(':id/export.json')
  @Operation('players:export')
  @ApiOperation({
    summary:
      'The same as a file, with the last 1,000 rounds and sessions. Who took it is recorded.',
  })
  @ApiOkResponse({ schema: openApi(report.playerReport) })
  @Header('content-disposition', 'attachment')
  async json(
    @StaffCaller() { id: by }: SignedIn,
    @Param('id') id: string,
  ): Promise<report.PlayerReport> {
    return this.#taken(id, by);
  }

  @Get(':id/export.csv')
  @Operation('players:export')
  @ApiOperation({ summary: 'The same as CSV, a line for each thing. Who took it is recorded.' })
  @ApiProduces('text/csv')
  async csv(@StaffCaller() { id: by }: SignedIn, @Param('id') id: string): Promise<StreamableFile> {
    return playerCsv(await this.#taken(id, by));
  }

  async #whole(id: string, before?: string, limit?: number): Promise<report.PlayerReport> {
    const isNumber = /^[1-9]\d{0,17}$/.test(id);
    const player = isNumber ? await readPlayer(this.pool, id, before, limit) : undefined;
    if (player === undefined) throw refusedWith('not_found');
    return player;
  }

  async #taken(id: string, by: string): Promise<report.PlayerReport> {
    const player = await this.#whole(id, undefined, EXPORTED_MAX);
    await this.audit.note({ by, operation: 'players:export', subject: id });
    return player;
  }
}
