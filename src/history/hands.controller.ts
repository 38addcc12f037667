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
import {
  type HandsPage,
  type HandsQuery,
  type PlayedHand,
  type ReturnedStakesPage,
  type ReturnedStakesQuery,
  type WholeHand,
  handsPage,
  handsQuery,
  returnedStakesPage,
  returnedStakesQuery,
  wholeHand,
} from '../protocol/hand-history.js';
import * as http from '../protocol/http.js';
import { handNumber } from '../protocol/wire.js';
import { ChoiceReader } from '../report/choice-reader.service.js';
import { type CsvRow, csvFile } from './csv.js';
import { readPlayerCurrency } from './currency.js';
import { decimalsOf } from './decimal.js';
import { Downloads } from './downloads.js';
import { handsBetween } from './hands-between.js';
import { csvPeriod } from './period.js';
import { readHand, readHands } from './played-hands.js';
import { readReturnedStakes } from './returned-stakes.js';

const COLUMNS = ['hand', 'at', 'game', 'rules', 'status', 'taken', 'paid', 'currency'];

@ApiTags('history')
@ApiBearerAuth()
@Controller('me')
@UseGuards(PlayerAccess)
export class HandsController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly downloads: Downloads,
    private readonly choices: ChoiceReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('hands')
  @ApiOperation({ summary: 'The hands of solo games that the player has played, newest first.' })
  @ApiFields(handsQuery)
  @ApiOkResponse({ schema: openApi(handsPage) })
  hands(
    @PlayerId() playerId: string,
    @Query({ schema: handsQuery, pipes: [wellFormed] }) query: HandsQuery,
  ): Promise<HandsPage> {
    return readHands(this.pool, playerId, query);
  }

  @Get('returned-stakes')
  @ApiOperation({
    summary:
      'Stakes of solo games that were asked of the player’s wallet, stood in no hand and go back, newest first.',
  })
  @ApiFields(returnedStakesQuery)
  @ApiOkResponse({ schema: openApi(returnedStakesPage) })
  returnedStakes(
    @PlayerId() playerId: string,
    @Query({ schema: returnedStakesQuery, pipes: [wellFormed] }) query: ReturnedStakesQuery,
  ): Promise<ReturnedStakesPage> {
    return readReturnedStakes(this.pool, playerId, query);
  }

  @Get('hands.csv')
  @ApiOperation({ summary: 'The hands of 31 days at most, as CSV.' })
  @ApiFields(http.csvQuery)
  @ApiProduces('text/csv')
  async csv(
    @PlayerId() playerId: string,
    @Query({ schema: http.csvQuery, pipes: [wellFormed] }) query: http.CsvQuery,
  ): Promise<StreamableFile> {
    const currency = await readPlayerCurrency(this.pool, playerId);
    const period = csvPeriod(query, this.clock.nowMs());
    const rows = csvRows(handsBetween(this.pool, playerId, period), currency);
    return this.downloads.begin(playerId, () =>
      csvFile('hands', COLUMNS, decimalsOf(currency), rows),
    );
  }

  @Get('hands/:hand')
  @ApiOperation({
    summary:
      'One of them, with its proof. Another player’s hand is answered like one that does not exist.',
  })
  @ApiOkResponse({ schema: openApi(wholeHand) })
  @ApiNotFoundResponse({ schema: openApi(http.refusedRequest) })
  async hand(@PlayerId() playerId: string, @Param('hand') hand: string): Promise<WholeHand> {
    const isNumber = handNumber.safeParse(hand).success;
    const whole = isNumber
      ? await readHand(this.pool, playerId, hand, (dealt) => this.choices.read(playerId, dealt))
      : undefined;
    if (whole === undefined) throw refusedWith('not_found');
    return whole;
  }
}

const csvRow = (played: PlayedHand, currency: string | null): CsvRow => {
  const { hand, actedAtMs, game, rules, status, taken, paid } = played;
  return {
    ...{ hand, game, rules, status, currency },
    at: new Date(actedAtMs).toISOString(),
    taken: BigInt(taken),
    paid: BigInt(paid),
  };
};

async function* csvRows(
  hands: AsyncIterable<PlayedHand>,
  currency: string | null,
): AsyncGenerator<CsvRow> {
  for await (const hand of hands) yield csvRow(hand, currency);
}
