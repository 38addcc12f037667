import { Controller, Get, HttpCode, ServiceUnavailableException } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
} from '@nestjs/swagger';
import { z } from 'zod';
import { openApi } from './open-api.js';
import { Readiness } from './readiness.service.js';

const statusOf = (status: string) => openApi(z.strictObject({ status: z.literal(status) }));

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get()
  @ApiOperation({ summary: 'The process is alive.' })
  @ApiOkResponse({ description: 'Alive', schema: statusOf('ok') })
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @HttpCode(200)
  @ApiOperation({ summary: 'The process can serve: Postgres takes what is written.' })
  @ApiOkResponse({ description: 'Ready', schema: statusOf('ok') })
  @ApiServiceUnavailableResponse({
    description: 'Nothing can be written',
    schema: statusOf('database_not_writable'),
  })
  async ready(): Promise<{ status: 'ok' }> {
    if (await this.readiness.isWritable()) return { status: 'ok' };
    throw new ServiceUnavailableException({ status: 'database_not_writable' });
  }
}
