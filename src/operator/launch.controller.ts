import { Body, Controller, HttpCode, Inject, Ip, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { networkOf } from '../access/address.js';
import { Budgets } from '../access/budgets.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { openApi } from '../platform/open-api.js';
import {
  type LaunchUse,
  type LaunchedPlayer,
  launchUse,
  launchedPlayer,
} from '../protocol/operator.js';
import { Launches } from './launches.service.js';

/** Of one address, which many players may share. */
const PER_SECOND = 20;
const AT_ONCE = 400;

@ApiTags('player')
@Controller('launch')
export class LaunchController {
  readonly #addresses = new Budgets(PER_SECOND, AT_ONCE);

  constructor(
    private readonly launches: Launches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'A player’s token for that of a launch, once.' })
  @ApiBody({ schema: openApi(launchUse) })
  @ApiOkResponse({ schema: openApi(launchedPlayer) })
  async use(
    @Body({ schema: launchUse, pipes: [wellFormed] }) { launch }: LaunchUse,
    @Ip() address: string,
  ): Promise<LaunchedPlayer> {
    const isInTime = this.#addresses.spend(networkOf(address), this.clock.nowMs());
    if (!isInTime) throw refusedWith('too_many_messages');
    const used = await this.launches.use(launch);
    if (typeof used === 'string') throw refusedWith(used);
    return used;
  }
}
