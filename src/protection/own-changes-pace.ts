/**
 * How often a player changes what protects them, bars and limits each: a change is a line of the
 * staff's log, which is kept for good.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Budgets } from '../access/budgets.js';
import { CallerBudgets } from '../access/caller-budgets.service.js';
import { CLOCK, type Clock } from '../platform/clock.js';

const PER_HOUR = 6;
const AT_ONCE = 20;

@Injectable()
export class OwnChangesPace {
  readonly #changes: Budgets;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    budgets: CallerBudgets,
  ) {
    this.#changes = budgets.of('own changes', PER_HOUR / 3_600, AT_ONCE);
  }

  refusal(what: 'bars' | 'limits', player: string): 'too_many_messages' | undefined {
    const isInTime = this.#changes.spend(`${what} ${player}`, this.clock.nowMs());
    return isInTime ? undefined : 'too_many_messages';
  }
}
