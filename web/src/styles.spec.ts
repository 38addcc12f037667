/**
 * Every component names classes that its style sheets have, and no style sheet has a class without
 * a user.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const sheets = files.filter((file) => file.endsWith('.module.css')).sort();
const components = files.filter((file) => file.endsWith('.tsx')).sort();

/**
 * Styles for whole pages, and where they are loaded. All others are modules beside their component.
 */
const GLOBAL: Readonly<Record<string, readonly string[]>> = {
  'app.css': ['main.tsx', 'staff/open-page.tsx'],
  'pit/pit.css': ['pit/main.tsx'],
};

const camel = (name: string): string =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `.like-this` in a selector is `likeThis` in a component. */
const classesOf = (css: string): ReadonlySet<string> => {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/'[^']*'/g, '');
  const selectors = [...plain.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!);
  const names = selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z_][\w-]*)/gi)]);
  return new Set(names.map(([, name]) => camel(name!)));
};

interface Used {
  readonly sheet: string;
  readonly names: readonly string[];
  /** `styles[outcome]`: which class it is becomes known only as the page runs. */
  readonly isByValue: boolean;
}

/** The style sheets that a component imports, and which of their classes it names. */
const usedIn = (component: string): readonly Used[] => {
  const whole = read(component);
  const text = whole.replaceAll(/^import .*|\/\*[\s\S]*?\*\/|\/\/.*/gm, '');
  const imports = [...whole.matchAll(/import (\w+) from '([^']+\.module\.css)';/g)];
  return imports.map(([, name, from]) => ({
    sheet: path.join(path.dirname(component), from!),
    names: [...text.matchAll(new RegExp(`(?<![\\w.])${name!}\\.(\\w+)`, 'g'))].map(
      ([, used]) => used!,
    ),
    isByValue: text.includes(`${name!}[`) || text.includes(`look={${name!}}`),
  }));
};

const all = components.flatMap(usedIn);

/** The names of classes that are chosen by a value: any value of the game or of the pages. */
const VALUES = new Set(
  ['.', '../../src/punto-banco', '../../src/round', '../../src/protocol', '../../src/roads']
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => read(path.join(folder, file))),
    )
    .flatMap((text) => [...text.matchAll(/'(\w+)'|\blook\.(\w+)/g)])
    .map(([, value, look]) => value ?? look!),
);

/** Composed by another class of the same sheet. */
const composedIn = (sheet: string): readonly string[] =>
  [...read(sheet).matchAll(/composes: ([\w-]+);/g)].map(([, name]) => camel(name!));

test('no style sheet is global, except two', () => {
  const plain = files.filter((file) => file.endsWith('.css') && !file.endsWith('.module.css'));
  expect(plain.sort()).toEqual(Object.keys(GLOBAL));
  for (const [sheet, pages] of Object.entries(GLOBAL)) {
    const users = components.filter((component) =>
      [...read(component).matchAll(/import '([^']+\.css)';/g)].some(
        ([, from]) => path.join(path.dirname(component), from!) === sheet,
      ),
    );
    expect(users, sheet).toEqual(pages);
  }
});

test('every class of a style sheet has a user', () => {
  const unused = sheets.flatMap((sheet) => {
    const users = all.filter((used) => used.sheet === sheet);
    const named = new Set([...users.flatMap(({ names }) => names), ...composedIn(sheet)]);
    const isByValue = users.some((used) => used.isByValue);
    const hasUser = (name: string) => named.has(name) || (isByValue && VALUES.has(name));
    return [...classesOf(read(sheet))]
      .filter((name) => !hasUser(name))
      .map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('no component names a class that its style sheet does not have', () => {
  const missing = components.flatMap((component) =>
    usedIn(component).flatMap(({ sheet, names }) => {
      const known = classesOf(read(sheet));
      return names.filter((name) => !known.has(name)).map((name) => `${component}: ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});

test('no component names a class by a text', () => {
  const named = components.filter((component) => /className="/.test(read(component)));
  expect(named).toEqual([]);
});
