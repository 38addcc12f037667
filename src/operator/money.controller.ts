import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpException,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { wellFormed } from '../access/http-access.refusals.js';
import { ApiFields, openApi } from '../platform/open-api.js';
import {
  type BalanceQuery,
  type MoneyOrder,
  type MoneyReply,
  OPERATOR_ORDER_REFUSALS,
  type OperatorOrderRefusal,
  type PlayerBalance,
  balanceQuery,
  moneyOrder,
  moneyReply,
  playerBalance,
} from '../protocol/operator.js';
import { Movements, type SignedOrder } from './movements.service.js';
import { OperatorAccess, OperatorId, OperatorSigned } from './operator-access.guard.js';

@ApiTags('operator')
@ApiSecurity('signature')
@Controller('operator')
@UseGuards(OperatorAccess)
export class MoneyController {
  constructor(private readonly movements: Movements) {}

  @Post('deposit')
  @HttpCode(200)
  @ApiOperation({ summary: 'Money for a player’s game account, once for each movementId.' })
  @ApiBody({ schema: openApi(moneyOrder) })
  @ApiOkResponse({ schema: openApi(moneyReply) })
  async deposit(
    @OperatorSigned() by: SignedOrder,
    @Body({ schema: moneyOrder, pipes: [wellFormed] }) order: MoneyOrder,
  ): Promise<MoneyReply> {
    return answerOf(await this.movements.move('deposit', order, by));
  }

  @Post('withdraw')
  @HttpCode(200)
  @ApiOperation({ summary: 'Money from a player’s game account, once for each movementId.' })
  @ApiBody({ schema: openApi(moneyOrder) })
  @ApiOkResponse({ schema: openApi(moneyReply) })
  async withdraw(
    @OperatorSigned() by: SignedOrder,
    @Body({ schema: moneyOrder, pipes: [wellFormed] }) order: MoneyOrder,
  ): Promise<MoneyReply> {
    return answerOf(await this.movements.move('withdrawal', order, by));
  }

  @Get('balance')
  @ApiOperation({ summary: 'What a player has, and where.' })
  @ApiFields(balanceQuery)
  @ApiOkResponse({ schema: openApi(playerBalance) })
  async balance(
    @OperatorId() id: string,
    @Query({ schema: balanceQuery, pipes: [wellFormed] }) query: BalanceQuery,
  ): Promise<PlayerBalance> {
    return answerOf(await this.movements.balance(id, query));
  }
}

/** A refusal that is in the journal says whether it was given before. */
const answerOf = <Reply extends object>(
  reply: Reply | { readonly refusal: OperatorOrderRefusal; readonly replay: boolean },
): Reply => {
  if (!('refusal' in reply)) return reply;
  const { refusal, replay } = reply;
  throw new HttpException(
    { error: refusal, ...(replay && { replay }) },
    OPERATOR_ORDER_REFUSALS[refusal],
  );
};
