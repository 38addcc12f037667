import { Body, Controller, Get, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import {
  type LaunchOrder,
  type LaunchReply,
  type OwnOperator,
  launchOrder,
  launchReply,
  ownOperator,
} from '../protocol/operator.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CONFIG, type Config } from '../config.js';
import type { StudioKey } from '../wallet/studio-key.js';
import { Launches } from './launches.service.js';
import { OperatorAccess, OperatorId } from './operator-access.guard.js';
import { readOperator } from './operator-rows.js';
import { StudioSigning } from './studio-signing.js';

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator')
@UseGuards(OperatorAccess)
export class OperatorController {
  readonly #signing: StudioSigning;

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'publicUrl' | 'studioKey' | 'nextStudioKey' | 'operatorsKeys' | 'anchor'
    >,
    private readonly launches: Launches,
  ) {
    this.#signing = new StudioSigning(config, pool);
  }

  @Get('self')
  @ApiOperation({ summary: 'How the studio knows the operator who asks, and the keys that hold.' })
  @ApiOkResponse({ schema: openApi(ownOperator) })
  async self(@OperatorId() id: string): Promise<OwnOperator> {
    const operator = await readOperator(this.pool, id);
    assert(operator !== undefined, 'a key that holds is an operator’s');
    const { name, mode, currencies, tables, frameOrigins, webhook, policy, keys } = operator;
    const held = keys.filter(({ isRevoked }) => !isRevoked);
    const own = held.map(({ kid, algorithm, sinceMs }) => ({ kid, algorithm, sinceMs }));
    const { studioKey, nextStudioKey } = this.config;
    const its = { id, name, mode, currencies, tables, frameOrigins, webhook, policy };
    const { id: keyId, publicKey: anchorKey } = this.config.anchor.key;
    return {
      ...its,
      keys: own,
      signedBy: (await this.#signing.of(id)).kid,
      studioKey: shown(studioKey),
      nextStudioKey: nextStudioKey === undefined ? null : shown(nextStudioKey),
      anchorKey: { keyId, publicKey: anchorKey },
    };
  }

  @Post('launch')
  @HttpCode(200)
  @ApiOperation({
    summary: 'A way in for a player, who is opened where new: good for a minute, once.',
  })
  @ApiBody({ schema: openApi(launchOrder) })
  @ApiOkResponse({ schema: openApi(launchReply) })
  async launch(
    @OperatorId() id: string,
    @Body({ schema: launchOrder, pipes: [wellFormed] }) order: LaunchOrder,
    @Req() { protocol, headers }: Request,
  ): Promise<LaunchReply> {
    const launched = await this.launches.open(id, order);
    if (typeof launched === 'string') throw refusedWith(launched);
    const { launch, isFramed, ...reply } = launched;
    // Behind the mark nothing is sent to a server, or written into its log.
    const page = this.config.publicUrl ?? `${protocol}://${headers.host}/`;
    // The page that is sent says by it whose pages may frame it.
    const query = isFramed ? `?operator=${id}` : '';
    return { url: `${page}${query}#launch=${launch}`, ...reply };
  }
}

const shown = ({ kid, publicKey }: StudioKey) => ({ kid, publicKey });
