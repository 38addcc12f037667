/**
 * WebRTC of the demo’s tables. The studio says who may, and hands offers to the relay, a program of
 * its own: whoever is signed in may watch (WHEP), and a table’s dealer may send the picture of a
 * camera (WHIP).
 */
import {
  Controller,
  Delete,
  HttpCode,
  HttpException,
  Inject,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBearerAuth, ApiConsumes, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { HttpAccess } from '../access/http-access.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import type { SignedIn } from '../access/tokens.js';
import { CONFIG, type Config } from '../config.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { ROLES, type Role } from '../protocol/command.js';
import { relayLine } from '../protocol/demo.js';
import { tableId } from '../protocol/wire.js';

const DEALERS = ['dealer', 'shift_manager'] as const;
const RELAY_ANSWERS_WITHIN_MS = 5_000;

interface Asked {
  readonly path: string;
  readonly method: 'POST' | 'DELETE';
  readonly offer?: string;
  readonly caller?: string;
}

@ApiTags('demo')
@ApiBearerAuth()
@Controller('picture')
export class DemoRelayController {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'demo'>,
    private readonly access: HttpAccess,
    private readonly tables: SeenTables,
  ) {}

  @Post(':table/whep')
  @HttpCode(201)
  @ApiOperation({ summary: 'An offer of WebRTC to watch the table: answered as WHEP says.' })
  @ApiConsumes('application/sdp')
  @ApiProduces('application/sdp')
  async watch(
    @Param('table', { schema: tableId, pipes: [wellFormed] }) table: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { id, role } = await this.#admit(ROLES, request);
    // A player's number may be a staff member's id.
    const caller = `${role === 'player' ? 'player' : 'staff'} ${id}`;
    const path = `${table}/whep`;
    return this.#open({ path, method: 'POST', offer: offerOf(request), caller }, response);
  }

  @Post(':table/whip')
  @HttpCode(201)
  @ApiOperation({ summary: 'An offer of a camera’s picture, by who deals at the table (WHIP).' })
  @ApiConsumes('application/sdp')
  @ApiProduces('application/sdp')
  async publish(
    @Param('table', { schema: tableId, pipes: [wellFormed] }) table: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { id: dealer } = await this.#admit(DEALERS, request);
    const seen = this.tables.find(table);
    if (typeof seen === 'string') throw refusedWith('not_found');
    if (seen.state.dealer !== dealer) throw refusedWith('not_allowed');
    const path = `${table}/whip`;
    return this.#open({ path, method: 'POST', offer: offerOf(request), caller: dealer }, response);
  }

  @Delete(':table/:line')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends what an offer has opened: its `Location`, known to who asked.' })
  async leave(
    @Param('table', { schema: tableId, pipes: [wellFormed] }) table: string,
    @Param('line', { schema: relayLine, pipes: [wellFormed] }) line: string,
    @Req() request: Request,
  ): Promise<void> {
    await this.#admit(ROLES, request);
    await this.#ask({ path: `${table}/${line}`, method: 'DELETE' });
  }

  async #admit(roles: readonly Role[], request: Request): Promise<SignedIn> {
    const { headers, ip = '' } = request;
    const admitted = await this.access.admit(roles, headers.authorization, ip);
    if (admitted instanceof HttpException) throw admitted;
    return admitted;
  }

  async #open(asked: Asked, response: Response): Promise<string> {
    const answer = await this.#ask(asked);
    const [table] = asked.path.split('/');
    response.setHeader('location', `/picture/${table}/${answer.headers.get('x-line')}`);
    response.setHeader('cache-control', 'no-store');
    response.type('application/sdp');
    return answer.text();
  }

  /** Refuses as the relay does. One that is not there has no picture either. */
  async #ask({ path, method, offer, caller }: Asked): Promise<globalThis.Response> {
    const { demo } = this.config;
    if (demo?.relay === undefined) throw refusedWith('not_found');
    const answer = await fetch(new URL(path, demo.relay), {
      method,
      signal: AbortSignal.timeout(RELAY_ANSWERS_WITHIN_MS),
      headers: caller === undefined ? {} : { 'x-caller': encodeURIComponent(caller) },
      ...(offer !== undefined && { body: offer }),
    }).catch(() => undefined);
    if (answer === undefined) throw refusedWith('picture_unavailable');
    if (answer.ok) return answer;
    switch (answer.status) {
      case 400:
        throw refusedWith('malformed_request');
      case 403:
        throw refusedWith('not_allowed');
      case 404:
        throw refusedWith('not_found');
      default:
        throw refusedWith('picture_unavailable');
    }
  }
}

/** Any other kind of body is not read. */
const offerOf = ({ body }: Request): string => {
  if (typeof body !== 'string' || body === '') throw refusedWith('malformed_request');
  return body;
};
