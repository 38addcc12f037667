/**
 * What a case of the conformance kit tries a wallet by: orders with the player's currency, and what
 * must have moved by them.
 */
import { createHash } from 'node:crypto';
import { Failed } from './failed.js';
import type { TriedOrder, Said, Spoilt, TriedWallet } from './tried-wallet.js';

/** As operators are opened. */
export const TIP_MODES = ['session', 'seamless'] as const;
export type TipMode = (typeof TIP_MODES)[number];

export interface TrialOf {
  readonly player: string;
  /** Somebody whom nothing may be taken from, if the operator has named one. */
  readonly barred: string | undefined;
  /** By which the wallet knows the player, if it has sessions. */
  readonly session?: string | undefined;
  /** By which it knows who is barred, if it has sessions and gives one. */
  readonly barredSession?: string | undefined;
  /** In which modes the wallet takes tips; by default in none. */
  readonly tips?: readonly TipMode[] | undefined;
  readonly currency: string;
  readonly exponent: number;
  /** Begins every movement's id of this run. */
  readonly run: string;
  /** For how long the wallet's list is read to its end, in all cases together. */
  readonly listForMs?: number;
}

/** A list of millions of movements has its end within it. */
const LIST_FOR_MS = 300_000;

/** Of these digits, another one for each id, and so for each run. */
const numberOf = (id: string, digits: number): string => {
  const least = 10n ** BigInt(digits - 1);
  const hash = createHash('sha256').update(id).digest('hex');
  return `${least + (BigInt(`0x${hash}`) % (9n * least))}`;
};

/** The round that this debit takes the stakes of. */
export const roundOf = (debit: string): string => numberOf(debit, 10);

/** The hand that this debit is the first of. */
export const handOf = (debit: string) =>
  ({ hand: numberOf(debit, 12), game: 'blackjack' }) as const;

type Movement = 'debit' | 'credit' | 'cancel' | 'adjust' | 'tip';

export class Trial {
  #count = 0;
  /** The cursor of the wallet's list that was come to; null before the first movement. */
  listEnd: string | null = null;
  /** How long that took so far. */
  listReadMs = 0;

  constructor(
    readonly wallet: TriedWallet,
    readonly of: TrialOf,
  ) {}

  get listForMs(): number {
    return this.of.listForMs ?? LIST_FOR_MS;
  }

  id(): string {
    this.#count += 1;
    return `${this.of.run}.${this.#count}`;
  }

  /**
   * An order of this player's. The fields of `rest` take the place of its own. For the barred
   * player it has that player's session, if there is one.
   */
  order(rest: Partial<TriedOrder> = {}): TriedOrder {
    const { player, barred, currency, exponent } = this.of;
    const isOfBarred = rest.player !== undefined && rest.player === barred;
    const session = isOfBarred ? this.of.barredSession : this.of.session;
    return { player, currency, exponent, ...(session !== undefined && { session }), ...rest };
  }

  /** Why nothing is taken from who is barred. It is the session only where none was sent. */
  get barredReasons(): readonly string[] {
    const reasons = ['blocked', 'excluded', 'limit'];
    return this.of.barredSession === undefined ? [...reasons, 'session'] : reasons;
  }

  ask(
    verb: Movement,
    total: bigint,
    rest: Partial<TriedOrder> = {},
    spoilt?: Spoilt,
  ): Promise<Said> {
    const reason = verb === 'cancel' && ({ reason: 'no_answer' } as const);
    const order = this.order({ movementId: this.id(), total: `${total}`, ...reason, ...rest });
    return this.wallet.ask(verb, order, spoilt);
  }

  async debit(total: bigint, movementId = this.id()): Promise<string> {
    isDone(await this.ask('debit', total, { movementId }), `the debit of ${total}`);
    return movementId;
  }

  async credit(total: bigint, movementId = this.id()): Promise<string> {
    isDone(await this.ask('credit', total, { movementId }), `the credit of ${total}`);
    return movementId;
  }

  /** The id is that of the studio: the debit's own, and `.cancel`. */
  async cancel(refers: string, total: bigint, movementId = `${refers}.cancel`): Promise<void> {
    const said = await this.ask('cancel', total, { movementId, refers });
    isDone(said, 'the cancel');
  }

  async balance(player = this.of.player): Promise<bigint> {
    return isDone(await this.wallet.ask('balance', this.order({ player })), 'the balance');
  }

  /**
   * Of who is barred. A wallet that knows players by a session may refuse a balance without one,
   * and no cancel: that of a debit that never came moves nothing, and its answer has the balance.
   */
  async barredBalance(): Promise<bigint> {
    const { barred: player = '', session, barredSession } = this.of;
    if (session === undefined || barredSession !== undefined) return this.balance(player);
    const refers = this.id();
    const order = { player, refers, movementId: `${refers}.cancel` };
    return isDone(await this.ask('cancel', 1n, order), 'the cancel of a debit that never came');
  }

  /** The player's balance has changed by `change` once `work` is over. */
  async moves(change: bigint, work: () => Promise<unknown>): Promise<void> {
    const before = await this.balance();
    await work();
    const after = await this.balance();
    if (after - before !== change) {
      throw new Failed(`the balance went from ${before} to ${after}, and not by ${change}`);
    }
  }
}

const shown = (said: Said): string => {
  switch (said.is) {
    case 'done':
      return `done (${said.balance})`;
    case 'refused':
      return `refused (${said.reason})`;
    case 'busy':
      return 'busy';
    case 'none':
      return `no verdict (${said.why})`;
  }
};

/** The balance after it. */
export const isDone = (said: Said, what: string): bigint => {
  if (said.is === 'done') return said.balance;
  throw new Failed(`${what} was ${shown(said)}, and must be done`);
};

/** By one of these reasons, where some are named. */
export const isRefused = (said: Said, what: string, reasons: readonly string[] = []): void => {
  if (said.is !== 'refused') throw new Failed(`${what} was ${shown(said)}, and must be refused`);
  if (reasons.length > 0 && !reasons.includes(said.reason)) {
    throw new Failed(`${what} was refused by ${said.reason}, and not by ${reasons.join(' or ')}`);
  }
};

/** Refused, or no verdict: nothing has happened. */
export const isNotDone = (said: Said, what: string): void => {
  if (said.is === 'done') throw new Failed(`${what} was done, and must not be`);
};

/** Not even a signed refusal: whoever asks is nobody. */
export const isNotServed = (said: Said, what: string): void => {
  if (said.is !== 'none') throw new Failed(`${what} was ${shown(said)}, and must not be served`);
};

export const needs = (holds: boolean, what: string): void => {
  if (!holds) throw new Failed(what);
};
