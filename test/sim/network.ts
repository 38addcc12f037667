/**
 * The network between people and studios. What is asked arrives late, twice or not at all, and so
 * does the answer. What a studio publishes comes in its order, for as long as the connection holds.
 */
import type { Chance } from './chance.js';
import type { Studio } from './studio.js';
import type { Timeline } from './timeline.js';

/** Cases are out of a hundred. */
export interface Weather {
  /** Takes up to this much longer, each way, in ms. */
  readonly lateMs: number;
  readonly lost: number;
  readonly doubled: number;
}

export const FAIR: Weather = { lateMs: 0, lost: 0, doubled: 0 };

/** Whoever asks waits no longer than this. */
const ANSWER_WITHIN_MS = 1_500;

interface InternalError {
  readonly ok: false;
  readonly refusal: 'internal_error';
}

const INTERNAL_ERROR: InternalError = { ok: false, refusal: 'internal_error' };

/** `no_answer`: whether it was done is not known. */
export type Answer<R> = R | InternalError | 'no_answer';

export class Network {
  constructor(
    readonly timeline: Timeline,
    private readonly chance: Chance,
    private readonly weather: () => Weather,
  ) {}

  /** How long one way takes now, in ms. */
  wayMs(): number {
    const { lateMs } = this.weather();
    return 1 + this.chance.below(4) + (lateMs === 0 ? 0 : this.chance.below(lateMs));
  }

  /**
   * `work` is done in the studio's process. Resolves in any case. `sentTwice` is called where it
   * may be done after it was answered.
   */
  ask<R>(
    studio: Studio,
    work: () => Promise<R> | R,
    sentTwice: () => void = () => undefined,
  ): Promise<Answer<R>> {
    const { timeline, chance } = this;
    const { lost, doubled } = this.weather();
    return new Promise((resolve) => {
      const giveUp = timeline.after(ANSWER_WITHIN_MS, () => resolve('no_answer'));
      const answer = (given: R | InternalError): void => {
        if (chance.percent(lost)) return;
        timeline.after(this.wayMs(), () => {
          giveUp();
          resolve(given);
        });
      };
      const send = (): void => {
        timeline.after(this.wayMs(), () =>
          studio.process.deliver(() => {
            const doing = async (): Promise<R> => work();
            doing().then(answer, () => answer(INTERNAL_ERROR));
          }),
        );
      };
      if (!chance.percent(lost)) send();
      if (chance.percent(doubled)) {
        sentTwice();
        send();
      }
    });
  }
}
