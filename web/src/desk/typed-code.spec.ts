import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SCAN_CODES, parseScanCode } from '../../../src/round/scan-code.js';
import { TypedCode, withTypedCodes } from './typed-code.js';
import { listenToKeys } from './wedge/listen.js';

const OWN_KEYS = new Set(['Enter', ' ', 'Escape', 'P', 'E', 'O']);
const NAMES: Readonly<Record<string, string>> = { '⏎': 'Enter', '⎋': 'Escape', '⌫': 'Backspace' };

interface Typing {
  readonly format?: string;
  readonly everyMs?: number;
}

/** A desk of a table with such codes, and what it did: scans, orders and what it said. */
class HeardDesk {
  readonly did: string[] = [];
  #atMs = 0;
  readonly remove: () => void;

  constructor(format: string) {
    const isCard = (code: string) =>
      parseScanCode(code, { ...DEFAULT_SCAN_CODES, format }) !== undefined;
    const desk = withTypedCodes(
      new TypedCode(isCard),
      {
        key: (key) => OWN_KEYS.has(key) && this.did.push(key) > 0,
        scan: (code) => this.did.push(`scan ${code}`) > 0,
        slow: (code) => void this.did.push(`slow ${code}`),
        torn: () => void this.did.push('torn'),
      },
      () => this.#atMs,
    );
    const key = (name: string) => desk.key(name.length === 1 ? name.toUpperCase() : name);
    const scannerKeys = { prefix: '', suffix: '', doubleReadMs: 0 };
    this.remove = listenToKeys(scannerKeys, { ...desk, key, asked: () => false });
  }

  /** Returns what was done meanwhile. The first key comes a second after what was before. */
  types(keys: string, everyMs = 800): readonly string[] {
    const before = this.did.length;
    this.#atMs += 1_000;
    for (const [index, key] of [...keys].entries()) {
      if (index > 0) this.#atMs += everyMs;
      const name = NAMES[key] ?? key;
      if (/^[A-Z]$/.test(name)) this.#press('ShiftLeft', 'Shift', true);
      this.#press(codeOf(name), name, /^[A-Z]$/.test(name));
      if (everyMs > LONGEST_HELD_MS) vi.advanceTimersByTime(LONGEST_HELD_MS);
    }
    return this.did.slice(before);
  }

  #press(code: string, key: string, shiftKey: boolean): void {
    const event = new Event('keydown', { cancelable: true });
    const given = { code, key, shiftKey, ctrlKey: false, altKey: false, metaKey: false };
    Object.assign(event, { ...given, repeat: false, isComposing: false });
    Object.defineProperty(event, 'timeStamp', { value: this.#atMs });
    window.dispatchEvent(event);
  }
}

/** So long is a key by itself held in case that a scanner goes on. */
const LONGEST_HELD_MS = 130;

const codeOf = (name: string): string => {
  if (/^[a-z]$/i.test(name)) return `Key${name.toUpperCase()}`;
  if (/^\d$/.test(name)) return `Digit${name}`;
  return { '-': 'Minus', '/': 'Slash', ' ': 'Space' }[name] ?? name;
};

let desks: HeardDesk[] = [];
const deskOf = (format = DEFAULT_SCAN_CODES.format): HeardDesk => {
  const desk = new HeardDesk(format);
  desks.push(desk);
  return desk;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { activeElement: null });
  vi.stubGlobal('HTMLInputElement', class {});
  vi.stubGlobal('HTMLTextAreaElement', class {});
});
afterEach(() => {
  for (const desk of desks) desk.remove();
  desks = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const typed = (keys: string, { format, everyMs }: Typing = {}): readonly string[] => {
  const desk = deskOf(format);
  const did = desk.types(keys, everyMs);
  desk.remove();
  return did;
};

test('a code is recognised as its last key is pressed, and again by its Enter', () => {
  expect(typed('7h⏎')).toEqual(['slow 7H', 'slow 7H']);
  expect(typed('3-KH⏎')).toEqual(['slow 3-KH', 'slow 3-KH']);
  expect(typed('cut⏎')).toEqual(['slow CUT', 'slow CUT']);
});

test('another begins where one is complete', () => {
  expect(typed('7h8s⏎')).toEqual(['slow 7H', 'slow 8S', 'slow 8S']);
});

test('a serial number ends with its Enter, which gives no order', () => {
  const said = ['slow KH1', 'slow KH12', 'slow KH12'];
  expect(typed('kh12⏎', { format: '<rank><suit><serial>' })).toEqual(said);
  const optional = typed('kh/12⏎', { format: '<rank><suit>[/<serial>]' });
  expect(optional).toEqual(['slow KH', 'slow KH/1', 'slow KH/12', 'slow KH/12']);
  expect(typed('kh/⏎', { format: '<rank><suit>[/<serial>]' })).toEqual(['slow KH', 'slow KH']);
});

test.each(['[<deck>-]<rank><suit>', '<rank><suit><serial>', '<rank><suit>[/<serial>]'])(
  'each of the desk’s own keys is heard, whatever was typed before it: %s',
  (format) => {
    const orders = deskOf(format)
      .types('7he⏎7h1p⏎7h1 ⏎7h⎋⏎')
      .filter((did) => !did.startsWith('slow'));
    expect(orders).toEqual(['E', 'Enter', 'P', 'Enter', ' ', 'Enter', 'Escape', 'Enter']);
  },
);

test('a key before a code hides it from nobody', () => {
  expect(typed('p7h⏎')).toEqual(['P', 'slow 7H', 'slow 7H']);
  expect(typed('87h⏎')).toEqual(['slow 7H', 'slow 7H']);
  const withSerial = { format: '<rank><suit><serial>' };
  expect(typed('87h1⏎', withSerial)).toEqual(['slow 7H1', 'slow 7H1']);
});

test('a key that is held down makes no work that grows', () => {
  let asked = 0;
  const code = new TypedCode((text) => {
    asked += 1;
    return text === '7H';
  });
  for (let key = 0; key < 5_000; key += 1) code.take('8', key);
  asked = 0;
  expect([code.take('7', 5_000), code.take('H', 5_001)]).toEqual([undefined, '7H']);
  expect(asked).toBeLessThan(250);
});

test('an Enter that ends no code is left alone', () => {
  expect(typed('⏎7⏎7h⏎⏎')).toEqual(['Enter', 'Enter', 'slow 7H', 'slow 7H', 'Enter']);
  expect(typed('7h⌫⏎')).toEqual(['slow 7H', 'Enter']);
});

test('what was pressed long before is forgotten', () => {
  expect(typed('7h⏎', { everyMs: 5_001 })).toEqual(['Enter']);
});

test.each([60, 110, 180, 240])(
  'after a scanner that types a key every %i ms, Enter is the dealer’s',
  (everyMs) => {
    const desk = deskOf();
    expect(desk.types('6D⏎', everyMs).at(-1)).toBe('slow 6D');
    expect(desk.types('⏎')).toEqual(['Enter']);
  },
);

test('after a card that was scanned, Enter is the dealer’s, whatever was typed before', () => {
  const desk = deskOf();
  expect(desk.types('7h')).toEqual(['slow 7H']);
  expect(desk.types('7H⏎', 4)).toEqual(['scan 7H']);
  expect(desk.types('⏎')).toEqual(['Enter']);
});

test('after a scan that broke off, too', () => {
  const desk = deskOf();
  desk.types('7h');
  expect(desk.types('3-K', 4)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(desk.did.at(-1)).toBe('torn');
  expect(desk.types('⏎')).toEqual(['Enter']);
});
