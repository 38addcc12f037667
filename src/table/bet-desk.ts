/** The bet desk: takes the bets that wait, decides each, and commits them together (group commit), a batch behind a batch. */
import type pg from 'pg';
import { type BatchOutcome, type BetCommit, layBets } from '../ledger/lay-bets.js';
import { assert } from '../money/assert.js';
import { isRetryable, isUniqueViolation } from '../platform/transaction.js';
import type { SlipChange, SlipCommand, SlipRules } from '../punto-banco/slip.js';
import { decideBet, slipRules } from '../round/bet.js';
import type { LoggedEvent } from '../round/event.js';
import type { BetRefusal } from '../round/refusal.js';
import type { TableState } from '../round/state.js';
import type { Clock } from '../platform/clock.js';
import { type Lease, LeaseLost } from './lease.js';
import { parseEvent } from './log.js';
import {
  type BetAnswer,
  type BetContent,
  type Seat,
  findBet,
  isSameContent,
  linesOf,
} from './seat.js';
import type { Seats } from './seats.js';

export interface PlayerBet {
  readonly playerId: string;
  readonly betId: string;
  readonly game: string;
  readonly content: BetContent;
}

/** `internal_error`: the table had to stop; whether the bet stood can be asked by its id. */
export type BetReply =
  | ({ readonly ok: true } & BetAnswer)
  | {
      readonly ok: false;
      readonly refusal:
        | BetRefusal
        | 'not_joined'
        | 'insufficient_funds'
        | 'bet_id_reused'
        | 'table_is_busy'
        | 'internal_error';
    };

export interface BetLetter {
  readonly kind: 'bet';
  readonly bet: PlayerBet;
  readonly answer: (reply: BetReply) => void;
}

export interface BetDeskParts {
  readonly lease: Lease;
  /** Runs statements in the order they are sent. */
  readonly client: pg.ClientBase;
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly reads: Pick<pg.Pool, 'query'>;
  readonly clock: Clock;
  readonly seats: Seats;
  readonly batchMax: number;
  readonly state: () => TableState;
  /** Takes a committed event into the table's state. */
  readonly take: (logged: LoggedEvent) => void;
  /** Called when a bet that waited aside may go, and the table's loop may be waiting for letters. */
  readonly wake: () => void;
  /** Called when a batch could not be committed: the table must stop. */
  readonly fail: (error: unknown) => void;
}

/** A bet that the rules take, on its way to the ledger. */
interface Decided {
  readonly letter: BetLetter;
  readonly seat: Seat;
  readonly change: SlipChange;
  readonly commit: BetCommit;
}

/** One batch at the database, and one on the wire behind it. */
const FLIGHTS_MAX = 2;
/** Commands of one player that wait for the player's own command before; more are `table_is_busy`. */
const WAITING_MAX = 64;

export class BetDesk {
  #rules: SlipRules;
  #stakesAccountId = '';
  #flights: Promise<void>[] = [];
  #ready: BetLetter[] = [];
  readonly #aside = new Map<string, readonly BetLetter[]>();

  constructor(private readonly parts: BetDeskParts) {
    this.#rules = slipRules(parts.state());
  }

  /** A round begins, or goes on after a restart: its rules and the account of its stakes. */
  async openRound(game: string): Promise<void> {
    this.#rules = slipRules(this.parts.state());
    const { rows } = await this.parts.pool.query<{ id: string }>(
      'select stakes_account_id as id from rounds where game_number = $1',
      [game],
    );
    assert(rows[0] !== undefined, 'a round has an account for its stakes');
    this.#stakesAccountId = rows[0].id;
  }

  /** The pit has closed or opened a spot: the bets that come from here on are decided by it. */
  renewRules(): void {
    this.#rules = slipRules(this.parts.state());
  }

