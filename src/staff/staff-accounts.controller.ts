import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StandardSchemaValidationPipe,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import type { HttpRefusal } from '../protocol/http.js';
import * as staff from '../protocol/staff.js';
import { actionsCsv } from './actions-csv.js';
import { Actions } from './actions.service.js';
import { StaffAccounts } from './staff-accounts.service.js';

const CREDENTIALS = openApi(staff.staffCredentials);
const MEMBER = openApi(staff.staffMember);
const ORDER = openApi(staff.staffOrder);
/** Nobody has an id that no database keeps. */
const WHOM = {
  schema: staff.memberId,
  pipes: [new StandardSchemaValidationPipe({ exceptionFactory: () => refusedWith('not_found') })],
};

@ApiTags('staff')
@ApiBearerAuth()
@Controller('staff')
@UseGuards(StaffAccess)
export class StaffAccountsController {
  constructor(
    private readonly accounts: StaffAccounts,
    private readonly done: Actions,
  ) {}

  @Get()
  @Operation('staff:list')
  @ApiOperation({ summary: 'Everybody on the staff.' })
  @ApiOkResponse({ schema: openApi(staff.staffList) })
  async list(): Promise<staff.StaffList> {
    return [...(await this.accounts.list())];
  }

  @Get('actions')
  @Operation('staff:actions')
  @ApiOperation({ summary: 'What the staff did: who, when, why, before and after; newest first.' })
  @ApiFields(staff.actionsQuery)
  @ApiOkResponse({ schema: openApi(staff.actionsPage) })
  actions(
    @Query({ schema: staff.actionsQuery, pipes: [wellFormed] }) query: staff.ActionsQuery,
  ): Promise<staff.ActionsPage> {
    return this.done.read(query);
  }

  @Get('actions.csv')
  @Operation('staff:actions')
  @ApiOperation({ summary: 'The same as CSV, all of it.' })
  @ApiFields(staff.actionsQuery)
  @ApiProduces('text/csv')
  actionsCsv(
    @Query({ schema: staff.actionsQuery, pipes: [wellFormed] }) query: staff.ActionsQuery,
  ): StreamableFile {
    return actionsCsv(query, (page) => this.done.read(page));
  }

  @Post()
  @Operation('staff:open')
  @ApiOperation({ summary: 'Opens an account. Its PIN is given only in this answer.' })
  @ApiBody({ schema: openApi(staff.staffOpening) })
  @ApiCreatedResponse({ schema: CREDENTIALS })
  async open(
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staff.staffOpening, pipes: [wellFormed] }) opening: staff.StaffOpening,
  ): Promise<staff.StaffCredentials> {
    return orRefused(await this.accounts.open(opening, { by, reason: opening.reason }));
  }

  @Post(':id/reset')
  @HttpCode(200)
  @Operation('staff:reset')
  @ApiOperation({
    summary:
      'Another PIN in place of a lost one, given only in this answer. It also unlocks the account.',
  })
  @ApiBody({ schema: ORDER })
  @ApiOkResponse({ schema: CREDENTIALS })
  async reset(
    @Param('id', WHOM) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staff.staffOrder, pipes: [wellFormed] }) { reason }: staff.StaffOrder,
  ): Promise<staff.StaffCredentials> {
    return orRefused(await this.accounts.reset(id, { by, reason }));
  }

  @Post(':id/role')
  @HttpCode(200)
  @Operation('staff:role')
  @ApiOperation({ summary: 'Another role. Tokens of the old one are no longer valid.' })
  @ApiBody({ schema: openApi(staff.staffRoleOrder) })
  @ApiOkResponse({ schema: MEMBER })
  async changeRole(
    @Param('id', WHOM) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staff.staffRoleOrder, pipes: [wellFormed] }) order: staff.StaffRoleOrder,
  ): Promise<staff.StaffMember> {
    const { role, reason } = order;
    return orRefused(await this.accounts.changeRole(id, role, { by, reason }));
  }

  @Post(':id/disable')
  @HttpCode(200)
  @Operation('staff:disable')
  @ApiOperation({ summary: 'No further sign-in. Tokens are no longer valid, connections are cut.' })
  @ApiBody({ schema: ORDER })
  @ApiOkResponse({ schema: MEMBER })
  async disable(
    @Param('id', WHOM) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staff.staffOrder, pipes: [wellFormed] }) { reason }: staff.StaffOrder,
  ): Promise<staff.StaffMember> {
    return orRefused(await this.accounts.disable(id, { by, reason }));
  }

  @Post(':id/enable')
  @HttpCode(200)
  @Operation('staff:enable')
  @ApiOperation({ summary: 'May sign in again.' })
  @ApiBody({ schema: ORDER })
  @ApiOkResponse({ schema: MEMBER })
  async enable(
    @Param('id', WHOM) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staff.staffOrder, pipes: [wellFormed] }) { reason }: staff.StaffOrder,
  ): Promise<staff.StaffMember> {
    return orRefused(await this.accounts.enable(id, { by, reason }));
  }

  @Post(':id/unlock')
  @HttpCode(200)
  @Operation('staff:unlock')
  @ApiOperation({ summary: 'May sign in at once from everywhere after wrong sign-ins.' })
  @ApiBody({ schema: ORDER })
  @ApiOkResponse({ schema: MEMBER })
  async unlock(
    @Param('id', WHOM) id: string,
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: staff.staffOrder, pipes: [wellFormed] }) { reason }: staff.StaffOrder,
  ): Promise<staff.StaffMember> {
    return orRefused(await this.accounts.unlock(id, { by, reason }));
  }
}

const orRefused = <Answer extends object>(
  answer: Answer | HttpRefusal | staff.StaffHttpRefusal,
): Answer => {
  if (typeof answer === 'string') throw refusedWith(answer);
  return answer;
};
