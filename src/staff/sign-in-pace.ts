/**
 * How often an address may try to sign in, and how many tries may be in hand at once, from wherever
 * they come. Each costs the studio 20 ms of work, one after the other (hashing-turns.ts). Some
 * places are kept for networks that somebody has signed in from: strangers of however many networks
 * keep nobody out who comes from where they did before. Each process counts its own.
 */
import { Inject, Injectable } from '@nestjs/common';
import { networkOf } from '../access/address.js';
import { Budgets } from '../access/budgets.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { KNOWN_NETWORKS_MAX, readKnownNetworks } from './attempt-rows.js';

/** The last of them waits less than three seconds. */
const IN_HAND_MAX = 40;
const STRANGERS_MAX = 30;
/** Where others signed in by other processes is looked up so often at most. */
const LOOKED_UP_EVERY_MS = 10_000;

@Injectable()
export class SignInPace {
  readonly #addresses: Budgets;
  /** In the order of when somebody signed in from there. */
  readonly #known = new Set<string>();
  #lookedUpAtMs = -Infinity;
  #inHand = 0;

  constructor(
    @Inject(CONFIG) { signIn }: Pick<Config, 'signIn'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(POOL) private readonly pool: Parameters<typeof readKnownNetworks>[0],
  ) {
    this.#addresses = new Budgets(signIn.perSecond, signIn.atOnce);
  }

  /** Somebody has signed in from there. */
  know(address: string): void {
    this.#knowAll([networkOf(address)]);
  }

  isKnown(address: string): boolean {
    return this.#known.has(networkOf(address));
  }

  /** Whether a try from there would be one too many now. Nothing is counted. */
  isTooMuch(address: string): boolean {
    if (this.#isFull(address)) return true;
    return this.#addresses.isSpent(networkOf(address), this.clock.nowMs());
  }

  /** Undefined where it is too often, or too many are in hand. Nothing was tried then. */
  async keep<T>(address: string, sign: () => Promise<T>): Promise<T | undefined> {
    if (!this.#addresses.spend(networkOf(address), this.clock.nowMs())) return undefined;
    if (this.#isFull(address)) return undefined;
    this.#inHand += 1;
    if (this.#inHand >= STRANGERS_MAX) void this.#lookUp();
    try {
      return await sign();
    } finally {
      this.#inHand -= 1;
    }
  }

  #isFull(address: string): boolean {
    return this.#inHand >= (this.isKnown(address) ? IN_HAND_MAX : STRANGERS_MAX);
  }

  /** Where the database is silent, those stay that are known here. */
  async #lookUp(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (nowMs - this.#lookedUpAtMs < LOOKED_UP_EVERY_MS) return;
    this.#lookedUpAtMs = nowMs;
    this.#knowAll(await readKnownNetworks(this.pool).catch(() => []));
  }

  #knowAll(networks: readonly string[]): void {
    for (const network of networks) {
      this.#known.delete(network);
      this.#known.add(network);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= KNOWN_NETWORKS_MAX) break;
      this.#known.delete(oldest);
    }
  }
}
