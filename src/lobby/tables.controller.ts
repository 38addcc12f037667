import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { openApi } from '../platform/open-api.js';
import { type TableList, tableList } from '../protocol/http.js';
import { Tables } from '../table/tables.service.js';

@ApiTags('lobby')
@Controller('tables')
export class TablesController {
  constructor(private readonly tables: Tables) {}

  @Get()
  @ApiOperation({ summary: 'The tables of the studio.' })
  @ApiOkResponse({ schema: openApi(tableList) })
  list(): TableList {
    return this.tables.known.map(({ id, settings }) => {
      const table = this.tables.find(id);
      const state = typeof table === 'string' ? undefined : table.state;
      return {
        table: id,
        name: settings.name,
        phase: state?.phase ?? null,
        dealer: state?.dealer ?? null,
        currency: settings.currency,
        ...settings.limits.punto,
        videoUrl: settings.videoUrl,
        players: typeof table === 'string' ? null : table.connectedPlayers,
      };
    });
  }
}
