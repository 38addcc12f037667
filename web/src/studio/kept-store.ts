/**
 * What the studio keeps of the player. A change is drawn at once, and put back where the studio
 * refuses.
 */
import { createStore } from 'zustand/vanilla';
import { type HttpFault, faultOf } from './http.js';

interface KeptView<Kept> {
  readonly kept: Kept;
  /** Whether it is the player’s own: the studio has sent it. */
  readonly isRead: boolean;
  /** Why the last reading or change came to nothing. */
  readonly fault: HttpFault | undefined;
}

/** Where it is kept. Both reject where it cannot be. */
interface KeptPlace<Kept, Change> {
  readonly read: () => Promise<Kept>;
  readonly change: (change: Change) => Promise<Kept>;
}

/** The same answer would come again. Signed in anew, the page connects, and asks then. */
const LASTING: ReadonlySet<HttpFault | undefined> = new Set<HttpFault>([
  'malformed_request',
  'not_signed_in',
  'not_allowed',
  'not_found',
]);

const FIRST_BOUND_MS = 1_000;
const LAST_BOUND_MS = 30_000;

/**
 * In ms, before the read that follows `failures` failed ones in a row: half of a bound to the whole
 * of it, as `chance` from 0 to 1 has it, so that the pages of a busy studio do not all ask at once.
 */
export const readAgainAfter = (failures: number, chance: number): number =>
  (Math.min(FIRST_BOUND_MS * 2 ** (failures - 1), LAST_BOUND_MS) * (1 + chance)) / 2;

export class KeptStore<Kept extends object, Change extends object> {
  readonly store;
  #kept: Kept;
  /** Asked and not answered yet, in order. */
  #asked: readonly Change[] = [];
  #turn: Promise<void> = Promise.resolve();
  /** Runs while it could not be read. */
  #again: ReturnType<typeof setTimeout> | undefined;

  /** `before`: what holds until the studio has sent it. */
  constructor(
    before: Kept,
    private readonly place: KeptPlace<Kept, Change>,
  ) {
    this.#kept = before;
    this.store = createStore<KeptView<Kept>>(() => ({
      kept: before,
      isRead: false,
      fault: undefined,
    }));
  }

  /** Reads it if that has not been done yet. Resolves when it is read, or cannot be. */
  read(): Promise<void> {
    const isRead = () => this.store.getState().isRead;
    if (isRead()) return Promise.resolve();
    return (this.#turn = this.#turn.then(() => (isRead() ? undefined : this.#read())));
  }

  /** Reads it until it has come, or cannot come. What holds before counts until then. */
  async comes(failures = 0): Promise<void> {
    clearTimeout(this.#again);
    await this.read();
    const { isRead, fault } = this.store.getState();
    if (isRead || LASTING.has(fault)) return;
    clearTimeout(this.#again);
    const delayMs = readAgainAfter(failures + 1, Math.random());
    this.#again = setTimeout(() => void this.comes(failures + 1), delayMs);
  }

  /** Reads it anew: it may have been changed in another browser. */
  readAgain(): Promise<void> {
    return (this.#turn = this.#turn.then(() => this.#read()));
  }

  /** Resolves when it is stored, or put back. */
  change(change: Change): Promise<void> {
    this.#asked = [...this.#asked, change];
    this.#show({ fault: undefined });
    this.#turn = this.#turn.then(() => this.#send(change));
    return this.#turn;
  }

  async #read(): Promise<void> {
    try {
      this.#kept = await this.place.read();
      this.#show({ isRead: true, fault: undefined });
    } catch (error) {
      this.#show({ fault: faultOf(error) });
    }
  }

  /** One after the other: what the studio answers last is what holds. */
  async #send(change: Change): Promise<void> {
    let published: Partial<KeptView<Kept>>;
    try {
      this.#kept = await this.place.change(change);
      published = { isRead: true };
    } catch (error) {
      published = { fault: faultOf(error) };
    }
    this.#asked = this.#asked.filter((each) => each !== change);
    this.#show(published);
  }

  #show(published: Partial<KeptView<Kept>>): void {
    const kept = this.#asked.reduce<Kept>((all, change) => ({ ...all, ...change }), this.#kept);
    this.store.setState({ ...published, kept });
  }
}
