import { Body, Controller, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type pg from 'pg';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { inTransaction } from '../platform/transaction.js';
import {
  type CaseRetry,
  type WalletCases,
  caseNumber,
  caseRetry,
  walletCases,
} from '../protocol/wallet-cases.js';
import { Audit } from '../staff/audit.service.js';
import { countOpenCases, findCase, readCases, sendCaseAgain } from './case-rows.js';

const LISTED = 200;

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/wallets')
@UseGuards(StaffAccess)
export class WalletCasesController {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  @Get()
  @Operation('wallets:cases')
  @ApiOperation({ summary: 'What is to be cleared up with operators about their wallets.' })
  @ApiOkResponse({ schema: openApi(walletCases) })
  cases(): Promise<WalletCases> {
    return this.#read();
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Operation('wallets:retry')
  @ApiOperation({ summary: 'Sends the movement of a case to the wallet again, now.' })
  @ApiBody({ schema: openApi(caseRetry) })
  @ApiOkResponse({ schema: openApi(walletCases) })
  async retry(
    @Param('id', { schema: caseNumber, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: caseRetry, pipes: [wellFormed] }) { reason }: CaseRetry,
  ): Promise<WalletCases> {
    const found = await findCase(this.pool, id);
    if (found === undefined) throw refusedWith('not_found');
    const { operator, movementId, kind } = found;
    const isSent = await inTransaction(this.pool, async (tx) => {
      if (!(await sendCaseAgain(tx, id))) return false;
      const after = { operator, movementId, kind };
      await this.audit.record(tx, { operation: 'wallets:retry', by, subject: id, reason, after });
      return true;
    });
    if (!isSent) throw refusedWith('nothing_to_send');
    return this.#read();
  }

  async #read(): Promise<WalletCases> {
    return { open: await countOpenCases(this.pool), cases: await readCases(this.pool, LISTED) };
  }
}
