/**
 * A chart as Kubernetes gets it: by `helm template` where there is one, and otherwise by as much of
 * its language as the chart uses. What this does not know is an error, and no guess.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { load, loadAll } from 'js-yaml';

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [name: string]: unknown;
}

const RELEASE = 'studio';

/** `values` take the place of the chart's own, one by one. */
export const renderChart = (
  chart: string,
  values: Readonly<Record<string, unknown>> = {},
): readonly Manifest[] => {
  const sets = Object.entries(values).flatMap(([name, value]) => [
    '--set-json',
    `${name}=${JSON.stringify(value)}`,
  ]);
  const helm = spawnSync('helm', ['template', RELEASE, chart, ...sets], { encoding: 'utf8' });
  if (helm.error === undefined) {
    if (helm.status !== 0) throw new Error(helm.stderr);
    return manifests(helm.stdout);
  }
  const own = load(readFileSync(path.join(chart, 'values.yaml'), 'utf8')) as object;
  const scope = { Values: { ...own, ...values }, Release: { Name: RELEASE } };
  const folder = path.join(chart, 'templates');
  return readdirSync(folder).flatMap((file) =>
    manifests(render(readFileSync(path.join(folder, file), 'utf8'), scope)),
  );
};

const manifests = (text: string): Manifest[] =>
  loadAll(text).filter((each): each is Manifest => typeof each === 'object' && each !== null);

type Scope = Readonly<Record<string, unknown>>;

const ACTION = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/s;

const render = (template: string, root: Scope): string => {
  const pieces: string[] = [];
  let rest = template;
  for (let found = ACTION.exec(rest); found !== null; found = ACTION.exec(rest)) {
    const [whole, trimsBefore, action = '', trimsAfter] = found;
    const before = rest.slice(0, found.index);
    pieces.push(trimsBefore === '' ? before : before.trimEnd(), action);
    rest = rest.slice(found.index + whole.length);
    if (trimsAfter !== '') rest = rest.trimStart();
  }
  pieces.push(rest);
  const { text, at } = renderBlock(pieces, 0, root, root);
  if (at < pieces.length) throw new Error('an end too many');
  return text;
};

/** Text and actions in turn, from a text on, up to the `end` of the block. */
const renderBlock = (
  pieces: readonly string[],
  from: number,
  root: Scope,
  names: Scope,
): { text: string; at: number } => {
  let text = '';
  for (let at = from; at < pieces.length; at += 2) {
    text += pieces[at]!;
    const action = pieces[at + 1];
    if (action === undefined) return { text, at: at + 1 };
    if (action === 'end') return { text, at: at + 2 };
    const range = /^range \$(\w+), \$(\w+) := (.*)$/.exec(action);
    if (range === null && !action.startsWith('if ')) {
      text += textOf(evaluate(action, root, names));
      continue;
    }
    const scopes =
      range === null
        ? [Boolean(evaluate(action.slice(3), root, names)) && names]
        : Object.entries(evaluate(range[3]!, root, names) as object)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, value]) => ({ ...names, [range[1]!]: key, [range[2]!]: value as unknown }));
    for (const scope of scopes) {
      if (scope !== false) text += renderBlock(pieces, at + 2, root, scope).text;
    }
    at = renderBlock(pieces, at + 2, root, names).at - 2;
  }
  throw new Error('an end is missing');
};

const evaluate = (expression: string, root: Scope, names: Scope): unknown => {
  const [call = '', ...pipes] = expression.split('|').map((part) => part.trim());
  const value = calculate(call, root, names);
  return pipes.reduce((piped, name) => apply(name, [piped]), value);
};

const calculate = (call: string, root: Scope, names: Scope): unknown => {
  const words = call.match(/\([^()]*\)|[^\s()]+/g) ?? [];
  const values = words.map((word, index) => {
    if (word.startsWith('(')) return calculate(word.slice(1, -1), root, names);
    if (/^\d+$/.test(word)) return Number(word);
    if (!/^[$.]/.test(word)) return index === 0 ? word : undefined;
    const [start, ...steps] = word.split('.');
    const known = start === '' || start === '$' ? root : names[start!.slice(1)];
    return steps.reduce((of, step) => (of as Scope | undefined)?.[step], known);
  });
  const [first, ...others] = values;
  return /^[a-z]/i.test(words[0] ?? '') ? apply(String(first), others) : first;
};

const apply = (name: string, values: readonly unknown[]): unknown => {
  const [a, b] = values;
  if (name === 'quote') return JSON.stringify(textOf(a));
  if (name === 'toJson') return JSON.stringify(a);
  if (name === 'int64') return BigInt(Math.trunc(Number(a)));
  if (name === 'add') return BigInt(Math.trunc(Number(a))) + BigInt(Math.trunc(Number(b)));
  if (name === 'div') return BigInt(Math.trunc(Number(a))) / BigInt(Math.trunc(Number(b)));
  throw new Error(`the chart uses ${name}, which is not known here`);
};

/** Numbers of a file of values are floats there: from a million on they are written as 1e+06. */
const textOf = (value: unknown): string =>
  typeof value === 'number' && Math.abs(value) >= 1e6
    ? value.toExponential().replace(/e\+(\d)$/, 'e+0$1')
    : String(value);
