import { Body, Controller, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { readProcesses } from '../edge/process-rows.js';
import { POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import {
  type DrainOrder,
  type ProcessList,
  drainOrder,
  processId,
  processList,
} from '../protocol/processes.js';
import { Audit } from '../staff/audit.service.js';
import { type Drain, giveDrain } from './drain.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/processes')
@UseGuards(StaffAccess)
export class ProcessesController {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  @Get()
  @Operation('processes:list')
  @ApiOperation({ summary: 'The processes of the studio, and how many tables each runs.' })
  @ApiOkResponse({ schema: openApi(processList) })
  async list(): Promise<ProcessList> {
    const processes = await readProcesses(this.pool);
    return {
      processes: processes
        .toSorted((one, other) => one.startedAtMs - other.startedAtMs)
        .map(({ isSettled: _, roles, ...each }) => ({ ...each, roles: [...roles] })),
    };
  }

  @Post(':id/drain')
  @HttpCode(200)
  @Operation('processes:drain')
  @ApiOperation({ summary: 'A process gives its tables away between rounds, and takes none.' })
  @ApiBody({ schema: openApi(drainOrder) })
  @ApiOkResponse({ schema: openApi(processList) })
  drain(
    @Param('id', { schema: processId, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: drainOrder, pipes: [wellFormed] }) { reason }: DrainOrder,
  ): Promise<ProcessList> {
    return this.#order({ id, by, reason, isDrained: true });
  }

  @Post(':id/undrain')
  @HttpCode(200)
  @Operation('processes:undrain')
  @ApiOperation({ summary: 'A process that was drained takes tables again.' })
  @ApiBody({ schema: openApi(drainOrder) })
  @ApiOkResponse({ schema: openApi(processList) })
  undrain(
    @Param('id', { schema: processId, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: drainOrder, pipes: [wellFormed] }) { reason }: DrainOrder,
  ): Promise<ProcessList> {
    return this.#order({ id, by, reason, isDrained: false });
  }

  async #order(order: Drain): Promise<ProcessList> {
    const refusal = await giveDrain(this.pool, this.audit, order);
    if (refusal !== undefined) throw refusedWith(refusal);
    return this.list();
  }
}
