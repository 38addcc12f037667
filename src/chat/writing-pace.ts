/**
 * The budget of whoever writes, in the chat and to support: the player's own, over all processes,
 * and that of the address they come from, in each.
 */
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '../access/address.js';
import { Budgets } from '../access/budgets.js';
import { CallerBudgets } from '../access/caller-budgets.service.js';
import type { SocketAsker } from '../access/socket-commands.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';

@Injectable()
export class WritingPace {
  readonly #players: Budgets;
  readonly #addresses: Budgets;

  constructor(
    @Inject(CONFIG) { chat: { player, address } }: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    budgets: CallerBudgets,
  ) {
    this.#players = budgets.of('chat', player.perMinute / 60, player.atOnce);
    this.#addresses = new Budgets(address.perMinute / 60, address.atOnce);
  }

  /**
   * Whoever writes too fast is refused. More connections, or more logins from one address, earn no
   * more.
   */
  refusal({ caller, address }: SocketAsker): 'chat_too_fast' | undefined {
    const nowMs = this.clock.nowMs();
    const isInTime =
      this.#players.spend(caller.id, nowMs) && this.#addresses.spend(networkOf(address), nowMs);
    return isInTime ? undefined : 'chat_too_fast';
  }
}
