import { Body, Controller, HttpCode, Post, StandardSchemaValidationPipe } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { openApi } from '../platform/open-api.js';
import { demoLogin, demoToken } from '../protocol/http.js';
import type { DemoLogin, DemoToken } from '../protocol/http.js';
import { Demo } from './demo.service.js';

@ApiTags('demo')
@Controller('demo')
export class DemoController {
  constructor(private readonly demo: Demo) {}

  @Post('login')
  @HttpCode(200)
  @ApiOperation({
    summary: 'A token for any role; a player is opened at the first login. Demo mode only.',
  })
  @ApiBody({ schema: openApi(demoLogin) })
  @ApiOkResponse({ schema: openApi(demoToken) })
  login(
    @Body({ schema: demoLogin, pipes: [new StandardSchemaValidationPipe()] }) login: DemoLogin,
  ): Promise<DemoToken> {
    return this.demo.login(login);
  }
}
