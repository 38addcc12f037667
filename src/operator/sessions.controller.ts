import { Body, Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { openApi } from '../platform/open-api.js';
import {
  type SessionEndOrder,
  type SessionEndReply,
  type StudioHealth,
  sessionEndOrder,
  sessionEndReply,
  studioHealth,
} from '../protocol/operator.js';
import { EndedSessions } from './ended-sessions.service.js';
import type { SignedOrder } from './movements.service.js';
import { OperatorAccess, OperatorSigned } from './operator-access.guard.js';

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator')
@UseGuards(OperatorAccess)
export class OperatorSessionsController {
  constructor(private readonly sessions: EndedSessions) {}

  @Get('health')
  @ApiOperation({ summary: 'That the studio takes this operator’s requests, and its clock.' })
  @ApiOkResponse({ schema: openApi(studioHealth) })
  health(): StudioHealth {
    return { status: 'ok', nowMs: this.sessions.nowMs() };
  }

  @Post('session/end')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends a player’s session, once for each endId, and the connection.' })
  @ApiBody({ schema: openApi(sessionEndOrder) })
  @ApiOkResponse({ schema: openApi(sessionEndReply) })
  async end(
    @OperatorSigned() by: SignedOrder,
    @Body({ schema: sessionEndOrder, pipes: [wellFormed] }) order: SessionEndOrder,
  ): Promise<SessionEndReply> {
    const ended = await this.sessions.end(order, by);
    if (typeof ended === 'string') throw refusedWith(ended);
    return ended;
  }
}
