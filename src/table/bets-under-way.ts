/**
 * Bets under way: batches on their way to the database, with one there and one sent behind it. Also
 * bets that wait for an earlier command of their own player, for their player's seat, or for a row
 * of their player's that somebody else holds, so that nobody else has to wait for it.
 */
import type { Cancel, Clock } from '../platform/clock.js';
import type { CommittedBatch, DecidedBet } from './group-commit.js';
import type { BetLetter, Letter } from './letters.js';
import type { Mailbox } from './mailbox.js';

const FLIGHTS_MAX = 2;
/**
 * A batch costs the database about as much for one bet as for so many. Fewer bets than these wait
 * for each other where the database is busy.
 */
const WORTH_A_BATCH = 64;
/** A database with time to spare takes no longer for a batch, in ms. */
const QUICK_MS = 15;
/** How long few bets wait after a batch: so many times as long as it took beyond `QUICK_MS`. */
const GATHERED_FOR = 4;
/** But no longer than this, in ms, nor for a batch that is under way. */
export const GATHERED_MAX_MS = 100;
/** Of one player. Any beyond these are `table_is_busy`. */
const WAITING_MAX = 64;
/** How long a bet rests, in ms, before it is tried again: 700 ms in all. */
const RESTS_MS = [5, 20, 75, 200, 400];

/** A batch that has come back, as a value for the table's loop to take in. */
export interface Landed {
  readonly batch: readonly DecidedBet[];
  readonly result: { readonly committed: CommittedBatch } | { readonly error: unknown };
}

interface NextBets {
  readonly letters: readonly BetLetter[];
  /** For these there is no room. */
  readonly tooMany: readonly BetLetter[];
}

export class BetsUnderWay {
  readonly #flights = new Set<Promise<void>>();
  readonly #landed: Landed[] = [];
  /** By player: how many wait for the seat, and are not in the mailbox yet. */
  readonly #unseated = new Map<string, number>();
  readonly #behind = new Map<string, readonly BetLetter[]>();
  /** By player. Those behind it wait. */
  readonly #resting = new Map<string, { readonly letter: BetLetter; readonly cancel: Cancel }>();
  readonly #rests = new WeakMap<BetLetter, number>();
  /** The batch that came back last took longer than a quick one. */
  #isSlow = false;
  /** When it came back: the one behind it is with the database from then on. */
  #landedAtMs = -Infinity;
  /** Calls off the end of the wait, while few bets wait for each other. */
  #gathering: Cancel | undefined;
  /** Bets whose turn has come, at most one of a player. */
  #released: BetLetter[] = [];

  /** `onMayGoOn` is called when a bet has rested, and when bets have gathered for long enough. */
  constructor(
    private readonly clock: Pick<Clock, 'after' | 'nowMs'>,
    private readonly onMayGoOn: () => void,
  ) {}

  /** Whether there is room for another batch. */
  get hasRoom(): boolean {
    return this.#flights.size < FLIGHTS_MAX;
  }

  /**
   * Whether a batch of at most `max` bets is worth it now, with so many letters in the mailbox.
   * Where one has waited for its player's last already, all of them wait no longer.
   */
  isWorthIt(inMailbox: number, max: number): boolean {
    const areMany = inMailbox >= Math.min(max, WORTH_A_BATCH);
    return areMany || this.#gathering === undefined || this.hasReleased;
  }

  /** Whether a batch is on its way. */
  get areFlying(): boolean {
    return this.#flights.size > 0;
  }

  /** Whether bets have waited and may be decided now. */
  get hasReleased(): boolean {
    return this.#released.length > 0;
  }

  /** Whether a bet of the player waits for the seat. */
  isUnseated(playerId: string): boolean {
    return this.#unseated.has(playerId);
  }

  /** A bet of the player waits for the seat, until `seated` is called once for it. */
  awaitSeat(playerId: string): void {
    this.#unseated.set(playerId, (this.#unseated.get(playerId) ?? 0) + 1);
  }

