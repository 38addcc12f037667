import { describe, expect, it } from 'vitest';
import { prints } from './lint-memory.js';

const CLONE = {
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'src/money.ts': 'export const one = 1;',
  'src/bet.ts': `import { one } from './money.js';\nimport type { Round } from './round.js';`,
  'src/round.ts': `import { bet } from './bet.js';`,
  'src/chat.ts': `import pg from 'pg';`,
  'src/canvas.d.ts': 'export const draw: () => void;',
  'web/page.tsx': `import { one } from '../src/money.js';\nimport { Seat } from './seat.js';`,
  'web/seat.tsx': 'export const Seat = () => null;',
  'web/en.json': '{ "one": "One" }',
  'web/words.ts': `import en from './en.json';\ndeclare module 'i18next' {\n}`,
  'test/kit/lazy.ts': `const { one } = await import('../../src/money.js');`,
} as const;

type File = keyof typeof CLONE;

/** The files that are looked at again when `change` says something else. */
const dueAfter = (change: Partial<Record<File, string>>): readonly string[] => {
  const before = prints(new Map(Object.entries(CLONE)));
  const after = prints(new Map(Object.entries({ ...CLONE, ...change })));
  return [...after].filter(([file, print]) => before.get(file) !== print).map(([file]) => file);
};

describe('what lint looks at again', () => {
  it('is nothing where nothing has changed', () => {
    expect(dueAfter({})).toEqual([]);
  });

  it('is the file that has changed', () => {
    expect(dueAfter({ 'src/chat.ts': '' })).toEqual(['src/chat.ts']);
  });

  it('is whatever imports it, over others and in circles too', () => {
    const changed = dueAfter({ 'src/money.ts': 'export const one = 1n;' });
    const importing = ['src/bet.ts', 'src/money.ts', 'src/round.ts', 'test/kit/lazy.ts'];
    expect([...changed].sort()).toEqual([...importing, 'web/page.tsx']);
    expect([...dueAfter({ 'src/round.ts': '' })].sort()).toEqual(['src/bet.ts', 'src/round.ts']);
  });

  it('is a page whose component has changed', () => {
    const changed = dueAfter({ 'web/seat.tsx': 'export const Seat = () => "";' });
    expect([...changed].sort()).toEqual(['web/page.tsx', 'web/seat.tsx']);
  });

  it('is all that knows what is declared for everybody', () => {
    const ofPages = dueAfter({ 'web/words.ts': `declare module 'i18next' {\n  one;\n}` });
    const pages = ['test/kit/lazy.ts', 'web/page.tsx', 'web/seat.tsx', 'web/words.ts'];
    expect([...ofPages].sort()).toEqual(pages);
    expect([...dueAfter({ 'web/en.json': '{ "one": {} }' })].sort()).toEqual(pages);
    expect(dueAfter({ 'src/canvas.d.ts': '' })).toHaveLength(9);
  });

  it.each(['package-lock.json', 'tsconfig.json'] as const)('is everything after %s', (file) => {
    expect(dueAfter({ [file]: '{ }' })).toHaveLength(9);
  });

  it('is whatever imports what is not there any more', () => {
    const texts = new Map<string, string>(Object.entries(CLONE));
    const before = prints(texts).get('web/page.tsx');
    texts.delete('web/seat.tsx');
    expect(prints(texts).get('web/page.tsx')).not.toBe(before);
  });
});
