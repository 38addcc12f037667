/**
 * The package of src/operator-check as an operator's engineer gets it, who has nothing else of
 * ours: installed into an empty folder, and run against the simulator's wallet.
 */
import { execFile } from 'node:child_process';
import { type KeyObject, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { ROOT } from '../kit/source-file.js';

const NPM_WITHIN_MS = 300_000;

const temporary = mkdtempSync(path.join(tmpdir(), 'sabot-check-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
const project = path.join(temporary, 'project');

const run = (file: string, args: readonly string[], cwd: string) =>
  new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    execFile(file, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    );
  });

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };

const pemOf = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString();

const operator = generateKeyPairSync('ed25519');
const studio = generateKeyPairSync('ed25519');
let wallet: WalletServer;

beforeAll(async () => {
  const folder = path.join(temporary, 'package');
  const pack = [path.join(ROOT, 'scripts/run.mjs'), 'check-package', folder];
  const packed = await run(process.execPath, pack, ROOT);
  expect(packed, packed.said).toMatchObject({ code: 0 });
  mkdirSync(path.join(project, 'node_modules'), { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }');
  // Our own copy of what the package needs, so that npm finds it in place and asks nobody.
  const zod = path.join('node_modules', 'zod');
  cpSync(path.join(ROOT, zod), path.join(project, zod), { recursive: true });
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const tarball = packed.said.trim().split('\n').at(-1)!;
  const installed = await run('npm', ['install', ...flags, tarball], project);
  expect(installed, installed.said).toMatchObject({ code: 0 });
  writeFileSync(path.join(project, 'acme.pub'), pemOf(operator.publicKey));
  writeFileSync(
    path.join(project, 'studio.pem'),
    studio.privateKey.export({ format: 'pem', type: 'pkcs8' }),
  );
  wallet = await WalletServer.start({
    studio: pemOf(createPublicKey(studio.privateKey)),
    key: { kid: 'acme-1', key: operator.privateKey },
    nowMs: () => Date.now(),
    lateMs: 2_500,
    currency: 'EUR',
  });
  wallet.book.open('anna', 1_000_000n);
}, NPM_WITHIN_MS);
afterAll(() => wallet.stop());

const check = (...args: readonly string[]) =>
  run('npx', ['--offline', '--no', '@sabot/operator-check', ...args], project);
const trial = (...args: readonly string[]) =>
  check(
    ...[wallet.url, '--player', 'anna', '--public-key', 'acme.pub', '--key', 'studio.pem'],
    ...args,
  );

describe('the package', () => {
  it('needs zod in the studio’s own version, and nothing else', () => {
    const own = manifestOf(ROOT);
    expect(manifestOf(path.join(project, 'node_modules/@sabot/operator-check'))).toMatchObject({
      version: own.version,
      dependencies: { zod: own.dependencies['zod'] },
    });
    const folder = path.join(project, 'node_modules/@sabot/operator-check');
    expect(Object.keys(manifestOf(folder).dependencies)).toEqual(['zod']);
  });

  it('says how it is used', async () => {
    const { code, said } = await check();
    expect([code, said]).toEqual([1, expect.stringContaining('npx @sabot/operator-check URL')]);
  });

  it('refuses a mode that there is none of', async () => {
    const { code, said } = await trial('--tips', 'seemless');
    expect([code, said]).toEqual([1, expect.stringContaining('--tips seemless: it is one of')]);
  });

  it('tries the simulator’s wallet, which holds', async () => {
    const { code, said } = await trial('--json', 'outcomes.json');
    const { outcomes } = JSON.parse(readFileSync(path.join(project, 'outcomes.json'), 'utf8')) as {
      readonly outcomes: readonly { readonly result: string; readonly says: string }[];
    };
    const failed = outcomes.filter(({ result }) => result === 'fails');
    expect([code, failed], said).toEqual([0, []]);
    expect(outcomes.length).toBeGreaterThan(60);
    expect(wallet.book.balance('anna'), 'every case leaves it as it was').toBe(1_000_000n);
  });

  it('says what a faulty wallet did, and ends with 1', async () => {
    wallet.faultOf = (verb) => (verb === 'balance' ? undefined : 'wrong_signature');
    const { code, said } = await trial('--group', 'money');
    expect([code, said]).toEqual([1, expect.stringContaining('FAILS')]);
  });
});
