/**
 * Group commit of solo hands: commands of many players that wait are one statement, a game at a
 * time. A batch that is full is sent while the one before it is still with the database, and waits
 * there for the lock of its chain, so that the database never waits for this process. What waits is
 * bounded, and so is how long it does.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { NotPlayed, PlayedBatch, PlayedStep, StepCommit } from '../ledger/play-hands.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { chainOf } from './chain.js';
import { Metrics } from '../platform/metrics.js';
import { leastSkewMs } from '../platform/skew.js';
import {
  hasNotGotItsLock,
  isLastingRefusal,
  isRetryable,
  isUniqueViolation,
} from '../platform/transaction.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { HAND_STORE, type HandStore } from './store.js';

/**
 * A command that was not put into a batch within this time never will be, in ms: two seconds after
 * it came in, which may be counted from half a second before.
 */
const SENT_WITHIN_MS = 2_500;
/**
 * The database begins with a batch this long after it was put together, by its own clock, or never:
 * after three seconds for a connection and one for the lock of its chain. One more is for clocks,
 * which may run apart between two batches.
 */
const BEGUN_WITHIN_MS = 5_000;
/**
 * What becomes of a command is settled this long after it came in, in ms: two and a half seconds
 * until its batch is put together, five until that is begun, and three for its statement
 * (`LIMITS.hands`), which is not run again after that time. The rest is the commit's.
 */
export const SETTLED_WITHIN_MS = SENT_WITHIN_MS + BEGUN_WITHIN_MS + 4_500;
/** How soon what somebody else holds is tried again, in ms. */
const HELD_MS = 10;
/** Batches of a game that are with the database at the same time: one works, and one waits. */
const BATCHES_AT_ONCE = 2;
/** Commands that may wait in each game. */
const WAITING_MAX = 20_000;

type Outcome = PlayedStep | NotPlayed;

interface Letter {
  readonly playerId: string;
  readonly make: () => StepCommit;
  /** Once it was put into a batch. */
  commit?: StepCommit;
  readonly askedAtMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane {
  waiting: Letter[];
  /** How many are with the database, or are tried again in a moment. */
  batches: number;
  /** The next one is begun in a moment. */
  isAwaited: boolean;
}

@Injectable()
export class StepCommits {
  readonly #lanes: Readonly<Record<SoloGame, Lane>> = {
    punto_e_banco: { waiting: [], batches: 0, isAwaited: false },
    sette_e_mezzo: { waiting: [], batches: 0, isAwaited: false },
    blackjack: { waiting: [], batches: 0, isAwaited: false },
  };

