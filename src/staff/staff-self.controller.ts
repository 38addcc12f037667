import { Body, Controller, Get, HttpCode, Ip, Post, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { lockedUntil, refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../access/staff-access.guard.js';
import type { SignedIn } from '../access/tokens.js';
import { openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import {
  ownStaff,
  pinChange,
  signOutOrder,
  signedInStaff,
  staffSignIn,
} from '../protocol/staff.js';
import type {
  OwnStaff,
  PinChange,
  SignOutOrder,
  SignedInStaff,
  StaffSignIn,
} from '../protocol/staff.js';
import { SignIn, type SignInRefusal } from './sign-in.service.js';
import { StaffAccounts } from './staff-accounts.service.js';

const REFUSED = openApi(refusedRequest);

@ApiTags('staff')
@Controller('staff')
export class StaffSelfController {
  constructor(
    private readonly entrance: SignIn,
    private readonly accounts: StaffAccounts,
  ) {}

  @Post('sign-in')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Badge and PIN for a token. Wrong ones in a row lock the badge, for the network they come from, for up to a minute each.',
  })
  @ApiBody({ schema: openApi(staffSignIn) })
  @ApiOkResponse({ schema: openApi(signedInStaff) })
  @ApiResponse({ status: 401, description: '`wrong_badge_or_pin`', schema: REFUSED })
  @ApiResponse({ status: 403, description: '`disabled`', schema: REFUSED })
  @ApiResponse({ status: 423, description: '`locked`', schema: REFUSED })
  async signIn(
    @Body({ schema: staffSignIn, pipes: [wellFormed] }) login: StaffSignIn,
    @Ip() address: string,
  ): Promise<SignedInStaff> {
    const signedIn = await this.entrance.signIn(login, address);
    if ('refusal' in signedIn) throw exceptionOf(signedIn);
    return signedIn;
  }

  @Get('me')
  @UseGuards(StaffAccess)
  @Operation('staff:self')
  @ApiBearerAuth()
  @ApiOperation({ summary: 'Which staff member is signed in, and until when.' })
  @ApiOkResponse({ schema: openApi(ownStaff) })
  async self(@StaffCaller() { id, expiresAtMs }: SignedIn): Promise<OwnStaff> {
    const member = await this.accounts.find(id);
    if (member === undefined) throw refusedWith('not_signed_in');
    return { id, role: member.role, name: member.name, expiresAtMs };
  }

  @Post('me/pin')
  @HttpCode(204)
  @UseGuards(StaffAccess)
  @Operation('staff:pin')
  @ApiBearerAuth()
  @ApiOperation({
    summary:
      'Another PIN. The old one is asked for, and wrong ones count. Every sign-in by it ends, this one too.',
  })
  @ApiBody({ schema: openApi(pinChange) })
  @ApiNoContentResponse()
  async changePin(
    @StaffCaller() { id }: SignedIn,
    @Body({ schema: pinChange, pipes: [wellFormed] }) change: PinChange,
    @Ip() address: string,
  ): Promise<void> {
    const refused = await this.entrance.changePin(id, change, address);
    if (refused !== undefined) throw exceptionOf(refused);
  }

  @Post('me/sign-out')
  @HttpCode(204)
  @UseGuards(StaffAccess)
  @Operation('staff:sign-out')
  @ApiBearerAuth()
  @ApiOperation({
    summary:
      'Ends every sign-in of the staff member who asks, wherever that is. While they deal at a table other than `table`, all of them hold.',
  })
  @ApiBody({ schema: openApi(signOutOrder), required: false })
  @ApiNoContentResponse()
  async signOut(
    @StaffCaller() caller: SignedIn,
    @Body({ schema: signOutOrder, pipes: [wellFormed] }) { table }: SignOutOrder,
    @Ip() address: string,
  ): Promise<void> {
    await this.entrance.signOut(caller, { table, address });
  }
}

const exceptionOf = (refused: SignInRefusal) =>
  refused.refusal === 'locked' ? lockedUntil(refused.untilMs) : refusedWith(refused.refusal);
