import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { plateLimits } from './lobby-card.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { Sitters } from '../edge/sitters.service.js';
import { openApi } from '../platform/open-api.js';
import { type TableList, tableList } from '../protocol/http.js';

@ApiTags('lobby')
@Controller('tables')
export class TablesController {
  constructor(
    private readonly tables: SeenTables,
    private readonly sitters: Sitters,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The tables of the studio.' })
  @ApiOkResponse({ schema: openApi(tableList) })
  list(): TableList {
    return this.tables.known.map(({ id, settings }) => {
      const table = this.tables.find(id);
      const seen = typeof table === 'string' ? undefined : table;
      const state = seen?.state;
      return {
        table: id,
        name: settings.name,
        phase: state?.phase ?? null,
        dealer: state?.dealer ?? null,
        currency: settings.currency,
        ...plateLimits(settings, null),
        videoUrl: settings.videoUrl,
        players: seen === undefined ? null : this.sitters.at(id),
      };
    });
  }
}
