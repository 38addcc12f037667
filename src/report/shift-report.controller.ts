import {
  Controller,
  Get,
  Header,
  Inject,
  Query,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import * as report from '../protocol/report.js';
import { readAdvantages } from './advantage-watch.js';
import { ReportReader } from './report-reader.service.js';
import { shiftCsv } from './shift-csv.js';
import { readShift } from './shift-report.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit')
@UseGuards(StaffAccess)
export class ShiftReportController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly room: ReportReader,
  ) {}

  @Get('shift')
  @Operation('shift:read')
  @ApiOperation({
    summary:
      'What 48 hours at most took and paid, beside what the exact odds say; what went wrong.',
  })
  @ApiQuery({ name: 'fromMs', description: 'rounds opened then or later' })
  @ApiQuery({ name: 'toMs', description: 'rounds opened before then' })
  @ApiQuery({ name: 'table', required: false })
  @ApiQuery({ name: 'dealer', required: false })
  @ApiOkResponse({ schema: openApi(report.shiftReport) })
  shift(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.shiftQuery, pipes: [wellFormed] }) query: report.ShiftQuery,
  ): Promise<report.ShiftReport> {
    return this.room.read(id, () => readShift(this.pool, query));
  }

  @Get('shift.json')
  @Operation('shift:read')
  @ApiOperation({ summary: 'The same as a file.' })
  @ApiQuery({ name: 'fromMs' })
  @ApiQuery({ name: 'toMs' })
  @ApiQuery({ name: 'table', required: false })
  @ApiQuery({ name: 'dealer', required: false })
  @ApiOkResponse({ schema: openApi(report.shiftReport) })
  @Header('content-disposition', 'attachment')
  json(
    @StaffCaller() caller: SignedIn,
    @Query({ schema: report.shiftQuery, pipes: [wellFormed] }) query: report.ShiftQuery,
  ): Promise<report.ShiftReport> {
    return this.shift(caller, query);
  }

  @Get('shift.csv')
  @Operation('shift:read')
  @ApiOperation({
    summary: 'The same as CSV: its period, its sums, and a line for all that went wrong.',
  })
  @ApiQuery({ name: 'fromMs' })
  @ApiQuery({ name: 'toMs' })
  @ApiQuery({ name: 'table', required: false })
  @ApiQuery({ name: 'dealer', required: false })
  @ApiProduces('text/csv')
  async csv(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.shiftQuery, pipes: [wellFormed] }) query: report.ShiftQuery,
  ): Promise<StreamableFile> {
    return shiftCsv(await this.room.read(id, () => readShift(this.pool, query)));
  }

  @Get('advantage')
  @Operation('advantage:read')
  @ApiOperation({
    summary: 'Rounds in which a bet had turned in the players’ favour, and who placed it.',
  })
  @ApiQuery({ name: 'fromMs' })
  @ApiQuery({ name: 'toMs' })
  @ApiQuery({ name: 'table', required: false })
  @ApiOkResponse({ schema: openApi(report.advantageReport) })
  advantage(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.advantageQuery, pipes: [wellFormed] }) query: report.AdvantageQuery,
  ): Promise<report.AdvantageReport> {
    return this.room.read(id, () => readAdvantages(this.pool, query));
  }
}
