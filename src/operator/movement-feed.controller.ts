import { randomUUID } from 'node:crypto';
import { Controller, Get, Header, Inject, Query, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type pg from 'pg';
import { wellFormed } from '../access/http-access.refusals.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import { readTimeline } from '../platform/timelines.service.js';
import * as feeds from '../protocol/operator-feeds.js';
import { placeAsked } from './feed-cursor-asked.js';
import { sealCursor } from './feed-cursor.js';
import { makePlace } from './feed-place.js';
import { answerHeaders } from './message-signature.js';
import { readMovementLines } from './movement-line-rows.js';
import { OperatorAccess, OperatorId } from './operator-access.guard.js';
import { StudioSigning } from './studio-signing.js';

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator')
@UseGuards(OperatorAccess)
export class MovementFeedController {
  readonly #signing: StudioSigning;

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'jwtKey' | 'studioKey' | 'operatorsKeys'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#signing = new StudioSigning(config, pool);
  }

  /** The answer is signed as a whole: its last line says what the page goes on from and to. */
  @Get('movements')
  @ApiOperation({
    summary: 'Its movements that are decided, as JSON lines, page by page, signed by the studio.',
  })
  @ApiFields(feeds.movementsQuery)
  @ApiOkResponse({
    description: 'a line for each movement, and `movementsEnd` as the last',
    content: {
      'application/x-ndjson': {
        schema: { anyOf: [openApi(feeds.movementLine), openApi(feeds.movementsEnd)] },
      },
    },
  })
  @Header('content-type', 'application/x-ndjson; charset=utf-8')
  async movements(
    @OperatorId() operator: string,
    @Query({ schema: feeds.movementsQuery, pipes: [wellFormed] }) { after }: feeds.MovementsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const of = { operator, feed: 'movements' };
    const { jwtKey } = this.config;
    const timeline = String(await readTimeline(this.pool));
    const from = placeAsked(jwtKey, of, after, timeline);
    const page = await readMovementLines(this.pool, operator, from, feeds.MOVEMENTS_MOST);
    const end: feeds.MovementsEnd = {
      after: after ?? null,
      next: sealCursor(jwtKey, of, makePlace(page.place)),
      more: page.more,
    };
    const text = [...page.movements, end].map((line) => `${JSON.stringify(line)}\n`).join('');
    const { kid, key } = await this.#signing.of(operator);
    const createdS = Math.floor(this.clock.nowMs() / 1000);
    const signing = { kid, key, createdS, nonce: randomUUID() };
    response.set(answerHeaders(200, Buffer.from(text), signing));
    return text;
  }
}
