import {
  Controller,
  Get,
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
import { PlayerAccess, PlayerId } from '../access/http-access.guard.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import * as http from '../protocol/http.js';
import { gameNumber } from '../protocol/wire.js';
import { type CsvRow, csvFile, everyPage } from './csv.js';
import { decimalText, decimalsOf } from './decimal.js';
import { Downloads } from './downloads.js';
import { csvPeriod } from './period.js';
import { readRound, readRounds } from './played-rounds.js';

/** One row a bet. */
const COLUMNS = [
  'game',
  'opened_at',
  'table',
  'table_name',
  'status',
  'corrected',
  'coup',
  'mode',
  'spot',
  'stake',
  'paid',
  'currency',
];
const CSV_PAGE = 100;

@ApiTags('history')
@ApiBearerAuth()
@Controller('me')
@UseGuards(PlayerAccess)
export class RoundsController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly downloads: Downloads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('rounds')
  @ApiOperation({ summary: 'The rounds that the player bet in, newest first.' })
  @ApiFields(http.roundsQuery)
  @ApiOkResponse({ schema: openApi(http.roundsPage) })
  rounds(
    @PlayerId() playerId: string,
    @Query({ schema: http.roundsQuery, pipes: [wellFormed] }) query: http.RoundsQuery,
  ): Promise<http.RoundsPage> {
    return readRounds(this.pool, playerId, query);
  }

  @Get('rounds.csv')
  @ApiOperation({ summary: 'The bets of 31 days at most, as CSV.' })
  @ApiFields(http.csvQuery)
  @ApiProduces('text/csv')
  csv(
    @PlayerId() playerId: string,
    @Query({ schema: http.csvQuery, pipes: [wellFormed] }) query: http.CsvQuery,
  ): Promise<StreamableFile> {
    const period = csvPeriod(query, this.clock.nowMs());
    const rounds = everyPage(async (before) => {
      const page = { ...period, before, limit: CSV_PAGE };
      const { rounds: items, next } = await readRounds(this.pool, playerId, page);
      return { items: items.flatMap(csvRows), next };
    });
    return this.downloads.begin(playerId, () => csvFile('rounds', COLUMNS, 0, rounds));
  }

  @Get('rounds/:game')
  @ApiOperation({
    summary: 'One of them. Another player’s round is answered like one that does not exist.',
  })
  @ApiOkResponse({ schema: openApi(http.playedRound) })
  @ApiNotFoundResponse({ schema: openApi(http.refusedRequest) })
  async round(
    @PlayerId() playerId: string,
    @Param('game') game: string,
  ): Promise<http.PlayedRound> {
    const isNumber = gameNumber.safeParse(game).success;
    const round = isNumber ? await readRound(this.pool, playerId, game) : undefined;
    if (round === undefined) throw refusedWith('not_found');
    return round;
  }
}

const csvRows = (round: http.PlayedRound): readonly CsvRow[] => {
  const { currency } = round;
  const decimals = decimalsOf(currency);
  return round.bets.map(({ spot, stake, paid }) => ({
    game: round.game,
    opened_at: new Date(round.openedAtMs).toISOString(),
    table: round.table,
    table_name: round.tableName,
    status: round.status,
    corrected: round.correction?.fix ?? null,
    coup: round.coup,
    mode: round.mode,
    spot,
    stake: decimalText(BigInt(stake), decimals),
    paid: paid && decimalText(BigInt(paid), decimals),
    currency,
  }));
};