  /** How far the database's clock is ahead of the process's, as its last answers say. */
  #databaseAheadMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: { readonly table: Pick<Config['table'], 'batchMax'> },
    @Inject(HAND_STORE) private readonly store: Pick<HandStore, 'play'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    for (const game of SOLO_GAMES) metrics.handSteps.inc({ game }, 0);
  }

  /** What came in at `askedAtMs` is begun until then, by the database's clock, or never. */
  begunByMs(askedAtMs: number): number {
    return askedAtMs + SENT_WITHIN_MS + this.#databaseAheadMs + BEGUN_WITHIN_MS;
  }

  /**
   * Resolves when the command is committed, or is known not to stand. `busy` also where too much
   * waits, or it came in (`askedAtMs`) too long ago. Rejects where it is not known whether it
   * stands. `make` is called once, when the command is first put into a batch: a command that waits
   * is small, and thousands of them cost the collector of garbage little.
   */
  write(
    game: SoloGame,
    { playerId, askedAtMs, make }: Pick<Letter, 'playerId' | 'askedAtMs' | 'make'>,
  ): Promise<Outcome> {
    const lane = this.#lanes[game];
    if (lane.waiting.length >= WAITING_MAX) return Promise.resolve('busy');
    return new Promise((resolve, reject) => {
      lane.waiting.push({ playerId, askedAtMs, make, resolve, reject });
      if (lane.isAwaited || !this.#mayBegin(lane)) return;
      lane.isAwaited = true;
      // Whoever asks in the same breath is in the batch.
      this.clock.soon(() => {
        lane.isAwaited = false;
        this.#begin(game);
      });
    });
  }

  /** Whatever waits may be a batch, but behind another one only a full batch. */
  #mayBegin({ waiting, batches }: Lane): boolean {
    if (batches === 0) return waiting.length > 0;
    return batches < BATCHES_AT_ONCE && waiting.length >= this.config.table.batchMax;
  }

  #begin(game: SoloGame): void {
    const lane = this.#lanes[game];
    if (!this.#mayBegin(lane)) return;
    lane.batches += 1;
    void this.#write(game, lane);
  }

  async #write(game: SoloGame, lane: Lane): Promise<void> {
    const batch = this.#take(lane);
    const held = await this.#writeBatch(game, batch);
    lane.waiting.push(...held);
    if (held.length > 0 && held.length === batch.length) await this.#pause();
    lane.batches -= 1;
    this.#begin(game);
  }

  /** The first ones, one of each player. */
  #take(lane: Lane): readonly Letter[] {
    const batch = new Map<string, Letter>();
    const left: Letter[] = [];
    for (const letter of lane.waiting) {
      const { playerId } = letter;
      if (batch.size < this.config.table.batchMax && !batch.has(playerId)) {
        batch.set(playerId, letter);
      } else left.push(letter);
    }
    lane.waiting = left;
    return [...batch.values()];
  }

  /**
   * Returns those that somebody else held. Those that came in too long ago are given up. The rest
   * get their answers a moment later, so that the database has the next batch by then.
   */
  async #writeBatch(game: SoloGame, all: readonly Letter[]): Promise<readonly Letter[]> {
    const atMs = this.clock.nowMs();
    const letters = all.filter((letter) => {
      const isInTime = letter.askedAtMs >= atMs - SENT_WITHIN_MS;
      if (!isInTime) letter.resolve('busy');
      return isInTime && isMade(letter);
    });
    if (letters.length === 0) return [];
    const commits = letters.map(({ commit }) => commit!);
    const chain = chainOf(game, atMs);
    const beginsByMs = atMs + this.#databaseAheadMs + BEGUN_WITHIN_MS;
    let played: PlayedBatch;
    try {
      played = await this.store.play({ game, chain, atMs, beginsByMs }, commits);
    } catch (error) {
      return this.#afterFailure(game, letters, error);
    }
    const { begunAtMs, outcomes } = played;
    this.#compareClocks(begunAtMs, atMs);
    if (begunAtMs > beginsByMs) {
      this.#giveUp(letters, outcomes);
      return [];
    }
    const stood = outcomes.filter((outcome) => typeof outcome === 'object').length;
    this.metrics.handSteps.inc({ game }, stood);
    this.clock.soon(() => {
      for (const [index, { resolve }] of letters.entries()) {
        const outcome = outcomes[index]!;
        if (outcome !== 'busy') resolve(outcome);
      }
    });
    return letters.filter((_, index) => outcomes[index] === 'busy');
  }

  /**
   * What the database refuses is refused for the sake of one command, so the others are written
   * without it. A command whose id was used a moment ago is known the next time. Of what was ended
   * to break a deadlock, or did not get a lock, nothing stands: it is tried again, each command
   * while it is in time.
   */
  async #afterFailure(
    game: SoloGame,
    letters: readonly Letter[],
    error: unknown,
  ): Promise<readonly Letter[]> {
    if (isLastingRefusal(error) && letters.length > 1) {
      const half = Math.ceil(letters.length / 2);
      const first = await this.#writeBatch(game, letters.slice(0, half));
      return [...first, ...(await this.#writeBatch(game, letters.slice(half)))];
    }
    const isKnown = isUniqueViolation(error, 'solo_steps_player_id_command_id_key');
    if (isKnown || isRetryable(error) || hasNotGotItsLock(error)) return letters;
    for (const { reject } of letters) reject(error);
    return [];
  }

  /** The database's time was read on the way of a batch that was put together at `atMs`. */
  #compareClocks(databaseMs: number, atMs: number): void {
    const nowMs = this.clock.nowMs();
    const aheadMs = this.#databaseAheadMs;
    this.#databaseAheadMs += leastSkewMs(nowMs + aheadMs, databaseMs, databaseMs + nowMs - atMs);
  }

  /**
   * A batch came too late, or its machine stood still and its clock with it. How long anything has
   * waited is not known then, so whatever waits is given up. The next ones go by the database's
   * clock as it was heard now.
   */
  #giveUp(letters: readonly Letter[], outcomes: readonly Outcome[]): void {
    for (const [index, { resolve }] of letters.entries()) resolve(outcomes[index]!);
    for (const { waiting } of Object.values(this.#lanes)) {
      for (const { resolve } of waiting.splice(0)) resolve('busy');
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(HELD_MS, resolve);
    });
  }
}

/** One that cannot be made fails alone, and the rest of its batch stands. */
const isMade = (letter: Letter): boolean => {
  try {
    letter.commit ??= letter.make();
    return true;
  } catch (error) {
    letter.reject(error);
    return false;
  }
};
