/** Who may ask by HTTP, and how often: a budget for each player, and a wider one for each address, where many players may live. */
import { Inject, Injectable } from '@nestjs/common';
import type { HttpException } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Budgets } from './budgets.js';
import { refusedWith } from './http-access.refusals.js';
import { type Caller, Tokens } from './tokens.js';

/** An address has so many players' budgets. */
const PLAYERS_AT_AN_ADDRESS = 10;

@Injectable()
export class HttpAccess {
  readonly #players: Budgets;
  readonly #addresses: Budgets;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly tokens: Tokens,
  ) {
    const { perSecond, atOnce } = config.http.budget;
    const many = PLAYERS_AT_AN_ADDRESS;
    this.#players = new Budgets(perSecond, atOnce);
    this.#addresses = new Budgets(perSecond * many, atOnce * many);
  }

  /** The player who shows `authorization`, or why the request is refused. */
  async admit(
    authorization: string | undefined,
    address: string,
    nowMs: number,
  ): Promise<Caller | HttpException> {
    if (!this.#addresses.spend(address, nowMs)) return refusedWith('too_many_messages');
    const caller = await this.tokens.read(/^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]);
    if (caller === undefined) return refusedWith('not_signed_in');
    if (caller.role !== 'player') return refusedWith('not_allowed');
    return this.#players.spend(caller.id, nowMs) ? caller : refusedWith('too_many_messages');
  }
}
