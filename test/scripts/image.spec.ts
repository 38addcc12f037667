/**
 * The image of the studio: what is copied into it is there, and is all that the build is made of;
 * and what is said to be done in it can be.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE, PAGES } from '../../scripts/setup/build.js';
import { createDatabase } from '../kit/database.js';

/** Without what is continued on the next line, which no COPY is. */
const copies = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
  .map((line) => line.split(/\s+/).slice(1, -1));
const sources = [...new Set(copies.flat())];
const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
const letThrough = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));

describe('the image', () => {
  it('is copied from what is there, and from what .dockerignore lets through', () => {
    expect(ignored).toContain('*');
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
    expect([...letThrough].sort()).toEqual([...sources].sort());
  });

  it('is built of all that the studio is built of', () => {
    const isCopied = (file: string): boolean =>
      sources.some((source) => file === source || file.startsWith(`${source}/`));
    expect([...CODE.from, ...PAGES.from].filter((file) => !isCopied(file))).toEqual([]);
  });
});

describe('the console', () => {
  const page = readFileSync('docs/operations.md', 'utf8');

  it.each([
    'README.md',
    'docs/operations.md',
    'docs/scaling.md',
    'docker-compose.yml',
    'Dockerfile',
  ])('is given by %s no program that is not built', (file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/dist\/([\w/-]+)\.js/g)];
    expect(named.map(([, name]) => `src/${name}.ts`).filter((each) => !existsSync(each))).toEqual(
      [],
    );
  });

  it(
    'opens the first administrator, table and operator, with what Compose gives it',
    { timeout: 360_000 },
    async () => {
      const database = await createDatabase();
      onTestFinished(() => database.drop());
      const { services } = load(readFileSync('docker-compose.yml', 'utf8')) as {
        services: { console: { entrypoint: readonly string[]; environment: object } };
      };
      expect(services.console.entrypoint).toEqual(['node']);
      const empty = Object.keys(services.console.environment).map((name) => [name, ''] as const);
      const env = { ...Object.fromEntries(empty), DATABASE_URL: database.url };
      const orders = [...page.matchAll(/^docker compose run --rm console (.*)$/gm)];
      const said: string[] = [];
      for (const [, order] of orders) {
        const args = order!.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''));
        const { stdout } = await promisify(execFile)(process.execPath, args, { env });
        said.push(stdout);
      }
      expect(said).toEqual([
        expect.stringMatching(/badge: .*pin: /),
        expect.stringContaining('"Salon Rouge"'),
        expect.stringContaining('id: acme'),
        expect.stringContaining('BEGIN PRIVATE KEY'),
      ]);
      const { rows } = await database.pool.query<{ role: string; vouched: boolean }>(
        'select role, role_vouched as vouched from staff where id <> $1',
        ['studio'],
      );
      expect(rows).toEqual([{ role: 'administrator', vouched: true }]);
    },
  );
});
