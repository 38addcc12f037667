import { Controller, Get, Header, Inject, Param, Query, UseGuards } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { Budgets } from '../access/budgets.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import {
  type OperatorRound,
  type OperatorRoundQuery,
  operatorRound,
  operatorRoundQuery,
} from '../protocol/operator-rounds.js';
import { gameNumber } from '../protocol/wire.js';
import { OperatorAccess, OperatorId } from './operator-access.guard.js';
import { readOperatorRound } from './operator-round.js';
import { roundPage } from './round-page.js';

/**
 * Each reads the log up to the next anchor. An operator may ask this many a second, and at once.
 */
const PER_SECOND = 20;
const AT_ONCE = 100;

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator/rounds')
@UseGuards(OperatorAccess)
export class OperatorRoundsController {
  readonly #budgets = new Budgets(PER_SECOND, AT_ONCE);

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'anchor'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':game')
  @ApiOperation({
    summary: 'A round that players of the operator bet in: cards, rules, their bets, the proof.',
  })
  @ApiFields(operatorRoundQuery)
  @ApiOkResponse({ schema: openApi(operatorRound) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  async read(
    @OperatorId() id: string,
    @Param('game') game: string,
    @Query({ schema: operatorRoundQuery, pipes: [wellFormed] }) query: OperatorRoundQuery,
  ): Promise<OperatorRound> {
    if (!this.#budgets.spend(id, this.clock.nowMs())) throw refusedWith('too_many_messages');
    const isNumber = gameNumber.safeParse(game).success;
    const { key } = this.config.anchor;
    const round = isNumber ? await readOperatorRound(this.pool, id, game, query, key) : undefined;
    if (round === undefined) throw refusedWith('not_found');
    return round;
  }

  @Get(':game/page')
  @ApiOperation({ summary: 'The same as a page, signed: it proves itself for good.' })
  @ApiFields(operatorRoundQuery)
  @ApiProduces('text/html')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  async page(
    @OperatorId() id: string,
    @Param('game') game: string,
    @Query({ schema: operatorRoundQuery, pipes: [wellFormed] }) query: OperatorRoundQuery,
  ): Promise<string> {
    return roundPage(await this.read(id, game, query), this.config.anchor.key);
  }
}
