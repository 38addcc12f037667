import { Controller, Get, HttpCode, Inject, ServiceUnavailableException } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { POOL } from './database.js';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  @Get()
  @ApiOperation({ summary: 'The process is alive.' })
  @ApiOkResponse({ description: 'Alive' })
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @HttpCode(200)
  @ApiOperation({ summary: 'The process can serve: Postgres answers.' })
  @ApiOkResponse({ description: 'Ready' })
  @ApiServiceUnavailableResponse({ description: 'Postgres does not answer' })
  async ready(): Promise<{ status: 'ok' }> {
    try {
      await this.pool.query('select 1');
      return { status: 'ok' };
    } catch {
      throw new ServiceUnavailableException({ status: 'database_unreachable' });
    }
  }
}
