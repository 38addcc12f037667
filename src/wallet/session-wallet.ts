/**
 * The wallet of an operator. By sessions, what a player brings is fetched from it, and what a
 * session leaves is given back: each movement is in the journal before anything is sent. A wallet
 * that is asked round by round gives nothing for a session. What the player brings is advanced on
 * it, as far as it says that it has so much, and taken back when the session ends.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { readAdvanced } from '../ledger/money-away.js';
import { openAdvance } from '../ledger/open-advance.js';
import { post, readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { assert } from '../money/assert.js';
import {
  OUTSIDE,
  advanceAccount,
  gameAccount,
  sessionAccount,
} from '../money/chart-of-accounts.js';
import { exponentOf } from '../money/currency.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import type { Transaction } from '../platform/transaction.js';
import { LedgerWallet } from './ledger-wallet.js';
import { WalletVerdicts } from './wallet-verdicts.service.js';
import { WalletCalls } from './wallet-calls.service.js';
import { type WalletPlayer, findAsked, findWallet, insertAsked } from './wallet-rows.js';
import type { BuyInReply, CashOutReply, Wallet } from './wallet.js';

const BALANCE_MAX = 10n ** 18n;
/** Balances that one wallet is asked for at a time. Its connections have places for so many. */
const ASKED_AT_ONCE = 8;
/** Who has waited so long for a place is not asked for: a page waits 5 s for its answer. */
const WAITS_FOR_PLACE_MS = 1_000;
/**
 * So long a wallet that cannot be reached is asked for no balance, and one that is there, but has
 * not said that of a player, not for this player's.
 */
const SILENT_MS = 5_000;
/** A wallet that does not answer in time for so many players in a row is as one out of reach. */
const LATE_PLAYERS = 3;
const KNOWN_MAX = 10_000;
/** So long what a wallet has said is good enough to advance money on it. */
const FRESH_MS = 30_000;

interface Known {
  readonly balance: Amount;
  readonly atMs: number;
}

/** Of one wallet: the balances that it is asked for, and who waits for a place. */
interface BalanceQueue {
  asked: number;
  readonly waiting: (() => void)[];
  /** The players for whom it has not answered in time, since it last answered for anybody. */
  readonly late: Set<string>;
}

/** As the operator's wallet knows it, the same in every try. */
const idOf = (way: 'in' | 'out', playerId: string, key: string): string =>
  `${way}.${playerId}.${key.replaceAll(':', '.')}`;

