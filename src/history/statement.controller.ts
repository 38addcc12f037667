import { Controller, Get, Inject, Query, type StreamableFile, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { PlayerAccess, PlayerId } from '../access/http-access.guard.js';
import { wellFormed } from '../access/http-access.refusals.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import * as http from '../protocol/http.js';
import { csvFile, everyPage } from './csv.js';
import { readPlayerCurrency } from './currency.js';
import { decimalsOf } from './decimal.js';
import { Downloads } from './downloads.js';
import { csvPeriod } from './period.js';
import { readStatement } from './statement.js';

const COLUMNS = [
  ...['id', 'at', 'kind', 'game', 'session', 'game_account', 'currency', 'hand'],
  ...['advance', 'wallet', 'wallet_status', 'voided'],
];
const CSV_PAGE = 100;

/** The last line of a download that was asked to begin earlier. */
const archivedLine = (untilMs: number) => ({
  ...{ id: '', at: new Date(untilMs).toISOString(), kind: 'archived' },
  ...{ game: null, session: null, game_account: null, currency: null, hand: null },
  ...{ advance: null, wallet: null, wallet_status: null, voided: null },
});

@ApiTags('history')
@ApiBearerAuth()
@Controller('me')
@UseGuards(PlayerAccess)
export class StatementController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly downloads: Downloads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('statement')
  @ApiOperation({
    summary:
      'What moved money of the player’s session or game account, or of what is advanced on an operator’s wallet, newest first.',
  })
  @ApiFields(http.statementQuery)
  @ApiOkResponse({ schema: openApi(http.statementPage) })
  statement(
    @PlayerId() playerId: string,
    @Query({ schema: http.statementQuery, pipes: [wellFormed] }) query: http.StatementQuery,
  ): Promise<http.StatementPage> {
    return readStatement(this.pool, playerId, query);
  }

  @Get('statement.csv')
  @ApiOperation({ summary: 'The statement of 31 days at most, as CSV.' })
  @ApiFields(http.csvQuery)
  @ApiProduces('text/csv')
  async csv(
    @PlayerId() playerId: string,
    @Query({ schema: http.csvQuery, pipes: [wellFormed] }) query: http.CsvQuery,
  ): Promise<StreamableFile> {
    const currency = await readPlayerCurrency(this.pool, playerId);
    const period = csvPeriod(query, this.clock.nowMs());
    const rows = everyPage(async (before) => {
      const page = { ...period, before, limit: CSV_PAGE };
      const { entries, next, archivedUntilMs } = await readStatement(this.pool, playerId, page);
      const items = entries.map(({ id, atMs, kind, game, hand, session, ...entry }) => ({
        ...{ id, at: new Date(atMs).toISOString(), kind, game, hand, currency },
        session: BigInt(session),
        game_account: BigInt(entry.gameAccount),
        advance: BigInt(entry.advance ?? 0),
        wallet: entry.wallet?.for ?? null,
        wallet_status: entry.wallet?.status ?? null,
        voided: entry.voided === true ? 'yes' : null,
      }));
      const isEnd = next === null && archivedUntilMs !== null;
      return { items: isEnd ? [...items, archivedLine(archivedUntilMs)] : items, next };
    });
    return this.downloads.begin(playerId, () =>
      csvFile('statement', COLUMNS, decimalsOf(currency), rows),
    );
  }
}
