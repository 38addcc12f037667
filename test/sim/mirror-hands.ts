/**
 * The hands that Postgres keeps, beside those in memory: asked and answered in memory's numbers of
 * hands and accounts, and by the time of the simulation.
 */
import type { PlayersHand, WaitingHand } from '../../src/hands/hand-rows.js';
import type { HandStore } from '../../src/hands/store.js';
import type { StepCommit } from '../../src/ledger/play-hands.js';

interface Beside {
  readonly nowMs: () => number;
  /** Of a session: its number in Postgres, by the one in memory. */
  readonly sessionOf: (id: string) => string;
  /** The number that memory gives the next hand. */
  readonly nextInMemory: () => string;
  /** From now on Postgres numbers hands from this one. */
  readonly numberFrom: (next: string) => Promise<void>;
}

type Asked<K extends keyof HandStore> = Parameters<HandStore[K]>;
type Answered<K extends keyof HandStore> = ReturnType<HandStore[K]>;

/** No wallet is asked for stakes of hands here. */
export type KeptHands = Omit<HandStore, 'takeStake' | 'returnStake'>;

/** A batch that is begun at any time is in time by one, and too late by the other. */
const [IN_TIME_MS, TOO_LATE_MS] = [Number.MAX_SAFE_INTEGER, 0];

export class HandsBeside implements KeptHands {
  /** By player, the account of hands in Postgres. */
  readonly #accounts = new Map<string, string>();
  /** What the next hand is to be numbered. Memory has done its part when Postgres is asked. */
  #next: string;

  constructor(
    private readonly postgres: KeptHands,
    private readonly beside: Beside,
  ) {
    this.#next = beside.nextInMemory();
  }

  async current(...asked: Asked<'current'>): Promise<PlayersHand | undefined> {
    const current = await this.postgres.current(...asked);
    const [playerId] = asked;
    const hands = current?.accounts.hands;
    if (typeof hands === 'string') this.#accounts.set(playerId, hands);
    return current;
  }

  open(...asked: Asked<'open'>): Answered<'open'> {
    return this.#numbered(() => this.postgres.open(...asked));
  }

  /** Postgres reads its own clock, so what is too late goes by the time of the simulation. */
  play(...[batch, commits]: Asked<'play'>): Answered<'play'> {
    const isLate = this.beside.nowMs() > batch.beginsByMs;
    const beginsByMs = isLate ? TOO_LATE_MS : IN_TIME_MS;
    return this.#numbered(() =>
      this.postgres.play(
        { ...batch, beginsByMs },
        commits.map((commit) => ({ ...commit, accounts: this.#accountsOf(commit) })),
      ),
    );
  }

  stakeOf(...asked: Asked<'stakeOf'>): Answered<'stakeOf'> {
    return this.postgres.stakeOf(...asked);
  }

  findStep(...asked: Asked<'findStep'>): Answered<'findStep'> {
    return this.postgres.findStep(...asked);
  }

  hasHand(...asked: Asked<'hasHand'>): Answered<'hasHand'> {
    return this.postgres.hasHand(...asked);
  }

  async waiting(...[keptMs, last]: Asked<'waiting'>): Promise<readonly WaitingHand[]> {
    const behind = last && { ...last, actedAt: new Date(Number(last.actedAt)).toISOString() };
    const waiting = await this.postgres.waiting(keptMs, behind);
    return waiting.map((each) => ({ ...each, actedAt: String(Date.parse(each.actedAt)) }));
  }

  #accountsOf({ playerId, accounts }: StepCommit): StepCommit['accounts'] {
    const hands = this.#accounts.get(playerId);
    if (hands === undefined) throw new Error(`player ${playerId} has an account of hands`);
    return { session: this.beside.sessionOf(accounts.session), hands };
  }

  /** A number that was taken in vain is given again, as memory does. */
  async #numbered<R>(work: () => Promise<R>): Promise<R> {
    await this.beside.numberFrom(this.#next);
    try {
      return await work();
    } finally {
      this.#next = this.beside.nextInMemory();
    }
  }
}
