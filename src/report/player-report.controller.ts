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
import { POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import * as report from '../protocol/report.js';
import { findPlayers, readPlayer } from './players.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/players')
@UseGuards(StaffAccess)
export class PlayerReportController {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  @Get()
  @Operation('players:find')
  @ApiOperation({ summary: 'Players by number, reference or name: 20 at most.' })
  @ApiQuery({ name: 'query' })
  @ApiOkResponse({ schema: openApi(report.playersFound) })
  find(
    @Query({ schema: report.playersQuery, pipes: [wellFormed] }) { query }: report.PlayersQuery,
  ): Promise<report.PlayersFound> {
    return findPlayers(this.pool, query);
  }

  @Get(':id')
  @Operation('players:read')
  @ApiOperation({ summary: 'A player: credit, what is owed, sessions, rounds, mutes.' })
  @ApiQuery({ name: 'before', required: false, description: '`next` of the rounds before' })
  @ApiOkResponse({ schema: openApi(report.playerReport) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async read(
    @Param('id') id: string,
    @Query({ schema: report.playerQuery, pipes: [wellFormed] }) { before }: report.PlayerQuery,
  ): Promise<report.PlayerReport> {
    const isNumber = /^[1-9]\d{0,17}$/.test(id);
    const player = isNumber ? await readPlayer(this.pool, id, before) : undefined;
    if (player === undefined) throw refusedWith('not_found');
    return player;
  }
}
