import { Controller, Get, HttpCode, Inject, ServiceUnavailableException } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { POOL } from './database.js';

/** However often it is asked. */
const TRIED_EVERY_MS = 500;
const WRITTEN_WITHIN_MS = 2_500;

@ApiTags('health')
@Controller('health')
export class HealthController {
  /** The last try, which answers for all who ask meanwhile. */
  #tried: { readonly atMs: number; readonly isWritable: Promise<boolean> } | undefined;

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  @Get()
  @ApiOperation({ summary: 'The process is alive.' })
  @ApiOkResponse({ description: 'Alive' })
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @HttpCode(200)
  @ApiOperation({ summary: 'The process can serve: Postgres takes what is written.' })
  @ApiOkResponse({ description: 'Ready' })
  @ApiServiceUnavailableResponse({ description: 'Nothing can be written' })
  async ready(): Promise<{ status: 'ok' }> {
    const nowMs = performance.now();
    if (this.#tried === undefined || nowMs - this.#tried.atMs >= TRIED_EVERY_MS) {
      this.#tried = { atMs: nowMs, isWritable: this.#isWritable() };
    }
    if (await this.#tried.isWritable) return { status: 'ok' };
    throw new ServiceUnavailableException({ status: 'database_not_writable' });
  }

  /** To the disk, as whatever is acked would be. */
  async #isWritable(): Promise<boolean> {
    const written = this.pool.query('update readiness set at = studio_now()');
    const late = new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), WRITTEN_WITHIN_MS).unref();
    });
    return Promise.race([
      written.then(
        () => true,
        () => false,
      ),
      late,
    ]);
  }
}