  /** Resolves when nothing is on its way to the ledger any more, nor waits behind what was. */
  async land(): Promise<void> {
    while (this.#flights.length > 0 || this.#ready.length > 0) {
      if (this.#ready.length > 0) await this.takeFrom(NOTHING);
      else await this.#flights[0];
    }
  }

  /** Bets whose player's command before has landed: they may go now, before the mailbox. */
  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  /**
   * Sends the bets at the head of the mailbox as one batch, at most one command of a player: whether
   * a bet is lawful depends on the one before it, and whether that one stands only the ledger knows. A
   * player's next commands wait aside, so that nobody else waits for them.
   */
  async takeFrom(mailbox: Letters): Promise<void> {
    if (this.#flights.length >= FLIGHTS_MAX) await this.#flights[0];
    const batch: Decided[] = [];
    while (batch.length < this.parts.batchMax) {
      const letter = this.#ready.shift() ?? takeBet(mailbox);
      if (letter === undefined) break;
      const seat = this.parts.seats.find(letter.bet.playerId);
      if (seat?.isBetting === true) {
        this.#setAside(letter);
        continue;
      }
      const decided = this.#tryToDecide(letter, seat);
      if (decided !== undefined) batch.push(decided);
      else if (seat !== undefined) this.#letGo(seat);
    }
    if (batch.length > 0) this.#send(batch);
  }

  /** The table has stopped: what waits is answered. */
  stop(): void {
    for (const { answer } of [...this.#ready, ...[...this.#aside.values()].flat()]) {
      answer({ ok: false, refusal: 'internal_error' });
    }
    this.#ready = [];
    this.#aside.clear();
  }

  #setAside(letter: BetLetter): void {
    const { playerId } = letter.bet;
    const aside = this.#aside.get(playerId) ?? [];
    if (aside.length >= WAITING_MAX) letter.answer({ ok: false, refusal: 'table_is_busy' });
    else this.#aside.set(playerId, [...aside, letter]);
  }

  /** The player's command is answered: the next one that waits aside may go. */
  #letGo(seat: Seat): void {
    seat.isBetting = false;
    const [next, ...others] = this.#aside.get(seat.playerId) ?? [];
    if (next === undefined) return;
    if (others.length > 0) this.#aside.set(seat.playerId, others);
    else this.#aside.delete(seat.playerId);
    this.#ready.push(next);
    this.parts.wake();
  }

  /** An assertion that fails stops the table; the bet it failed on is answered all the same. */
  #tryToDecide(letter: BetLetter, seat: Seat | undefined): Decided | undefined {
    try {
      return this.#decide(letter, seat);
    } catch (error) {
      letter.answer({ ok: false, refusal: 'internal_error' });
      this.parts.fail(error);
      return undefined;
    }
  }

  /** Undefined for a bet that is answered at once, because it is refused or was answered before. */
  #decide(letter: BetLetter, seat: Seat | undefined): Decided | undefined {
    const { bet, answer } = letter;
    if (seat === undefined) return void answer({ ok: false, refusal: 'not_joined' });
    seat.isBetting = true;
    const earlier = seat.answers.get(bet.betId);
    if (earlier !== undefined) {
      return void answer(answerAgain(bet, earlier, this.parts.state().round!.game));
    }

    const { slip } = seat;
    const command = slipCommand(bet.content, seat);
    const change = decideBet(this.parts.state(), bet.game, slip, command, this.#rules);
    if (typeof change === 'string') {
      const isInHand = this.parts.state().round?.game === bet.game;
      if (isInHand) answer({ ok: false, refusal: change });
      else this.#answerFromLog(letter, change);
      return undefined;
    }

    const { kind, mode } = bet.content;
    const commit = {
      playerId: seat.playerId,
      accountId: seat.accountId,
      betId: bet.betId,
      kind,
      total: change.total,
      lines: linesOf(slip, change.slip, change.change),
      noted: kind === 'repeat' ? change.leftOut : change.capped,
      keepsMode: mode ?? null,
    };
    return { letter, seat, change, commit };
  }

