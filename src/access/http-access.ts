/**
 * Who may ask by HTTP, and how often: a budget for each caller, and a wider one for each address,
 * which many callers may share.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { HttpException } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { Role } from '../protocol/command.js';
import { networkOf } from './address.js';
import { Admission } from './admission.js';
import { Budgets } from './budgets.js';
import { refusedWith } from './http-access.refusals.js';
import type { SignedIn } from './tokens.js';

/** An address has the budgets of this many callers. */
const CALLERS_AT_AN_ADDRESS = 10;

@Injectable()
export class HttpAccess {
  readonly #callers: Budgets;
  readonly #addresses: Budgets;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly admission: Admission,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { perSecond, atOnce } = config.http.budget;
    const many = CALLERS_AT_AN_ADDRESS;
    this.#callers = new Budgets(perSecond, atOnce);
    this.#addresses = new Budgets(perSecond * many, atOnce * many);
  }

  /** The caller who shows `authorization` and has one of `roles`, or why the request is refused. */
  async admit(
    roles: readonly Role[],
    authorization: string | undefined,
    address: string,
  ): Promise<SignedIn | HttpException> {
    const nowMs = this.clock.nowMs();
    if (!this.#addresses.spend(networkOf(address), nowMs)) return refusedWith('too_many_messages');
    const caller = await this.admission.read(/^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]);
    if (caller === undefined) return refusedWith('not_signed_in');
    if (!roles.includes(caller.role)) return refusedWith('not_allowed');
    const hasBudget = this.#callers.spend(`${caller.role}:${caller.id}`, nowMs);
    return hasBudget ? caller : refusedWith('too_many_messages');
  }
}
