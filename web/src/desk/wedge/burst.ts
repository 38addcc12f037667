/**
 * A scanner that acts as a keyboard, distinguished from a person at the same keys: it types faster
 * than anybody can, and ends with Enter or Tab. Where the scanner is set to send a key before or
 * after each code, that key decides. What it reads twice is one scan. A scanner that types nearly
 * as slowly as a person is recognised, too. Its code is no scan, since a person could type it.
 */
import { DoubleRead } from '../../../../src/client/double-read.js';
import { keyText } from './key-text.js';

/** A key that was pressed. */
export interface KeyPress {
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
  /** A field has the focus, so a person may be typing text. */
  readonly isInField: boolean;
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
  /** A whole code, of a scanner that waits too long between its keys. */
  | { readonly kind: 'slow'; readonly code: string }
  /** Held back in case it was a scan, which it was not. */
  | { readonly kind: 'typed'; readonly presses: readonly KeyPress[] };

interface Taken {
  /** The press is kept from the page. Otherwise it takes its ordinary way, after what was heard. */
  readonly isHeld: boolean;
  readonly heard: readonly Heard[];
}

/** No person types two keys in a row this fast, ms. */
const GAP_MS = 35;
/**
 * A scanner that waits longer than that between its keys waits no longer than this. Nobody gives
 * the desk two orders so fast, in ms.
 */
const SLOW_GAP_MS = 100;
/** Slower yet, the code of a card is recognised by its shape: nobody presses shift for a key. */
const SLOWEST_GAP_MS = 250;
const CARD_CODE = /^(\d{1,2}-)?([A2-9TJQK][SHDC]|CUT)$/;
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
  #presses: readonly KeyPress[] = [];
  /**
   * How many of them were released. If the machine is too slow, the keys that do come show it by
   * their time.
   */
  #release = 0;
  #isAnnounced = false;
  /** It came slower than a scanner may type. */
  #isSlow = false;
  #isInField = false;
  /** What was typed so slowly that each key was released by itself. */
  #trail = '';
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

  take(press: KeyPress): Taken {
    this.#isInField = press.isInField;
    const gapMs = press.atMs - this.#lastMs;
    if (gapMs > SLOWEST_GAP_MS || press.isInField) this.#trail = '';
    const heard = gapMs <= this.#gapMs ? [] : this.#forget();
    if (this.#presses.length > 0 && !this.#isAnnounced && gapMs > GAP_MS) this.#isSlow = true;
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
    const text = keyText(press.code, press.shift);
    const isCode = text !== undefined;
    this.#trail += text ?? '';
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
    this.#isSlow = false;
    return heard;
  }

  #hold(presses: readonly KeyPress[], { atMs }: KeyPress, heard: readonly Heard[]): Taken {
    this.#presses = presses;
    this.#isWaiting = true;
    this.#lastMs = atMs;
    return { isHeld: true, heard };
  }

  get #gapMs(): number {
    if (this.#isAnnounced) return ANNOUNCED_GAP_MS;
    return this.#isInField ? GAP_MS : SLOW_GAP_MS;
  }

  #ends({ code }: KeyPress): boolean {
    return this.keys.suffix === '' ? ENTERS.has(code) : code === this.keys.suffix;
  }

  #end(press: KeyPress, heard: readonly Heard[]): Taken {
    if (this.#presses.length === 0 && press.atMs - this.#endedMs <= GAP_MS) {
      this.#endedMs = press.atMs;
      return { isHeld: true, heard };
    }
    const code = this.#presses.map(({ code, shift }) => keyText(code, shift)).join('');
    const trail = this.#trail;
    this.#trail = '';
    if (code.length < SHORTEST) {
      if (CARD_CODE.test(trail)) {
        return {
          isHeld: true,
          heard: [...heard, ...this.#forget(), { kind: 'slow', code: trail }],
        };
      }
      return { isHeld: false, heard: [...heard, ...this.#forget()] };
    }
    const isSlow = this.#isSlow;
    this.#release = this.#presses.length; // They belong to the scan.
    this.#forget();
    this.#endedMs = press.atMs;
    if (isSlow) return { isHeld: true, heard: [...heard, { kind: 'slow', code }] };
    const isAgain = this.#doubleRead.isAgain(code, press.atMs);
    return { isHeld: true, heard: isAgain ? heard : [...heard, { kind: 'scan', code }] };
  }
}
