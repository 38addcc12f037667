/**
 * The budget of whoever writes, in the chat and to support: the player's own, and that of the
 * address they come from. Each process has its own.
 */
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '../access/address.js';
import { Budgets } from '../access/budgets.js';
import type { Connection } from '../access/socket-commands.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';

@Injectable()
export class WritingPace {
  readonly #players: Budgets;
  readonly #addresses: Budgets;

  constructor(
    @Inject(CONFIG) { chat }: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#players = budgetsOf(chat.player);
    this.#addresses = budgetsOf(chat.address);
  }

  /**
   * Whoever writes too fast is refused. More connections, or more logins from one address, earn no
   * more.
   */
  refusal({ caller, address }: Connection): 'chat_too_fast' | undefined {
    const nowMs = this.clock.nowMs();
    const isInTime =
      this.#players.spend(caller.id, nowMs) && this.#addresses.spend(networkOf(address), nowMs);
    return isInTime ? undefined : 'chat_too_fast';
  }
}

const budgetsOf = ({ perMinute, atOnce }: Config['chat']['player']): Budgets =>
  new Budgets(perMinute / 60, atOnce);
