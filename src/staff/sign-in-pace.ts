/**
 * How often an address may try to sign in, and how many tries may be in hand at once, from wherever
 * they come. Each costs the studio 20 ms of work, one after the other (hashing-turns.ts).
 */
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '../access/address.js';
import { Budgets } from '../access/budgets.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';

/** The last of them waits less than three seconds. */
const IN_HAND_MAX = 40;

@Injectable()
export class SignInPace {
  readonly #addresses: Budgets;
  #inHand = 0;

  constructor(
    @Inject(CONFIG) { signIn }: Pick<Config, 'signIn'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#addresses = new Budgets(signIn.perSecond, signIn.atOnce);
  }

  /** Whether a try from there would be one too many now. Nothing is counted. */
  isTooMuch(address: string): boolean {
    if (this.#inHand >= IN_HAND_MAX) return true;
    return this.#addresses.isSpent(networkOf(address), this.clock.nowMs());
  }

  /** Undefined where it is too often, or too many are in hand. Nothing was tried then. */
  async keep<T>(address: string, sign: () => Promise<T>): Promise<T | undefined> {
    if (!this.#addresses.spend(networkOf(address), this.clock.nowMs())) return undefined;
    if (this.#inHand >= IN_HAND_MAX) return undefined;
    this.#inHand += 1;
    try {
      return await sign();
    } finally {
      this.#inHand -= 1;
    }
  }
}
