/**
 * The operators of a demo: each has a simulated wallet, in a process of its own, and a page where a
 * player of it is brought to the tables.
 */
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beginLog, endOf } from './logs.js';
import { inRoot } from './paths.js';
import { type Running, comesUp, run, startLogged } from './processes.js';
import { Trouble } from './trouble.mjs';

interface DemoOperator {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly currency: string;
  readonly port: number;
  /** What goes wrong with its wallet. */
  readonly faults: readonly string[];
}

/**
 * The wallet of the first is asked for the stakes of each round. That of the second is faulty, and
 * in francs: its players sit with those of the first at table 1, which takes both.
 */
export const DEMO_OPERATORS: readonly DemoOperator[] = [
  {
    ...{ id: 'sim-seamless', name: 'Seamless', mode: 'seamless', currency: 'EUR', port: 4001 },
    faults: [],
  },
  {
    ...{ id: 'sim-faulty', name: 'Faulty', mode: 'session', currency: 'CHF', port: 4002 },
    faults: ['--fault', 'lost_after', '--percent', '20'],
  },
];

const READY_WITHIN_MS = 30_000;

const pageOf = ({ port }: DemoOperator): string => `http://127.0.0.1:${port}/`;

const keyFile = (folder: string, { id }: DemoOperator): string => path.join(folder, `${id}.pem`);

/**
 * By the owner of the tables. One that was opened before stays as it is. Returns the name of its
 * key.
 */
export async function openOperator(
  operator: DemoOperator,
  { ownerUrl, folder, signal }: { ownerUrl: string; folder: string; signal: AbortSignal },
): Promise<string> {
  const { id, name, mode, currency } = operator;
  const file = keyFile(folder, operator);
  const publicFile = `${file}.pub`;
  if (!fs.existsSync(file)) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    fs.writeFileSync(publicFile, publicKey.export({ format: 'pem', type: 'spki' }));
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    fs.writeFileSync(file, pem, { mode: 0o600 });
  }
  const ask = async (known: string, ...args: readonly string[]): Promise<string> => {
    const program = [inRoot('dist/operator/operator-command.js'), ...args];
    const env = { DATABASE_URL: ownerUrl };
    const { code, output } = await run(process.execPath, program, { env, signal });
    if (code === 0 || output.includes(known)) return output;
    throw new Trouble(`The operator ${id} could not be opened:\n${output.trim()}`);
  };
  const callback = new URL('wallet', pageOf(operator)).href;
  const opening = ['--id', id, '--name', name, '--currencies', currency, '--mode', mode];
  await ask('operator_exists', 'add', ...opening, '--callback', callback);
  await ask('nothing_changes', 'policy', '--id', id, '--set', 'takesTips=true');
  await ask('key_exists', 'key', '--id', id, '--public-key', publicFile);
  const line = (await ask('', 'list')).split('\n').find((each) => each.startsWith(`id: ${id} `));
  const kid = /key: (\S+)/.exec(line ?? '')?.[1];
  if (kid === undefined) throw new Trouble(`The operator ${id} has no key.`);
  return kid;
}

interface StartedBy {
  /** The name of its key. */
  readonly kid: string;
  readonly folder: string;
  readonly studioUrl: string;
  readonly isRestart: boolean;
  readonly signal: AbortSignal;
}

/** Resolves when its page is there. */
export async function startOperator(
  operator: DemoOperator,
  { kid, folder, studioUrl, isRestart, signal }: StartedBy,
): Promise<Running> {
  const { id, name, port, faults } = operator;
  const logFile = path.join(folder, `${id}.log`);
  if (!isRestart) beginLog(logFile);
  const args = ['--kid', kid, '--key', keyFile(folder, operator), '--studio', studioUrl];
  const program = inRoot('dist/operator-simulator/simulator-command.js');
  const started = startLogged(
    process.execPath,
    [program, ...args, '--port', String(port), ...faults],
    {
      env: process.env,
      logFile,
      askings: [
        ['SIGTERM', 1_000],
        ['SIGKILL', 500],
      ],
    },
  );
  const isThere = async (): Promise<boolean> => {
    try {
      const answer = await fetch(pageOf(operator), { signal: AbortSignal.timeout(2_000) });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  };
  const patience = { signal, timeoutMs: READY_WITHIN_MS, everyMs: 100 };
  if (await comesUp(started, isThere, patience)) return started;
  throw new Trouble(`The operator ${name} did not start. ${endOf(logFile)}`);
}

/** Where a player of each is brought to the tables. */
export const operatorPages = (operators: readonly DemoOperator[]): string =>
  operators.map((operator) => `${operator.name} ${pageOf(operator)}`).join(', ');