  /** A bet for another round than the one in hand: perhaps the retry of one that stood there. */
  #answerFromLog({ bet, answer }: BetLetter, refusal: BetRefusal): void {
    findBet(this.parts.reads, bet.playerId, bet.betId).then(
      (earlier) =>
        answer(
          earlier === undefined ? { ok: false, refusal } : answerAgain(bet, earlier, earlier.game),
        ),
      () => answer({ ok: false, refusal: 'internal_error' }),
    );
  }

  #send(batch: readonly Decided[]): void {
    const flight = this.#commit(batch)
      .catch((error: unknown) => {
        for (const { letter } of batch) letter.answer({ ok: false, refusal: 'internal_error' });
        this.parts.fail(error);
      })
      .finally(() => {
        for (const { seat } of batch) this.#letGo(seat);
        this.#flights = this.#flights.filter((other) => other !== flight);
      });
    this.#flights.push(flight);
  }

  async #commit(decided: readonly Decided[]): Promise<void> {
    // Locked in one order everywhere, so that the batches of two tables do not wait for each other in a ring.
    const batch = [...decided].sort((a, b) => compareIds(a.commit.accountId, b.commit.accountId));
    const { lease, client, clock } = this.parts;
    const atMs = clock.nowMs();
    const game = this.parts.state().round!.game;
    const place = { ...lease, atMs, game, stakesAccountId: this.#stakesAccountId };
    let outcome: BatchOutcome;
    try {
      outcome = await layBets(
        client,
        place,
        batch.map(({ commit }) => commit),
      );
    } catch (error) {
      if (isRetryable(error)) return this.#commit(decided);
      if (isUniqueViolation(error)) return this.#sortOutReused(decided);
      throw error;
    }
    if (outcome.fenced) throw new LeaseLost(lease);
    if (outcome.event !== undefined) {
      const { seq, payload } = outcome.event;
      this.parts.take({ seq, atMs, event: parseEvent(payload) });
    }
    const seq = outcome.event?.seq ?? 0;
    for (const [index, each] of batch.entries()) {
      answerCommitted(each, outcome.balances[index], seq);
    }
  }

  /** A bet id was used in an earlier round: it is refused, the others are laid without it. */
  async #sortOutReused(batch: readonly Decided[]): Promise<void> {
    const fresh: Decided[] = [];
    for (const decided of batch) {
      const { bet, answer } = decided.letter;
      const earlier = await findBet(this.parts.pool, bet.playerId, bet.betId);
      if (earlier === undefined) fresh.push(decided);
      else answer({ ok: false, refusal: 'bet_id_reused' });
    }
    assert(fresh.length < batch.length, 'a unique violation comes from a bet id used before');
    if (fresh.length > 0) await this.#commit(fresh);
  }
}

type Letter = BetLetter | { readonly kind: 'command' | 'barrier' };

interface Letters {
  peek(): Letter | undefined;
  take(): unknown;
}

const NOTHING: Letters = { peek: () => undefined, take: () => undefined };

/** The bet at the head; undefined when something else is there, which the bets behind it must wait for. */
const takeBet = (mailbox: Letters): BetLetter | undefined => {
  const letter = mailbox.peek();
  if (letter?.kind !== 'bet') return undefined;
  mailbox.take();
  return letter;
};

const answerCommitted = (
  { letter, seat, change }: Decided,
  balance: bigint | undefined,
  seq: number,
): void => {
  if (balance === undefined) {
    letter.answer({ ok: false, refusal: 'insufficient_funds' });
    return;
  }
  const { leftOut, capped } = change;
  const answer = { seq, balance, change: change.change, leftOut, capped };
  seat.slip = change.slip;
  seat.answers.set(letter.bet.betId, { content: letter.bet.content, answer });
  letter.answer({ ok: true, ...answer });
};

const answerAgain = (
  bet: PlayerBet,
  earlier: { readonly content: BetContent; readonly answer: BetAnswer },
  game: string,
): BetReply =>
  game === bet.game && isSameContent(bet.content, earlier.content)
    ? { ok: true, ...earlier.answer }
    : { ok: false, refusal: 'bet_id_reused' };

const slipCommand = (content: BetContent, seat: Seat): SlipCommand => {
  switch (content.kind) {
    case 'place':
    case 'mode':
      return content;
    case 'undo':
    case 'clear':
    case 'double':
      return { kind: content.kind };
    case 'repeat':
      return { kind: 'repeat', previous: seat.previous };
  }
};

/** Ids are numbers in decimal: the shorter is the smaller. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
