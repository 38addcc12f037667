import {
  Controller,
  Get,
  Inject,
  Query,
  Res,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type pg from 'pg';
import { Budgets } from '../access/budgets.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CONFIG, type Config } from '../config.js';
import { type CsvRow, csvFile } from '../history/csv.js';
import { Lobby } from '../lobby/lobby.service.js';
import { assert } from '../money/assert.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { closingOf } from '../platform/closing-of.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { readTimeline } from '../platform/timelines.service.js';
import * as feeds from '../protocol/operator-feeds.js';
import { readTotals } from './day-totals.js';
import { openAsked, placeAsked } from './feed-cursor-asked.js';
import { sealCursor } from './feed-cursor.js';
import { makePlace } from './feed-place.js';
import { forCursor, marksIn, markOf, marksOf, writtenMarks } from './lobby-marks.js';
import { OperatorAccess, OperatorId } from './operator-access.guard.js';
import { readOperator } from './operator-rows.js';
import { readResults } from './result-rows.js';
import { Turns } from './turns.js';

/**
 * Totals add up a whole day, which may take half a minute, or a month of them. A process allows
 * each operator this many a second, and at once, and reads one after the other for it.
 */
const TOTALS_PER_SECOND = 1;
const TOTALS_AT_ONCE = 5;
/** The lobby shows every table: likewise. */
const LOBBY_PER_SECOND = 5;
const LOBBY_AT_ONCE = 10;

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator')
@UseGuards(OperatorAccess)
export class FeedsController {
  readonly #totals = new Budgets(TOTALS_PER_SECOND, TOTALS_AT_ONCE);
  readonly #turns = new Turns(TOTALS_AT_ONCE);
  readonly #lobby = new Budgets(LOBBY_PER_SECOND, LOBBY_AT_ONCE);

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'jwtKey'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly lobby: Lobby,
  ) {}

  @Get('results')
  @ApiOperation({ summary: 'The results of rounds and of their corrections, page by page.' })
  @ApiFields(feeds.resultsQuery)
  @ApiOkResponse({ schema: openApi(feeds.resultsPage) })
  async results(
    @OperatorId() operator: string,
    @Query({ schema: feeds.resultsQuery, pipes: [wellFormed] }) { after }: feeds.ResultsQuery,
  ): Promise<feeds.ResultsPage> {
    const of = { operator, feed: 'results' };
    const { jwtKey } = this.config;
    const timeline = String(await readTimeline(this.pool));
    const from = placeAsked(jwtKey, of, after, timeline);
    const { place, ...page } = await readResults(this.pool, operator, from, feeds.RESULTS_MOST);
    return { ...page, next: sealCursor(jwtKey, of, makePlace(place)) };
  }

  @Get('lobby')
  @ApiOperation({ summary: 'The tables as they are now; with a cursor those that have changed.' })
  @ApiFields(feeds.lobbyQuery)
  @ApiOkResponse({ schema: openApi(feeds.lobbyPage) })
  async tables(
    @OperatorId() id: string,
    @Query({ schema: feeds.lobbyQuery, pipes: [wellFormed] }) { after }: feeds.LobbyQuery,
  ): Promise<feeds.LobbyPage> {
    this.#spend(this.#lobby, id);
    const of = { operator: id, feed: 'lobby' };
    const operator = await readOperator(this.pool, id);
    assert(operator !== undefined, 'a key that holds is an operator’s');
    const { jwtKey } = this.config;
    const before = marksIn(after === undefined ? '' : openAsked(jwtKey, of, after));
    const { tables: seen } = operator;
    const shown = this.lobby.shown
      .filter(({ card }) => seen === null || seen.includes(card.table))
      .map(({ card, beads }) => ({ card, beads: [...beads] }));
    const now = marksOf(shown);
    const isNew = (mark: string): boolean => before.get(mark) !== now.get(mark);
    return {
      tables: shown.filter(({ card }) => isNew(markOf(card.table))),
      gone: await this.#tablesBy(new Set([...before.keys()].filter((mark) => !now.has(mark)))),
      next: sealCursor(jwtKey, of, forCursor(writtenMarks(now))),
      nowMs: this.lobby.nowMs,
    };
  }

  @Get('totals')
  @ApiOperation({
    summary: 'What its players staked and got back in a gaming day or a month, by currency.',
  })
  @ApiFields(feeds.totalsQuery)
  @ApiOkResponse({ schema: openApi(feeds.periodTotals) })
  async totals(
    @OperatorId() id: string,
    @Query({ schema: feeds.totalsQuery, pipes: [wellFormed] }) query: feeds.TotalsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<feeds.PeriodTotals> {
    return this.#periodTotals(id, query, response);
  }

  @Get('totals.csv')
  @ApiOperation({ summary: 'The same as CSV.' })
  @ApiFields(feeds.totalsQuery)
  @ApiProduces('text/csv')
  async csv(
    @OperatorId() id: string,
    @Query({ schema: feeds.totalsQuery, pipes: [wellFormed] }) query: feeds.TotalsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { totals, ...of } = await this.#periodTotals(id, query, response);
    const [column, period] = 'day' in of ? ['day', of.day] : ['month', of.month];
    const decimals = Math.max(0, ...totals.map(({ exponent }) => exponent));
    const rows = rowsOf({ [column]: period }, totals, decimals);
    return csvFile(`totals-${period}`, [column, ...COLUMNS], decimals, rows);
  }

  async #periodTotals(
    operator: string,
    query: feeds.TotalsQuery,
    response: Response,
  ): Promise<feeds.PeriodTotals> {
    this.#spend(this.#totals, operator);
    const gone = closingOf(response);
    const read = () => readTotals(this.pool, operator, query, gone);
    const totals = await this.#turns.take(operator, gone, read);
    if (totals === undefined) throw refusedWith('too_many_messages');
    return totals;
  }

  #spend(budgets: Budgets, operator: string): void {
    if (!budgets.spend(operator, this.clock.nowMs())) throw refusedWith('too_many_messages');
  }

  /** A table that was shown once is kept for good. */
  async #tablesBy(marks: ReadonlySet<string>): Promise<string[]> {
    if (marks.size === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>('select id from tables order by id');
    return rows.map(({ id }) => id).filter((id) => marks.has(markOf(id)));
  }
}

const COLUMNS = [
  ...['currency', 'rounds', 'hands', 'players'],
  ...['staked', 'returned', 'hold', 'brought', 'taken', 'byHand', 'tips'],
];

/** All amounts in minor units of as many decimals, so that one column has one form. */
async function* rowsOf(
  period: Readonly<Record<string, string>>,
  totals: feeds.PeriodTotals['totals'],
  decimals: number,
): AsyncGenerator<CsvRow> {
  for (const { currency, exponent, rounds, hands, players, ...amounts } of totals) {
    const scaled = Object.entries(amounts).map(
      ([name, minor]) => [name, BigInt(minor) * 10n ** BigInt(decimals - exponent)] as const,
    );
    const counts = { rounds: `${rounds}`, hands: `${hands}`, players: `${players}` };
    yield await Promise.resolve({ ...period, currency, ...counts, ...Object.fromEntries(scaled) });
  }
}
