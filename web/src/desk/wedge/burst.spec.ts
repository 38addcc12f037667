import { describe, expect, it } from 'vitest';
import { Burst, type Heard, type KeyPress, type ScannerKeys } from './burst.js';

const NO_KEYS: ScannerKeys = { prefix: '', suffix: '', doubleReadMs: 250 };

/** Where a scanner presses for each character, on the American keyboard that it plays. */
const placeOf = (character: string): { readonly code: string; readonly shift: boolean } => {
  if (/[A-Z]/.test(character)) return { code: `Key${character}`, shift: true };
  if (/[a-z]/.test(character)) return { code: `Key${character.toUpperCase()}`, shift: false };
  if (/\d/.test(character)) return { code: `Digit${character}`, shift: false };
  return { code: character === '-' ? 'Minus' : character, shift: false };
};

/** What a machine with that layout makes of the key. */
const LAYOUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: { Minus: '-' },
  IT: { Minus: "'", Semicolon: 'ò' },
  DE: { Minus: 'ß', KeyY: 'Z', KeyZ: 'Y', Equal: 'Dead' },
  FR: { Digit3: '"', KeyA: 'Q', KeyQ: 'A', Minus: ')' },
};

interface Stream {
  readonly layout?: string;
  readonly everyMs?: number;
  readonly fromMs?: number;
  readonly isInField?: boolean;
}

/**
 * Text as a stream of keys. `⏎` and `⇥` are Enter and Tab, `<F9>` a key by its name. Capitals come
 * with the shift key.
 */
const keysOf = (
  text: string,
  { layout = 'US', everyMs = 4, fromMs = 0, isInField = false }: Stream = {},
): KeyPress[] => {
  const presses: KeyPress[] = [];
  let atMs = fromMs;
  const press = (code: string, shift: boolean, key: string) => {
    presses.push({ code, key, shift, isOther: false, isInField, atMs });
    atMs += everyMs;
  };
  for (const [word] of text.matchAll(/<\w+>|./gu)) {
    if (word === '⏎') press('Enter', false, 'Enter');
    else if (word === '⇥') press('Tab', false, 'Tab');
    else if (word.startsWith('<')) press(word.slice(1, -1), false, word.slice(1, -1));
    else {
      const { code, shift } = placeOf(word);
      if (shift) press('ShiftLeft', true, 'Shift');
      press(code, shift, LAYOUTS[layout]?.[code] ?? word);
    }
  }
  return presses;
};

const hear = (presses: readonly KeyPress[], keys = NO_KEYS): readonly Heard[] => {
  const burst = new Burst(keys);
  return [...presses.flatMap((press) => burst.take(press).heard), ...burst.release()];
};

const scans = (heard: readonly Heard[]): readonly string[] =>
  heard.flatMap((each) => (each.kind === 'scan' ? [each.code] : []));

const typed = (heard: readonly Heard[]): string =>
  heard
    .flatMap((each) => (each.kind === 'typed' ? each.presses.map(({ key }) => key) : []))
    .join('');

