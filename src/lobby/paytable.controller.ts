import { Controller, Get, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusedWith } from '../access/http-access.refusals.js';
import { openApi } from '../platform/open-api.js';
import {
  type PrintedPaytable,
  printedPaytable as schema,
  refusedRequest,
} from '../protocol/http.js';
import { CURRENT_PAYTABLE } from '../punto-banco/paytable.js';
import { printedPaytable } from './printed-paytable.js';

@ApiTags('lobby')
@Controller('paytable')
export class PaytableController {
  constructor() {
    // Counted while the studio starts, so that no table waits for it.
    printedPaytable(CURRENT_PAYTABLE.version);
  }

  @Get()
  @ApiOperation({ summary: 'What every bet pays and returns, by the paytable of new rounds.' })
  @ApiOkResponse({ schema: openApi(schema) })
  current(): PrintedPaytable {
    return this.version(CURRENT_PAYTABLE.version);
  }

  @Get(':version')
  @ApiOperation({ summary: 'The same by an older paytable, which old rounds were paid by.' })
  @ApiOkResponse({ schema: openApi(schema) })
  @ApiNotFoundResponse({ schema: openApi(refusedRequest) })
  version(@Param('version') version: string): PrintedPaytable {
    const printed = printedPaytable(version);
    if (printed === undefined) throw refusedWith('not_found');
    return printed;
  }
}
