/**
 * Who hashes next. One at a time in the whole process: each takes a core to itself for 20 ms, and
 * those that deal and pay need the cores. Whoever is signed in comes before all strangers, however
 * many there are. Of strangers every second one comes from where the staff has signed in before.
 */
import type { Cancel, Clock } from '../platform/clock.js';

/**
 * How often a stranger's may begin, in ms, after the first `AT_ONCE`: so many sign-ins as the staff
 * of a studio need when a shift begins, and no more than a quarter of a core for whoever guesses.
 */
const EVERY_MS = 80;
const AT_ONCE = 10;

/** `known` is a stranger by a network that somebody has signed in from. */
export type Hasher = 'signed_in' | 'known' | 'stranger';

export class HashingTurns {
  readonly #waiting: Readonly<Record<Hasher, (() => Promise<void>)[]>> = {
    signed_in: [],
    known: [],
    stranger: [],
  };
  #isBusy = false;
  #isTurnOfKnown = true;
  /** A stranger's may begin this long after it, or later. */
  #paidUpToMs = -Infinity;
  #cancel: Cancel = () => undefined;

  constructor(private readonly clock: Clock) {}

  /** As `work` ends, when its turn has come. */
  take<T>(by: Hasher, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting[by].push(() => work().then(resolve, reject));
      this.#next();
    });
  }

  #next(): void {
    if (this.#isBusy) return;
    this.#cancel();
    const work = this.#waiting.signed_in.shift() ?? this.#stranger();
    if (work === undefined) return;
    this.#isBusy = true;
    void work().finally(() => {
      this.#isBusy = false;
      this.#next();
    });
  }

  /** Undefined where there is none, or it is not time yet. It is looked again when it is. */
  #stranger(): (() => Promise<void>) | undefined {
    const { known, stranger } = this.#waiting;
    if (known.length + stranger.length === 0) return undefined;
    const nowMs = this.clock.nowMs();
    const waitMs = this.#paidUpToMs + EVERY_MS - nowMs;
    if (waitMs > 0) {
      this.#cancel = this.clock.after(waitMs, () => this.#next());
      return undefined;
    }
    this.#paidUpToMs = Math.max(this.#paidUpToMs, nowMs - AT_ONCE * EVERY_MS) + EVERY_MS;
    const isKnown = known.length > 0 && (this.#isTurnOfKnown || stranger.length === 0);
    this.#isTurnOfKnown = !isKnown;
    return (isKnown ? known : stranger).shift();
  }
}
