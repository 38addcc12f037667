/**
 * The package of src/client as somebody gets it who has nothing else of ours: installed, typed, and
 * played with by its own example.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { openPit } from '../kit/pit-client.js';
import { ROOT } from '../kit/source-file.js';
import { type Studio, eventually } from '../kit/studio.js';

const NPM_WITHIN_MS = 300_000;
const BET_MS = 20_000;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const temporary = mkdtempSync(path.join(tmpdir(), 'sabot-package-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
const project = path.join(temporary, 'project');
const inProject = (...parts: string[]) => path.join(project, ...parts);
const installed = inProject('node_modules/@sabot/client');

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** What it wrote; rejects with that where it failed. */
const run = async (file: string, args: readonly string[], cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(file, args, { cwd }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${path.basename(file)} ${args.join(' ')}:\n${stdout}${stderr}`);
    },
  );
  return stdout;
};

/** Our own copies of what the package needs, so that npm finds them in place and asks nobody. */
const install = (name: string): void => {
  const from = path.join(ROOT, 'node_modules', name);
  cpSync(from, inProject('node_modules', name), { recursive: true });
  for (const needed of Object.keys(readManifest(from).dependencies ?? {})) install(needed);
};

beforeAll(async () => {
  const folder = path.join(temporary, 'package');
  const pack = [path.join(ROOT, 'scripts/run.mjs'), 'client-package', folder];
  const tarball = (await run(process.execPath, pack, ROOT)).trim();
  mkdirSync(project);
  writeFileSync(inProject('package.json'), '{ "type": "module", "private": true }');
  install('socket.io-client');
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...flags, tarball], project);
}, NPM_WITHIN_MS);

describe('the package', () => {
  it('needs socket.io-client in the studio’s own version, and nothing else', () => {
    const studio = readManifest(ROOT);
    const { name, version, dependencies } = readManifest(installed);
    expect({ name, version }).toEqual({ name: '@sabot/client', version: studio.version });
    expect(dependencies).toEqual({
      'socket.io-client': studio.dependencies?.['socket.io-client'],
    });
  });

  it('offers what its index exports, loaded without a studio', async () => {
    const program = `console.log(JSON.stringify(Object.keys(await import('@sabot/client')).sort()))`;
    const args = ['--input-type=module', '--eval', program];
    const offered = JSON.parse(await run(process.execPath, args, project)) as string[];
    expect(offered).toEqual(Object.keys(await import('../../src/client/index.js')).sort());
  });

  it('shows its example whole in the README, in thirty lines at most', () => {
    const example = readFileSync(path.join(installed, 'example-bot.mjs'), 'utf8');
    expect(readFileSync(path.join(installed, 'README.md'), 'utf8')).toContain(example);
    expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });
});

/** Whatever here is of no type, or of a wrong one, fails. */
const CONSUMER = `
import { type Bet, DealerClient, type OwnBets, PlayerClient, type PlayerResult, type TableMessage, afterBet, ownBetsOf } from '@sabot/client';

const client = new PlayerClient('http://localhost:3000', 'token', { answerWithinMs: 2_000 });
let own: OwnBets | undefined;
const seat = client.join('pb-1', {
  joined: (answer) => { own = ownBetsOf(answer.seat, seat.copy); },
  message: (message: TableMessage, copy) => {
    if (message.kind === 'coup_decided') {
      const total: number = message.result.bancoTotal;
      const cards: readonly ('As' | 'Kd' | (string & {}))[] = copy.round?.cards ?? [];
      console.log(total, cards, own?.balance);
    }
    // @ts-expect-error a kind that there is not
    if (message.kind === 'coup_guessed') return;
  },
});
const bet: Bet = { kind: 'place', spot: 'either_pair', amount: '500' };
const reply = await client.bet(seat, '1000000001', bet);
if (reply.ok) {
  if (own !== undefined) own = afterBet(own, '1000000001', bet, reply);
  const credit: string = reply.balance;
  console.log(credit);
} else if (reply.refusal === 'betting_is_closed') console.log('too late');
// @ts-expect-error a refusal that there is not
else if (reply.refusal === 'too_bold') console.log('too bold');
const bought = await client.send('session:buy-in', { key: crypto.randomUUID(), amount: '10000' });
if (bought.ok) console.log(bought.balance.length);
// @ts-expect-error the key is missing
await client.send('session:buy-in', { amount: '10000' });
// @ts-expect-error a command that there is not
await client.send('session:win', {});
// @ts-expect-error a spot that there is not
const wrong: Bet = { kind: 'place', spot: 'zero', amount: '500' };
client.onResult((result: PlayerResult) => console.log(result.paid, wrong));
client.connection.on('session:ended', ({ reason, amount }) => {
  const ended: 'cash_out' | 'idle' | 'connection_lost' = reason;
  console.log(ended, amount);
});
const desk = new DealerClient('http://localhost:3000', 'token').connection;
desk.on('support:message', ({ player }) => console.log(player.length));
// @ts-expect-error a message of the pit alone
desk.on('wall:table', () => undefined);
`;

describe('its types', () => {
  it('say exactly what may be sent and what is received, in the strictest of projects', async () => {
    const options = {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'nodenext',
      types: [],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    };
    const config = { compilerOptions: options, files: ['consumer.ts'] };
    writeFileSync(inProject('consumer.ts'), CONSUMER);
    writeFileSync(inProject('tsconfig.json'), JSON.stringify(config));
    const tsc = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc');
    expect(await run(process.execPath, [tsc, '-p', '.'], project)).toBe('');
  });
});

describe('the example bot', () => {
  const testbed = useTestbed({
    tables: { 'pb-1': QUICK },
    env: { SABOT_DEMO: '1', DEMO_TABLES: '1', DEMO_FAST: '1' },
  });
  let studio: Studio;
  let dealer: Staff;

  beforeAll(async () => {
    studio = await testbed.start();
    dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    const pit = await openPit(testbed, studio, 'Mona');
    // A bot is a process of its own: it is given time, which passes when all have bet.
    await pit.must('settings:change', { table: 'pb-1', settings: { betMs: BET_MS } });
  });

  const bot = (...args: readonly string[]): { readonly said: () => string } => {
    const program = path.join(installed, 'example-bot.mjs');
    const child: ChildProcess = spawn(process.execPath, [program, studio.url, ...args]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => (said += text.toString()));
    }
    return { said: () => said };
  };

  it('signs in, buys in, places a chip on Punto in every round and tells what came of it', async () => {
    const guest = await testbed.enlist('Guest');
    const bots = [bot(), bot('pb-1', guest.token)];
    const seated = `{command="table:join",answer="ok"} ${bots.length}\n`;
    await eventually('both have sat down', async () =>
      (await (await fetch(`${studio.operationsUrl}/metrics`)).text()).includes(seated),
    );
    const play = async (cards: string): Promise<string> => {
      const { game, seq } = await dealer.openBetting();
      for (const { said } of bots) {
        await eventually('the bet', () => said().includes(`${game}: bet, balance`));
      }
      await testbed.advance(BET_MS);
      await dealer.betsClosed(seq);
      await dealer.deal(cards);
      await dealer.next('round_settled', { after: seq });
      return game;
    };
    const won = await play('9h Kd Ts Qs');
    const lost = await play('2h Kd 2s 7s 2c');
    for (const { said } of bots) {
      await eventually('the second result', () => said().includes(`${lost}: staked`));
      expect(said().trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^connected/),
        `${won}: bet, balance 9900`,
        `${won}: P 9h Ts . B Kd Qs`,
        `${won}: staked 100, paid 200, balance 10100`,
        `${lost}: bet, balance 10000`,
        `${lost}: P 2h 2s 2c . B Kd 7s`,
        `${lost}: staked 100, paid 0, balance 10000`,
      ]);
    }
  });

  it('ends when its player signs in elsewhere', async () => {
    const { id, token } = await testbed.enlist('Twice');
    const first = bot('pb-1', token);
    const hasSaid = (words: RegExp) => () => words.test(first.said());
    await eventually('it is connected', hasSaid(/^connected/m));
    bot('pb-1', token);
    const words = /^ended io server disconnect$/m;
    await eventually(`${id} is thrown out`, hasSaid(words));
  });
});
