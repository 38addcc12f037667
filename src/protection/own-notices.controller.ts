import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { PlayerAccess, PlayerId } from '../access/http-access.guard.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import {
  type NoticeAnswer,
  type OwnNotices,
  noticeAnswer,
  ownNotices,
} from '../protocol/wallet-notice.js';
import { answerNotice, readOwnNotices } from '../wallet/notice-rows.js';

@ApiTags('player')
@ApiBearerAuth()
@Controller('me/notices')
@UseGuards(PlayerAccess)
export class OwnNoticesController {
  constructor(@Inject(PUBLIC_POOL) private readonly pool: pg.Pool) {}

  @Get()
  @ApiOperation({ summary: 'What the operator’s wallet has the player read, between rounds.' })
  @ApiOkResponse({ schema: openApi(ownNotices) })
  async read(@PlayerId() id: string): Promise<OwnNotices> {
    return { notices: [...(await readOwnNotices(this.pool, id))] };
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'The player answers one of them. The first answer counts.' })
  @ApiBody({ schema: openApi(noticeAnswer) })
  @ApiOkResponse({ schema: openApi(ownNotices) })
  async answer(
    @PlayerId() id: string,
    @Body({ schema: noticeAnswer, pipes: [wellFormed] }) answer: NoticeAnswer,
  ): Promise<OwnNotices> {
    if (!(await answerNotice(this.pool, id, answer.id, answer.action))) {
      throw refusedWith('not_found');
    }
    return this.read(id);
  }
}
