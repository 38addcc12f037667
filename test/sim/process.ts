/**
 * A process of the studio in simulated time: it lives, is frozen for a while, or is dead. A frozen
 * one notices nothing until it goes on; then everything that came meanwhile comes at once.
 */
import type { Cancel, Clock } from '../../src/platform/clock.js';
import type { Timeline } from './timeline.js';

export class Process {
  readonly clock: Clock;
  #frozenUntilMs = 0;
  /** For how long its machine stood still, so that its clock and its timers did too. */
  #pausedMs = 0;
  #isDead = false;

  /** `aheadMs`: by how much its clock is ahead of the database's. */
  constructor(
    readonly timeline: Timeline,
    aheadMs: number,
  ) {
    const after = (ms: number, act: () => void): Cancel => {
      const pausedMs = this.#pausedMs;
      let cancel = timeline.after(ms, () => {
        const lateMs = this.#pausedMs - pausedMs;
        if (lateMs === 0) return this.deliver(act);
        cancel = after(lateMs, act);
      });
      return () => cancel();
    };
    this.clock = {
      nowMs: () => Math.floor(timeline.nowMs) + aheadMs - this.#pausedMs,
      after,
      soon: (act) => void after(0, act),
      every: (ms, act) => {
        let cancel: Cancel = () => undefined;
        const ring = (): void => {
          cancel = after(ms, ring);
          act();
        };
        cancel = after(ms, ring);
        return () => cancel();
      },
    };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get isFrozen(): boolean {
    return this.timeline.nowMs < this.#frozenUntilMs;
  }

  kill(): void {
    this.#isDead = true;
  }

  freeze(ms: number): void {
    this.#frozenUntilMs = Math.max(this.#frozenUntilMs, this.timeline.nowMs + ms);
  }

  /** Its machine stands still, and is behind the time of day from then on. */
  pause(ms: number): void {
    const fromMs = Math.max(this.#frozenUntilMs, this.timeline.nowMs);
    this.freeze(ms);
    this.#pausedMs += Math.max(0, this.#frozenUntilMs - fromMs);
  }

  /** Does something in this process, as soon as it can. A dead one never does. */
  deliver(act: () => void): void {
    if (this.#isDead) return;
    if (this.isFrozen) this.timeline.at(this.#frozenUntilMs, () => this.deliver(act));
    else act();
  }
}
