/**
 * A process of the studio in simulated time: it lives, is frozen for a while, or is dead. A frozen
 * one notices nothing until it goes on; then everything that came meanwhile comes at once.
 */
import type { Cancel, Clock } from '../../src/platform/clock.js';
import type { Timeline } from './timeline.js';

export class Process {
  readonly clock: Clock;
  #frozenUntilMs = 0;
  #isDead = false;

  /** `aheadMs`: by how much its clock is ahead of the database's. */
  constructor(
    readonly timeline: Timeline,
    aheadMs: number,
  ) {
    const after = (ms: number, act: () => void): Cancel =>
      timeline.after(ms, () => this.deliver(act));
    this.clock = {
      nowMs: () => timeline.nowMs + aheadMs,
      after,
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

  /** Does something in this process, as soon as it can. A dead one never does. */
  deliver(act: () => void): void {
    if (this.#isDead) return;
    if (this.isFrozen) this.timeline.at(this.#frozenUntilMs, () => this.deliver(act));
    else act();
  }
}
