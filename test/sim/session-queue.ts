/** The queue of looks at sessions that all studios share. A look may come late, twice or never. */
import type { Look } from '../../src/session/expiry-queue.service.js';
import type { Chance } from './chance.js';
import type { Timeline } from './timeline.js';

export type LookJob = Pick<Look, 'playerId' | 'isExtra'>;

interface Parts {
  readonly timeline: Timeline;
  readonly chance: Chance;
  /** Those who can be reached now. */
  readonly workers: () => readonly { readonly lookAtSession: (job: LookJob) => void }[];
  /** Whether what is put into it now is lost. */
  readonly forgets: () => boolean;
}

export class SessionQueue {
  readonly #ids = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** The same look, asked for twice, is queued once. `nowMs` is the time of whoever asks. */
  arm(looks: readonly Look[], nowMs: number): void {
    const { timeline, chance, workers, forgets } = this.parts;
    if (forgets()) return;
    for (const { playerId, atMs, isExtra = false } of looks) {
      const id = `${playerId} ${atMs}`;
      if (this.#ids.has(id)) continue;
      this.#ids.add(id);
      const lateMs = chance.percent(5) ? chance.between(500, 4_000) : chance.between(1, 20);
      timeline.after(Math.max(0, atMs - nowMs) + lateMs, () => {
        this.#ids.delete(id);
        const able = workers();
        if (able.length === 0 || forgets()) return;
        const times = chance.percent(10) ? 2 : 1;
        for (let time = 0; time < times; time += 1) {
          chance.pick(able).lookAtSession({ playerId, isExtra });
        }
      });
    }
  }
}
