/**
 * Lint finds what it is there for, with types and without: each violation below was found by
 * typescript-eslint, too.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../kit/source-file.js';

const folder = mkdtempSync(path.join(tmpdir(), 'sabot-lint-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** By rule, a line that breaks it. Each is a file of its own; `later` returns a promise. */
const ANYWHERE: Readonly<Record<string, string>> = {
  eqeqeq: 'export const same = (a: unknown): boolean => a == 1;',
  'no-unused-vars': 'export const f = (): void => { const unused = 1; };',
  'no-unused-expressions': 'export const f = (a: number): void => { a === 1; };',
  'no-fallthrough':
    'export const f = (a: number): void => { switch (a) { case 1: void later(); case 2: void 2; } };',
  'no-useless-assignment': 'export const f = (): number => { let a = 1; a = 2; a = 3; return a; };',
  'preserve-caught-error':
    'export const f = (): void => { try { void later(); } catch (e) { throw new Error("x"); } };',
  'await-thenable': 'export const f = async (a: number): Promise<number> => await a;',
  'ban-ts-comment': '// @ts-ignore\nexport const a: number = "a";',
  'consistent-type-definitions': 'export type T = { a: number };',
  'no-base-to-string': 'export const f = (a: { x: number }): string => String(a);',
  'no-explicit-any': 'export const f = (a: any): number => 1;',
  'no-floating-promises': 'export const f = (): void => { later(); };',
  'no-misused-promises':
    'export const f = (): boolean => { if (later()) return true; return false; };',
  'no-non-null-asserted-optional-chain': 'export const f = (a?: { b: 1 }): 1 => a?.b!;',
  'no-redundant-type-constituents': 'export type T = unknown | string;',
  'no-unnecessary-type-assertion': 'export const f = (a: string): string => a as string;',
  'no-unsafe-argument': 'export const f = (): number => Math.abs(JSON.parse("1"));',
  'no-unsafe-assignment': 'export const f = (): void => { const a = JSON.parse("1"); void a; };',
  'no-unsafe-call': 'export const f = (): void => { JSON.parse("1")(); };',
  'no-unsafe-declaration-merging': 'export interface A { a: number }\nexport class A {}',
  'no-unsafe-member-access': 'export const f = (): void => { void JSON.parse("1").a; };',
  'no-unsafe-return': 'export const f = (): number => JSON.parse("1");',
  'only-throw-error': 'export const f = (): void => { throw "x"; };',
  'prefer-promise-reject-errors': 'export const f = (): Promise<void> => Promise.reject("x");',
  'restrict-plus-operands': 'export const f = (a: number, b: string[]): unknown => a + b;',
  'restrict-template-expressions': 'export const f = (a: object): string => `${a}`;',
  'switch-exhaustiveness-check':
    'export const f = (a: 1 | 2): number => { switch (a) { case 1: return 1; } return 2; };',
  'unbound-method': 'export const f = (a: Map<string, number>): unknown => a.get;',
};

const ON_PAGES: Readonly<Record<string, string>> = {
  'rules-of-hooks':
    'export function Page({ on }: { on: boolean }) { if (on) { useState(1); } return <b />; }',
  'exhaustive-deps':
    'export function Page({ a }: { a: number }) { useEffect(() => { document.title = `${a}`; }, []); return <b />; }',
  'set-state-in-effect':
    'export function Page() { const [a, setA] = useState(0); useEffect(() => { setA(1); }, []); return <b>{a}</b>; }',
  refs: 'export function Page() { const a = useRef(0); return <b>{a.current}</b>; }',
  immutability:
    'export function Page({ a }: { a: { b: number } }) { a.b = 2; return <b>{a.b}</b>; }',
  purity: 'export function Page() { return <b>{Math.random()}</b>; }',
};

const IN_PURE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'no-restricted-syntax': [
    'export const f = (): Date => new Date();',
    'export const f = (): unknown => import("./later.js");',
    'export const f = (): never => { throw new Error("x"); };',
    'export const f = async (): Promise<number> => Promise.resolve(1);',
  ],
  'no-restricted-globals': [
    'export const f = (): unknown => process.env;',
    'export const f = (): unknown => setTimeout(() => undefined, 1);',
    'export const f = (): unknown => globalThis;',
  ],
  'no-restricted-properties': [
    'export const f = (): number => Math.random();',
    'export const f = (): number => Date.now();',
  ],
};

const plant = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), `${text}\n`);
};

/** A tool's findings, as JSON. */
const lint = async (tool: string, ...args: readonly string[]): Promise<unknown> => {
  const program = path.join(ROOT, 'node_modules', tool);
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [program, ...args], { cwd: folder }, (_, stdout) => resolve(stdout)),
  );
  return JSON.parse(output);
};

/** Of both tools, `file rule` each. */
const findings = async (): Promise<readonly string[]> => {
  const [ox, es] = (await Promise.all([
    lint('oxlint/bin/oxlint', '--format=json', 'src', 'web'),
    lint('eslint/bin/eslint.js', '--format=json', 'src'),
  ])) as [
    { readonly diagnostics: readonly { readonly code: string; readonly filename: string }[] },
    readonly {
      readonly filePath: string;
      readonly messages: readonly { readonly ruleId: string }[];
    }[],
  ];
  const name = (file: string, rule: string): string =>
    `${path.basename(file)} ${/[\w-]+(?=\)?$)/.exec(rule)![0]}`;
  return [
    ...ox.diagnostics.map(({ filename, code }) => name(filename, code)),
    ...es.flatMap(({ filePath, messages }) => messages.map(({ ruleId }) => name(filePath, ruleId))),
  ];
};

/** A loop's own step is used, whatever a rule may think. */
const FINE =
  'export const fine = (n: number): number => { for (let at = 0; ; at += n) if (at > 5) return at; };';
const LATER = 'declare const later: () => Promise<number>;\n';
const REACT =
  'import { useEffect, useRef, useState } from "react";\nvoid [useEffect, useRef, useState];\n';
const pure = Object.entries(IN_PURE_ROOMS).flatMap(([rule, lines]) =>
  lines.map((line, index) => [rule, `${rule}-${index}`, line] as const),
);

describe('lint', { timeout: 120_000 }, () => {
  let found: readonly string[] = [];

  beforeAll(async () => {
    for (const file of ['.oxlintrc.json', 'eslint.config.js', 'tsconfig.json', 'package.json']) {
      cpSync(path.join(ROOT, file), path.join(folder, file));
    }
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    cpSync(path.join(ROOT, 'web/tsconfig.json'), path.join(folder, 'web/tsconfig.json'));
    for (const [rule, line] of Object.entries(ANYWHERE)) plant(`src/${rule}.ts`, LATER + line);
    for (const [rule, line] of Object.entries(ON_PAGES)) plant(`web/src/${rule}.tsx`, REACT + line);
    for (const [, name, line] of pure) plant(`src/money/${name}.ts`, line);
    plant('src/fine.ts', FINE);
    found = await findings();
  }, 120_000);

  test.each(Object.keys(ANYWHERE))('finds %s', (rule) => {
    expect(found).toContain(`${rule}.ts ${rule}`);
  });

  test.each(Object.keys(ON_PAGES))('finds %s on a page', (rule) => {
    expect(found).toContain(`${rule}.tsx ${rule}`);
  });

  test.each(pure)('finds %s in a pure room: %s', (rule, name) => {
    expect(found).toContain(`${name}.ts ${rule}`);
  });

  test('finds nothing where nothing is', () => {
    expect(found.filter((each) => each.startsWith('fine.ts'))).toEqual([]);
  });
});
