/**
 * Group commit of solo hands: commands of many players that wait are one statement, a game at a
 * time. What waits is bounded, and so is how long it does.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import {
  type NotPlayed,
  type PlayedStep,
  type StepCommit,
  playHands,
} from '../ledger/play-hands.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { chainOf } from './chain.js';
import { HANDS_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { isLastingRefusal, isRetryable, isUniqueViolation } from '../platform/transaction.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';

/** A command that was not sent to the database within this time never will be, in ms. */
const SENT_WITHIN_MS = 2_000;
/**
 * What becomes of a command is settled this long after it came in, in ms: two seconds until it is
 * sent, three for a connection, one for the lock of its chain, and three for its statement
 * (`LIMITS.hands`), which is not run again after that time. The last three are the commit's.
 */
export const SETTLED_WITHIN_MS = SENT_WITHIN_MS + 10_000;
/** How soon what somebody else holds is tried again, in ms. */
const HELD_MS = 10;
/** Commands that may wait in each game. */
const WAITING_MAX = 20_000;

type Outcome = PlayedStep | NotPlayed;

interface Letter {
  readonly commit: StepCommit;
  readonly askedAtMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

@Injectable()
export class StepCommits {
  readonly #lanes: Readonly<Record<SoloGame, { waiting: Letter[]; isWriting: boolean }>> = {
    punto_e_banco: { waiting: [], isWriting: false },
    sette_e_mezzo: { waiting: [], isWriting: false },
    blackjack: { waiting: [], isWriting: false },
  };

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(HANDS_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    for (const game of SOLO_GAMES) metrics.handSteps.inc({ game }, 0);
  }

  /**
   * Resolves when the command is committed, or is known not to stand. `busy` also where too much
   * waits, or it came in (`askedAtMs`) too long ago. Rejects where it is not known whether it
   * stands.
   */
  write(game: SoloGame, commit: StepCommit, askedAtMs: number): Promise<Outcome> {
    const lane = this.#lanes[game];
    if (lane.waiting.length >= WAITING_MAX) return Promise.resolve('busy');
    return new Promise((resolve, reject) => {
      lane.waiting.push({ commit, askedAtMs, resolve, reject });
      if (lane.isWriting) return;
      lane.isWriting = true;
      // Whoever asks in the same breath is in the first batch.
      setImmediate(() => void this.#writeAll(game));
    });
  }

  async #writeAll(game: SoloGame): Promise<void> {
    const lane = this.#lanes[game];
    while (lane.waiting.length > 0) {
      const batch = this.#take(lane);
      const held = await this.#writeBatch(game, batch);
      lane.waiting.push(...held);
      if (held.length > 0 && held.length === batch.length) await this.#pause();
    }
    lane.isWriting = false;
  }

  /** The first ones, one of each player. */
  #take(lane: { waiting: Letter[] }): readonly Letter[] {
    const batch = new Map<string, Letter>();
    const left: Letter[] = [];
    for (const letter of lane.waiting) {
      const { playerId } = letter.commit;
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
    const letters = all.filter(({ askedAtMs, resolve }) => {
      const isInTime = askedAtMs >= atMs - SENT_WITHIN_MS;
      if (!isInTime) resolve('busy');
      return isInTime;
    });
    if (letters.length === 0) return [];
    const chain = chainOf(game, atMs);
    const commits = letters.map(({ commit }) => commit);
    let outcomes: readonly Outcome[];
    try {
      outcomes = await playHands(this.pool, { game, chain, atMs }, commits);
    } catch (error) {
      return this.#afterFailure(game, letters, error);
    }
    const stood = outcomes.filter((outcome) => typeof outcome === 'object').length;
    this.metrics.handSteps.inc({ game }, stood);
    setImmediate(() => {
      for (const [index, { resolve }] of letters.entries()) {
        const outcome = outcomes[index]!;
        if (outcome !== 'busy') resolve(outcome);
      }
    });
    return letters.filter((_, index) => outcomes[index] === 'busy');
  }

  /**
   * What the database refuses is refused for the sake of one command, so the others are written
   * without it. A command whose id was used a moment ago is known the next time, and what ended to
   * break a deadlock is tried again, each command while it is in time.
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
    if (isKnown || isRetryable(error)) return letters;
    for (const { reject } of letters) reject(error);
    return [];
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(HELD_MS, resolve);
    });
  }
}
