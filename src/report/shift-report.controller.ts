import {
  Controller,
  Get,
  Headers,
  Inject,
  Query,
  Res,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type pg from 'pg';
import { wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import * as report from '../protocol/report.js';
import { readHours } from './hours.js';
import type { ReportAsk } from './report-ask.js';
import { ReportReader } from './report-reader.service.js';
import { type ReportAsker, sendFollowed, sendReport } from './sent-report.js';
import { shiftCsvName } from './shift-csv.js';

const AS_JSON = { type: 'application/json; charset=utf-8' };
const FOLLOWED =
  'With `Accept: application/x-ndjson` it comes as lines of JSON: `{"progress":{"done","of"}}` while it is made, then `{"report"}`, or `{"error"}`.';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit')
@UseGuards(StaffAccess)
export class ShiftReportController {
  constructor(
    private readonly reader: ReportReader,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
  ) {}

  @Get('hours')
  @Operation('shift:read')
  @ApiOperation({
    summary: 'What each table took and paid hour by hour, of the rounds that are worked out.',
  })
  @ApiFields(report.hoursQuery)
  @ApiOkResponse({ schema: openApi(report.hoursReport) })
  hours(
    @Query({ schema: report.hoursQuery, pipes: [wellFormed] }) query: report.HoursQuery,
  ): Promise<report.HoursReport> {
    return readHours(this.pool, query);
  }

  @Get('shift')
  @Operation('shift:read')
  @ApiOperation({
    summary:
      'What 48 hours at most took and paid, beside what the exact odds say; what went wrong.',
    description: FOLLOWED,
  })
  @ApiFields(report.shiftQuery)
  @ApiProduces('application/json', report.PROGRESS_TYPE)
  @ApiOkResponse({ schema: openApi(report.shiftReport) })
  async shift(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.shiftQuery, pipes: [wellFormed] }) query: report.ShiftQuery,
    @Headers('accept') accepted: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.#send({ id, response }, accepted, { kind: 'shift', as: 'json', query });
  }

  @Get('shift.json')
  @Operation('shift:read')
  @ApiOperation({ summary: 'The same as a file.' })
  @ApiFields(report.shiftQuery)
  @ApiOkResponse({ schema: openApi(report.shiftReport) })
  json(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.shiftQuery, pipes: [wellFormed] }) query: report.ShiftQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const ask = { kind: 'shift', as: 'json', query } as const;
    const sentAs = { ...AS_JSON, disposition: 'attachment' };
    return sendReport(this.reader, { id, response }, ask, sentAs);
  }

  @Get('shift.csv')
  @Operation('shift:read')
  @ApiOperation({
    summary: 'The same as CSV: its period, its sums, and a line for all that went wrong.',
  })
  @ApiFields(report.shiftQuery)
  @ApiProduces('text/csv')
  csv(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.shiftQuery, pipes: [wellFormed] }) query: report.ShiftQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const ask = { kind: 'shift', as: 'csv', query } as const;
    const disposition = `attachment; filename="${shiftCsvName(query)}"`;
    const sentAs = { type: 'text/csv; charset=utf-8', disposition };
    return sendReport(this.reader, { id, response }, ask, sentAs);
  }

  @Get('advantage')
  @Operation('advantage:read')
  @ApiOperation({
    summary: 'Rounds in which a bet had turned in the players’ favour, and who placed it.',
    description: FOLLOWED,
  })
  @ApiFields(report.advantageQuery)
  @ApiProduces('application/json', report.PROGRESS_TYPE)
  @ApiOkResponse({ schema: openApi(report.advantageReport) })
  async advantage(
    @StaffCaller() { id }: SignedIn,
    @Query({ schema: report.advantageQuery, pipes: [wellFormed] }) query: report.AdvantageQuery,
    @Headers('accept') accepted: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    return this.#send({ id, response }, accepted, { kind: 'advantage', query });
  }

  #send(
    asker: ReportAsker,
    accepted = '',
    ask: ReportAsk,
  ): StreamableFile | Promise<StreamableFile> {
    return accepted.includes(report.PROGRESS_TYPE)
      ? sendFollowed(this.reader, asker, ask)
      : sendReport(this.reader, asker, ask, AS_JSON);
  }
}