describe('a scanner', () => {
  it.each(Object.keys(LAYOUTS))('is read the same on a machine with the layout %s', (layout) => {
    const codes = ['3-KH', 'AS', '8-TD7', 'CUT', 'qd-YZ'];
    for (const code of codes) {
      expect(hear(keysOf(`${code}⏎`, { layout }))).toEqual([{ kind: 'scan', code }]);
    }
  });

  it('may end with Tab, or with two keys', () => {
    expect(scans(hear(keysOf('KH⇥')))).toEqual(['KH']);
    const burst = new Burst(NO_KEYS);
    const taken = keysOf('KH⏎⏎').map((press) => burst.take(press));
    expect(scans(taken.flatMap(({ heard }) => heard))).toEqual(['KH']);
    expect(taken.at(-1)).toEqual({ isHeld: true, heard: [] });
  });

  it('may read one card right after another', () => {
    for (const fromMs of [30, 60]) {
      const second = keysOf('KS⏎', { fromMs });
      expect(scans(hear([...keysOf('3-KH⏎'), ...second]))).toEqual(['3-KH', 'KS']);
    }
  });

  it('that reads a card twice while it passes has read it once', () => {
    const twice = (fromMs: number) => [...keysOf('KH⏎'), ...keysOf('KH⏎', { fromMs })];
    expect(scans(hear(twice(100)))).toEqual(['KH']);
    expect(scans(hear(twice(400)))).toEqual(['KH', 'KH']);
    expect(scans(hear(twice(100), { ...NO_KEYS, doubleReadMs: 0 }))).toEqual(['KH', 'KH']);
  });

  it('is kept from the page key by key, its shift apart', () => {
    const burst = new Burst(NO_KEYS);
    for (const press of keysOf('3-KH⏎')) {
      expect(burst.take(press).isHeld, press.code).toBe(press.code !== 'ShiftLeft');
    }
  });

  it('that sends no Enter is no scan', () => {
    expect(hear(keysOf('3-KH'))).toMatchObject([{ kind: 'typed' }]);
    const late = keysOf('⏎', { fromMs: 200 });
    expect(scans(hear([...keysOf('3-KH'), ...late]))).toEqual([]);
  });

  it('is read whole on a slow machine', () => {
    const burst = new Burst(NO_KEYS);
    const heard = keysOf('3-KH⏎').flatMap((press) => [
      ...burst.take(press).heard,
      ...burst.release(), // The next key was pressed already, and its event has not come yet.
    ]);
    expect(scans(heard)).toEqual(['3-KH']);
    expect(typed(heard), 'each key is released once').toBe('3-KH');
  });

  it('with a prefix is read however slowly it types, and nothing without one', () => {
    const keys = { ...NO_KEYS, prefix: 'F9' };
    expect(scans(hear(keysOf('<F9>3-KH⏎', { everyMs: 90 }), keys))).toEqual(['3-KH']);
    expect(scans(hear(keysOf('3-KH⏎'), keys))).toEqual([]);
  });

  it.each([40, 60, 90])('that types a key every %i ms is recognised, and not read', (everyMs) => {
    for (const code of ['6D', '3-KH', 'CUT', 'BOX-17']) {
      const burst = new Burst(NO_KEYS);
      const taken = keysOf(`${code}⏎`, { everyMs }).map((press) => burst.take(press));
      expect(taken.flatMap(({ heard }) => heard)).toEqual([{ kind: 'slow', code }]);
      expect(taken.at(-1)?.isHeld, 'its Enter').toBe(true);
    }
  });

  it('that is slower than a person is recognised by the code of a card', () => {
    const hears = (text: string) => hear(keysOf(text, { everyMs: 220 }));
    expect(hears('6D⏎').at(-1)).toEqual({ kind: 'slow', code: '6D' });
    expect(hears('3-KH⏎').at(-1)).toEqual({ kind: 'slow', code: '3-KH' });
    // Somebody who chooses a card by its keys.
    expect(hears('kh⏎').every(({ kind }) => kind === 'typed')).toBe(true);
  });

  it('that once hesitates is slow, and its next code is not', () => {
    const [first, ...others] = keysOf('3KH⏎', { fromMs: 50 });
    const next = keysOf('KS⏎', { fromMs: 120 });
    expect(hear([{ ...first!, atMs: 0 }, ...others, ...next])).toEqual([
      { kind: 'slow', code: '3KH' },
      { kind: 'scan', code: 'KS' },
    ]);
  });

  it('with a suffix of its own ends there', () => {
    const keys = { ...NO_KEYS, suffix: 'F10' };
    expect(scans(hear(keysOf('3-KH<F10>'), keys))).toEqual(['3-KH']);
    expect(scans(hear(keysOf('3-KH⏎'), keys))).toEqual([]);
  });
});

describe('a person', () => {
  it('types whatever he likes, in its order', () => {
    const slowly = keysOf('Fallen card 3-KH⏎'.replaceAll(' ', 'x'), {
      everyMs: 80,
      layout: 'IT',
      isInField: true,
    });
    const heard = hear(slowly);
    expect(scans(heard)).toEqual([]);
    expect(typed(heard)).toBe("Fallenxcardx3'KH");
  });

  it('who hits two keys at once is no scanner', () => {
    const rolled = [
      ...keysOf('as', { everyMs: 20, isInField: true }),
      ...keysOf('d⏎', { everyMs: 90, fromMs: 120, isInField: true }),
    ];
    expect(hear(rolled)).toMatchObject([
      { kind: 'typed', presses: [{ key: 'a' }, { key: 's' }] },
      { kind: 'typed', presses: [{ key: 'd' }] },
    ]);
  });

  it('who presses Enter alone is heard at once', () => {
    expect(new Burst(NO_KEYS).take(keysOf('⏎')[0]!)).toEqual({ isHeld: false, heard: [] });
  });

  it('has a shortcut, a key that is held down and a dead key at once', () => {
    for (const change of [{ isOther: true }, { key: 'Dead' }]) {
      const press = { ...keysOf('a')[0]!, ...change };
      expect(new Burst(NO_KEYS).take(press)).toEqual({ isHeld: false, heard: [] });
    }
  });

  it('has what was held before the next key that is none of a code', () => {
    const burst = new Burst(NO_KEYS);
    burst.take(keysOf('a')[0]!);
    const taken = burst.take({ ...keysOf('<Backspace>')[0]!, atMs: 10 });
    expect(taken).toMatchObject({ isHeld: false, heard: [{ kind: 'typed' }] });
    expect(burst.patienceMs).toBeUndefined();
  });
});
