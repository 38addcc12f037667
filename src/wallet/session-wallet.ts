/**
 * The wallet of an operator, by sessions: what a player brings is fetched from it, and what a
 * session leaves is given back. Each movement is in the journal before anything is sent.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { post, readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { OUTSIDE, gameAccount, sessionAccount } from '../money/chart-of-accounts.js';
import { exponentOf } from '../money/currency.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import type { Transaction } from '../platform/transaction.js';
import { LedgerWallet } from './ledger-wallet.js';
import { Verdicts } from './verdicts.service.js';
import { WalletCalls } from './wallet-calls.service.js';
import { type WalletPlayer, findAsked, findWallet, insertAsked } from './wallet-rows.js';
import type { BuyInReply, CashOutReply, Wallet } from './wallet.js';

const BALANCE_MAX = 10n ** 18n;
const BALANCE_WITHIN_MS = 1_000;
/** A wallet that has not said a balance in time is not asked for one again so soon. */
const SILENT_MS = 5_000;
const KNOWN_MAX = 10_000;

/** As the operator's wallet knows it, the same in every try. */
const idOf = (way: 'in' | 'out', playerId: string, key: string): string =>
  `${way}.${playerId}.${key.replaceAll(':', '.')}`;

@Injectable()
export class SessionWallet implements Wallet {
  /** What the wallets said last, by player. */
  readonly #known = new Map<string, Amount>();
  readonly #silentUntilMs = new Map<string, number>();

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly ledger: LedgerWallet,
    private readonly calls: WalletCalls,
    private readonly verdicts: Verdicts,
  ) {}

  async balance(playerId: string): Promise<Amount> {
    const wallet = await findWallet(this.pool, playerId);
    if (wallet === undefined) return this.ledger.balance(playerId);
    const known = this.#known.get(playerId) ?? ZERO;
    const { operator, ref: player, currency } = wallet;
    if ((this.#silentUntilMs.get(operator) ?? 0) > this.clock.nowMs()) return known;
    const order = { player, currency, exponent: exponentOf(currency) };
    const verdict = await this.calls.ask(wallet, 'balance', order, BALANCE_WITHIN_MS);
    if (verdict.status === 'unknown') {
      this.#silentUntilMs.set(operator, this.clock.nowMs() + SILENT_MS);
    }
    if (verdict.status !== 'done') return known;
    this.#know(playerId, BigInt(verdict.balance) as Amount);
    return BigInt(verdict.balance) as Amount;
  }

  async buyIn(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<BuyInReply> {
    const wallet = await findWallet(tx, playerId);
    if (wallet === undefined) return this.ledger.buyIn(tx, playerId, amount, key);
    const movementId = idOf('in', playerId, key);
    const { operator } = wallet;
    const session = await readBalance(tx, sessionAccount(playerId));
    const earlier = await findAsked(tx, operator, movementId);
    if (earlier === undefined) return this.#ask(tx, wallet, playerId, amount, key, session ?? ZERO);
    if (earlier.amount !== amount) return refused('key_reused');
    switch (earlier.status) {
      case 'due':
        return 'asked';
      case 'done':
        return { ok: true, isNew: false, session: session ?? ZERO };
      case 'refused':
        return refused(earlier.refusal === 'funds' ? 'insufficient_funds' : 'wallet_refused');
      case 'void':
      case 'cancelled':
        return refused('wallet_unavailable');
    }
  }

  async decided(playerId: string, key: string): Promise<void> {
    const wallet = await findWallet(this.pool, playerId);
    assert(wallet !== undefined, 'what is asked is asked of an operator’s wallet');
    await this.verdicts.of(wallet.operator, idOf('in', playerId, key));
  }

  /** All that the player has here goes back, also what a correction has paid meanwhile. */
  async cashOut(
    tx: Transaction,
    playerId: string,
    amount: Amount,
    key: string,
  ): Promise<CashOutReply> {
    const reply = await this.ledger.cashOut(tx, playerId, amount, key);
    const wallet = reply.ok && reply.isNew ? await findWallet(tx, playerId) : undefined;
    if (wallet === undefined) return reply;
    const game = gameAccount(playerId);
    const back = (await readBalance(tx, game)) ?? ZERO;
    if (back === 0n) return reply;
    const movementId = idOf('out', playerId, key);
    const { operator } = wallet;
    const asked = { operator, movementId, kind: 'credit', player: playerId, amount: back, key };
    const isNew = await insertAsked(tx, { ...asked, kind: 'credit' });
    const went = await post(tx, {
      key: `wallet:${operator}:${movementId}`,
      kind: 'withdrawal',
      postings: [{ source: game, destination: OUTSIDE, amount: back }],
    });
    assert(isNew && went.ok, 'what is in the game account can go back');
    return reply;
  }

  async #ask(
    tx: Transaction,
    { operator, isOff }: WalletPlayer,
    player: string,
    amount: Amount,
    key: string,
    session: Amount,
  ): Promise<BuyInReply> {
    if (isOff || session + amount > BALANCE_MAX) return refused('wallet_refused');
    const movementId = idOf('in', player, key);
    const asked = { operator, movementId, kind: 'debit', player, amount, key } as const;
    if (await insertAsked(tx, asked)) return 'asked';
    // The same command at once, or another one of the player's that is not decided yet.
    const same = await findAsked(tx, operator, movementId);
    if (same === undefined) return refused('wallet_unavailable');
    return same.amount === amount ? 'asked' : refused('key_reused');
  }

  #know(playerId: string, balance: Amount): void {
    this.#known.delete(playerId);
    this.#known.set(playerId, balance);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
  }
}

const refused = <Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const;
