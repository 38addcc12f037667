/**
 * A scanner that acts as a keyboard, distinguished from a person at the same keys: it types faster
 * than anybody can, and ends with Enter or Tab. Where the scanner is set to send a key before or
 * after each code, that key decides. What it reads twice is one scan.
 */
import { DoubleRead } from '../../../../src/client/double-read.js';
import { keyText } from './key-text.js';

/** A key that was pressed. */
export interface Press {
  /** `KeyboardEvent.code`: where the key is. */
  readonly code: string;
  /** `KeyboardEvent.key`: what the machine makes of it. */
  readonly key: string;
  readonly shift: boolean;
  /**
   * With control, alt or the command key, or a key that is held down, or in the middle of a
   * composed character.
   */
  readonly isOther: boolean;
  readonly atMs: number;
}

/** Keys by their `code`, such as `F9`. Empty where the scanner sends none. */
export interface ScannerKeys {
  readonly prefix: string;
  readonly suffix: string;
  /** Within which time the same code counts as the same read, in ms. 0: every read counts. */
  readonly doubleReadMs: number;
}

export type Heard =
  | { readonly kind: 'scan'; readonly code: string }
  /** Held back in case it was a scan, which it was not. */
  | { readonly kind: 'typed'; readonly presses: readonly Press[] };

interface Taken {
  /** The press is kept from the page. Otherwise it takes its ordinary way, after what was heard. */
  readonly isHeld: boolean;
  readonly heard: readonly Heard[];
}

/** No person types two keys in a row this fast, ms. */
const GAP_MS = 35;
/** Between the keys of a code that a prefix announced, in ms. */
const ANNOUNCED_GAP_MS = 200;
/**
 * Two keys that came this fast are most likely a code. They are held this long, in case the machine
 * is slow, in ms.
 */
const BEGUN_PATIENCE_MS = 200;
/** A single key is no code. */
const SHORTEST = 2;

const ENTERS: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Tab']);
const SHIFTS: ReadonlySet<string> = new Set(['ShiftLeft', 'ShiftRight']);

export class Burst {
  /** What came so fast, key by key, that it may be a code. */
  #presses: readonly Press[] = [];
  /**
   * How many of them were released. If the machine is too slow, the keys that do come show it by
   * their time.
   */
  #release = 0;
  #isAnnounced = false;
  #isWaiting = false;
  /** Of the last key of a burst, or of the shift before it. */
  #lastMs = -Infinity;
  /** A scanner may end with two keys, such as carriage return and line feed. */
  #endedMs = -Infinity;

  readonly #doubleRead: DoubleRead;

  constructor(private readonly keys: ScannerKeys) {
    this.#doubleRead = new DoubleRead(keys.doubleReadMs);
  }

  /**
   * How long after the last key whatever is held is to be released, in ms. Undefined while nothing
   * is held.
   */
  get patienceMs(): number | undefined {
    if (!this.#isWaiting) return undefined;
    return this.#presses.length >= SHORTEST ? BEGUN_PATIENCE_MS : this.#gapMs;
  }

  take(press: Press): Taken {
    const isFast = press.atMs - this.#lastMs <= this.#gapMs;
    const heard = isFast ? [] : this.#forget();
    if (SHIFTS.has(press.code)) {
      this.#lastMs = press.atMs;
      return { isHeld: false, heard };
    }
    if (press.isOther) return { isHeld: false, heard: [...heard, ...this.#forget()] };
    if (this.#ends(press)) return this.#end(press, heard);
    if (press.code === this.keys.prefix) {
      const before = this.#forget();
      this.#isAnnounced = true;
      return this.#hold([], press, [...heard, ...before]);
    }
    const isCode = keyText(press.code, press.shift) !== undefined;
    const isDue = this.keys.prefix === '' || this.#isAnnounced;
    // A dead key writes nothing yet, and could not be written afterwards.
    const canWait = press.key !== 'Dead' || this.#presses.length > 0 || this.#isAnnounced;
    if (isCode && isDue && canWait) return this.#hold([...this.#presses, press], press, heard);
    return { isHeld: false, heard: [...heard, ...this.#forget()] };
  }

  /** No key has come for so long that what was held is most likely not a scan. */
  release(): readonly Heard[] {
    const presses = this.#presses.slice(this.#release);
    this.#release = this.#presses.length;
    this.#isWaiting = false;
    return presses.length === 0 ? [] : [{ kind: 'typed', presses }];
  }

  /** What was held is not a scan. */
  #forget(): readonly Heard[] {
    const heard = this.release();
    this.#presses = [];
    this.#release = 0;
    this.#isAnnounced = false;
    return heard;
  }

  #hold(presses: readonly Press[], { atMs }: Press, heard: readonly Heard[]): Taken {
    this.#presses = presses;
    this.#isWaiting = true;
    this.#lastMs = atMs;
    return { isHeld: true, heard };
  }

  get #gapMs(): number {
    return this.#isAnnounced ? ANNOUNCED_GAP_MS : GAP_MS;
  }

  #ends({ code }: Press): boolean {
    return this.keys.suffix === '' ? ENTERS.has(code) : code === this.keys.suffix;
  }

  #end(press: Press, heard: readonly Heard[]): Taken {
    if (this.#presses.length === 0 && press.atMs - this.#endedMs <= GAP_MS) {
      this.#endedMs = press.atMs;
      return { isHeld: true, heard };
    }
    const code = this.#presses.map(({ code, shift }) => keyText(code, shift)).join('');
    if (code.length < SHORTEST) {
      return { isHeld: false, heard: [...heard, ...this.#forget()] };
    }
    this.#release = this.#presses.length; // They belong to the scan.
    this.#forget();
    this.#endedMs = press.atMs;
    const isAgain = this.#doubleRead.isAgain(code, press.atMs);
    return { isHeld: true, heard: isAgain ? heard : [...heard, { kind: 'scan', code }] };
  }
}
