/**
 * Who may ask by HTTP, and how often: a budget for each caller, and wider ones for each address,
 * which many callers may share. Strangers there have one of their own, and cost the others nothing.
 * A caller has one over all processes, an address one in each.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { HttpException } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { Role } from '../protocol/command.js';
import { networkOf } from './address.js';
import { Admission } from './admission.js';
import { Budgets } from './budgets.js';
import { CallerBudgets } from './caller-budgets.service.js';
import { refusedWith } from './http-access.refusals.js';
import { type Shown, type SignedIn, Tokens } from './tokens.js';

/** An address has the budgets of this many callers. */
const CALLERS_AT_AN_ADDRESS = 10;

@Injectable()
export class HttpAccess {
  readonly #callers: Budgets;
  readonly #addresses: Budgets;
  readonly #strangers: Budgets;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'http'>,
    private readonly tokens: Tokens,
    private readonly admission: Admission,
    @Inject(CLOCK) private readonly clock: Clock,
    budgets: CallerBudgets,
  ) {
    const { perSecond, atOnce } = config.http.budget;
    const many = CALLERS_AT_AN_ADDRESS;
    this.#callers = budgets.of('http', perSecond, atOnce);
    this.#addresses = new Budgets(perSecond * many, atOnce * many);
    this.#strangers = new Budgets(perSecond * many, atOnce * many);
  }

  /** The caller who shows `authorization` and has one of `roles`, or why the request is refused. */
  async admit(
    roles: readonly Role[],
    authorization: string | undefined,
    address: string,
  ): Promise<SignedIn | HttpException> {
    const shown = this.tokens.read(/^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]);
    if (!this.#hasBudget(shown, networkOf(address))) return refusedWith('too_many_messages');
    const caller = shown && (await this.admission.find(shown));
    if (caller === undefined) return refusedWith('not_signed_in');
    return roles.includes(caller.role) ? caller : refusedWith('not_allowed');
  }

  /**
   * The caller's own budget comes first, so that a caller who floods does not use up that of the
   * address. A request by an earlier token, which somebody else may have, is not charged to the
   * account.
   */
  #hasBudget(shown: Shown | undefined, network: string): boolean {
    const nowMs = this.clock.nowMs();
    if (shown === undefined) return this.#strangers.spend(network, nowMs);
    const { role, id, generation } = shown;
    const name = `${role}:${id}:${generation}`;
    return this.#callers.spend(name, nowMs) && this.#addresses.spend(network, nowMs);
  }
}