@Injectable()
export class SessionWallet implements Wallet {
  /** What the wallets said last, by player, and when. */
  readonly #known = new Map<string, Known>();
  /** By operator, and by player. */
  readonly #silentUntilMs = new Map<string, number>();
  readonly #unsaidUntilMs = new Map<string, number>();
  /** By operator. */
  readonly #queues = new Map<string, BalanceQueue>();

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly ledger: LedgerWallet,
    private readonly calls: WalletCalls,
    private readonly verdicts: WalletVerdicts,
  ) {}

  async balance(playerId: string): Promise<Amount> {
    const wallet = await findWallet(this.pool, playerId);
    if (wallet === undefined) return this.ledger.balance(playerId);
    if (!this.#isSilent(wallet, playerId)) await this.#askBalance(wallet, playerId);
    const known = this.#known.get(playerId)?.balance ?? ZERO;
    return wallet.isSeamless ? await this.#left(this.pool, playerId, known) : known;
  }

  async buyIn(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<BuyInReply> {
    const wallet = await findWallet(tx, playerId);
    if (wallet === undefined) return this.ledger.buyIn(tx, playerId, amount, key);
    if (wallet.isSeamless) return this.#advance(tx, wallet, playerId, amount, key);
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
      case 'by_hand':
        return refused('wallet_unavailable');
    }
  }

  async decided(playerId: string, key: string): Promise<void> {
    const wallet = await findWallet(this.pool, playerId);
    assert(wallet !== undefined, 'what is asked is asked of an operator’s wallet');
    if (wallet.isSeamless) return this.#askBalance(wallet, playerId);
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
    if (wallet.isSeamless) {
      await openAdvance(tx, playerId);
      const went = await post(tx, {
        key: `advance-back:${playerId}:${key}`,
        kind: 'cash_out',
        postings: [{ source: game, destination: advanceAccount(playerId), amount: back }],
      });
      assert(went.ok, 'what is in the game account can go back');
      return reply;
    }
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

  /** Credit for the tables. Nothing is taken from the wallet before a round's bets are closed. */
  async #advance(
    tx: Transaction,
    wallet: WalletPlayer,
    playerId: string,
    amount: Amount,
    key: string,
  ): Promise<BuyInReply> {
    const advance = advanceAccount(playerId);
    await openAdvance(tx, playerId);
    if (!(await isAdvanced(tx, playerId, key))) {
      if (wallet.isOff) return refused('wallet_refused');
      const known = this.#known.get(playerId);
      if (known === undefined || known.atMs < this.clock.nowMs() - FRESH_MS) {
        return this.#isSilent(wallet, playerId) ? refused('wallet_unavailable') : 'asked';
      }
      const left = await this.#left(tx, playerId, known.balance);
      if (amount > left) return refused('insufficient_funds');
    }
    return this.ledger.buyIn(tx, playerId, amount, key, advance);
  }

  /** What the wallet has, and is neither advanced yet nor to be given back after a correction. */
  async #left(tx: Pick<Transaction, 'query'>, playerId: string, balance: Amount): Promise<Amount> {
    const left = balance + (await readAdvanced(tx, playerId));
    return (left > 0n ? left : ZERO) as Amount;
  }

  #isSilent({ operator }: WalletPlayer, playerId: string): boolean {
    const ofAll = this.#silentUntilMs.get(operator) ?? 0;
    const its = this.#unsaidUntilMs.get(playerId) ?? 0;
    return Math.max(ofAll, its) > this.clock.nowMs();
  }

  /** The time in the studio's own queue is no silence of the wallet's. */
  async #askBalance(wallet: WalletPlayer, playerId: string): Promise<void> {
    const queue = this.#queueOf(wallet.operator);
    const sinceMs = this.clock.nowMs();
    if (queue.asked < ASKED_AT_ONCE) queue.asked += 1;
    else await new Promise<void>((takePlace) => queue.waiting.push(takePlace));
    try {
      const atMs = this.clock.nowMs();
      if (atMs - sinceMs > WAITS_FOR_PLACE_MS || this.#isSilent(wallet, playerId)) {
        keep(this.#unsaidUntilMs, playerId, atMs + SILENT_MS);
      } else await this.#askInPlace(wallet, playerId, queue);
    } finally {
      const takePlace = queue.waiting.shift();
      if (takePlace === undefined) queue.asked -= 1;
      else takePlace();
    }
  }

  #queueOf(operator: string): BalanceQueue {
    const queue = this.#queues.get(operator) ?? { asked: 0, waiting: [], late: new Set() };
    this.#queues.set(operator, queue);
    return queue;
  }

  async #askInPlace(wallet: WalletPlayer, playerId: string, { late }: BalanceQueue): Promise<void> {
    const { operator, ref: player, currency, session, tryWithinMs } = wallet;
    const known = session === null ? {} : { session };
    const order = { player, currency, exponent: exponentOf(currency), ...known };
    const verdict = await this.calls.ask(wallet, 'balance', order, tryWithinMs);
    const atMs = this.clock.nowMs();
    const isLate = verdict.status === 'unknown' && verdict.isLate === true;
    const isSilent = verdict.status === 'unknown' && verdict.isSilent === true;
    if (isLate) late.add(playerId);
    else late.clear();
    if (isSilent || late.size >= LATE_PLAYERS) {
      this.#silentUntilMs.set(operator, atMs + SILENT_MS);
    }
    if (verdict.status === 'unknown') {
      keep(this.#unsaidUntilMs, playerId, atMs + SILENT_MS);
    } else {
      const balance = verdict.status === 'done' ? BigInt(verdict.balance) : ZERO;
      keep(this.#known, playerId, { balance: balance as Amount, atMs });
    }
  }
}

/** As the newest of them. Of too many the oldest goes. */
const keep = <Kept>(all: Map<string, Kept>, playerId: string, its: Kept): void => {
  all.delete(playerId);
  all.set(playerId, its);
  const [oldest] = all.keys();
  if (all.size > KNOWN_MAX && oldest !== undefined) all.delete(oldest);
};

/** Whether the same command has brought its money before. */
const isAdvanced = async (tx: Transaction, playerId: string, key: string): Promise<boolean> => {
  const { rowCount } = await tx.query('select from entries where key = $1', [
    `buy-in:${playerId}:${key}`,
  ]);
  return rowCount === 1;
};

const refused = <Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const;
