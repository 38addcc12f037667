/** How often an address may try to sign in. A try costs the studio 20 ms of work. */
import { Inject, Injectable } from '@nestjs/common';
import { Budgets } from '../access/budgets.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';

@Injectable()
export class SignInPace {
  readonly #addresses: Budgets;

  constructor(
    @Inject(CONFIG) { signIn }: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#addresses = new Budgets(signIn.perSecond, signIn.atOnce);
  }

  isInTime(address: string): boolean {
    return this.#addresses.spend(address, this.clock.nowMs());
  }
}