  seated(playerId: string): void {
    const others = (this.#unseated.get(playerId) ?? 0) - 1;
    if (others > 0) this.#unseated.set(playerId, others);
    else this.#unseated.delete(playerId);
  }

  /** Whether a bet of the player rests. */
  isResting(playerId: string): boolean {
    return this.#resting.has(playerId);
  }

  /**
   * Takes the bets that may be decided now: those whose turn has come, and then those at the head
   * of the mailbox. Bets that must wait for others of their player are set aside here.
   */
  takeNext(mailbox: Pick<Mailbox<Letter>, 'peek' | 'take'>, max: number): NextBets {
    const letters = this.#released.splice(0, max);
    const tooMany: BetLetter[] = [];
    while (letters.length < max) {
      const letter = mailbox.peek();
      if (letter?.kind !== 'bet') break;
      mailbox.take();
      const { playerId } = letter.bet;
      const isNext = !this.#behind.has(playerId) && !this.#resting.has(playerId);
      if (isNext) letters.push(letter);
      else if (!this.setAside(letter)) tooMany.push(letter);
    }
    return { letters, tooMany };
  }

  /** False when so many of the player's bets wait already that this one cannot. */
  setAside(letter: BetLetter): boolean {
    const { playerId } = letter.bet;
    const behind = this.#behind.get(playerId) ?? [];
    if (behind.length >= WAITING_MAX) return false;
    this.#behind.set(playerId, [...behind, letter]);
    return true;
  }

  /**
   * Somebody else holds a row of the player's, so the bet is tried again a little later. False when
   * it was tried often enough.
   */
  rest(letter: BetLetter): boolean {
    const { playerId } = letter.bet;
    const rests = this.#rests.get(letter) ?? 0;
    const restMs = RESTS_MS[rests];
    if (restMs === undefined) return false;
    this.#rests.set(letter, rests + 1);
    const cancel = this.clock.after(restMs, () => {
      this.#resting.delete(playerId);
      this.#released.push(letter);
      this.onMayGoOn();
    });
    this.#resting.set(playerId, { letter, cancel });
    return true;
  }

  /** The player's command is answered, so it is the next one's turn. While one rests it is not. */
  release(playerId: string): void {
    if (this.#resting.has(playerId)) return;
    const [next, ...others] = this.#behind.get(playerId) ?? [];
    if (next === undefined) return;
    if (others.length > 0) this.#behind.set(playerId, others);
    else this.#behind.delete(playerId);
    this.#released.push(next);
  }

  /** Resolves when the batch has come back, whatever its outcome. */
  send(batch: readonly DecidedBet[], committing: Promise<CommittedBatch>): Promise<void> {
    const sentAtMs = this.clock.nowMs();
    const tookMs = () => this.clock.nowMs() - Math.max(sentAtMs, this.#landedAtMs);
    const flight = committing
      .then(
        (committed) => ({ batch, result: { committed } }),
        (error: unknown) => ({ batch, result: { error } }),
      )
      .then((landed) => {
        this.#landed.push(landed);
        this.#flights.delete(flight);
        this.#judge(tookMs());
        this.#landedAtMs = this.clock.nowMs();
      });
    this.#flights.add(flight);
    if (this.#isSlow) this.#gather(GATHERED_MAX_MS);
    return flight;
  }

  /** By the batch that came back: few bets wait a little, or no longer. */
  #judge(tookMs: number): void {
    const beyondMs = tookMs - QUICK_MS;
    this.#isSlow = beyondMs > 0;
    if (this.#isSlow) this.#gather(Math.min(GATHERED_FOR * beyondMs, GATHERED_MAX_MS));
    else this.#gatherNoMore();
  }

  #gather(ms: number): void {
    this.#gatherNoMore();
    this.#gathering = this.clock.after(ms, () => {
      this.#gathering = undefined;
      this.onMayGoOn();
    });
  }

  #gatherNoMore(): void {
    this.#gathering?.();
    this.#gathering = undefined;
  }

  /**
   * In the order in which the database took them. A batch that had to be sent again may change it.
   */
  takeLanded(): Landed | undefined {
    return this.#landed.shift();
  }

  /** Resolves when the next of the batches has come back. */
  async nextLanding(): Promise<void> {
    await Promise.race(this.#flights);
  }

  /** Every batch that has not been taken in yet, when the last has come back. */
  async takeAllLanded(): Promise<readonly Landed[]> {
    await Promise.all(this.#flights);
    return this.#landed.splice(0);
  }

  /** All bets that wait, of all players. */
  takeAllWaiting(): readonly BetLetter[] {
    const resting = [...this.#resting.values()];
    for (const { cancel } of resting) cancel();
    this.#gatherNoMore();
    const all = [
      ...resting.map(({ letter }) => letter),
      ...this.#released,
      ...[...this.#behind.values()].flat(),
    ];
    this.#resting.clear();
    this.#released = [];
    this.#behind.clear();
    return all;
  }
}
