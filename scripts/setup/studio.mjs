/**
 * The two processes of a demo: the studio, and the simulator that plays in it and draws the
 * terminal.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { continueLog, endOf, openLog } from './logs.mjs';
import { inRoot } from './paths.mjs';
import { whyNotFree } from './ports.mjs';
import { end, isReady, start, waitUntil } from './processes.mjs';
import { Trouble } from './trouble.mjs';

const READY_WITHIN_MS = 60_000;

/** Together with the services' shutdown this stays within ten seconds. */
const STUDIO_ASKINGS = [
  ['SIGTERM', 4_000],
  ['SIGKILL', 1_000],
];
const SIMULATOR_ASKINGS = [
  ['SIGTERM', 1_500],
  ['SIGKILL', 500],
];

/** Refuses a port that cannot be had; after a killed start its studio is given a moment to go. */
export async function mustBeFree(port, { patienceMs, signal }) {
  let why;
  const isFree = async () => (why = await whyNotFree(port)) === undefined;
  if (await waitUntil(isFree, { signal, timeoutMs: patienceMs, everyMs: 200 })) return;
  throw new Trouble(
    why === 'EACCES'
      ? `Port ${port} may not be used by this user. Choose one above 1023: npm start -- --port 3000`
      : `Port ${port} is taken by another program. Stop that, or choose another port: npm start -- --port ${port === 65_535 ? 3000 : port + 1}`,
  );
}

/** The studio's log goes to a file: the terminal belongs to the simulator. */
export const studioLog = (folder) => path.join(folder, 'studio.log');

/**
 * Resolves when the studio says it is ready; its `exited`, `stop` and `logFile` are keepRunning's.
 */
export async function startStudio({ folder, env, url, signal, isRestart }) {
  const logFile = studioLog(folder);
  const log = isRestart ? continueLog(logFile) : openLog(logFile);
  const program = start(process.execPath, [inRoot('dist/main.js')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  const stop = () => end(program, STUDIO_ASKINGS);
  const options = { signal, timeoutMs: READY_WITHIN_MS, everyMs: 100 };
  try {
    if (await isReady(program, () => saysReady(url), options)) {
      return { exited: program.exited, stop, logFile };
    }
  } catch (error) {
    await stop();
    throw error;
  }
  await stop();
  throw new Trouble(`The studio did not start. ${endOf(logFile)}`);
}

async function saysReady(url) {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * The simulator has the terminal: it stays in the foreground group, so that it hears of a new
 * window size and of Ctrl-C. What it complains of goes to a log.
 */
export async function startSimulator({ folder, env, isRestart }) {
  const logFile = path.join(folder, 'simulator.log');
  const log = isRestart ? continueLog(logFile) : openLog(logFile);
  const program = start(process.execPath, [inRoot('dist/simulator/main.js')], {
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', log],
    detached: false,
  });
  fs.closeSync(log);
  return { exited: program.exited, stop: () => end(program, SIMULATOR_ASKINGS), logFile };
}

/** A simulator that was asked to leave, or left content, has not died. */
export const leftAsItShould = ({ code, signal }) =>
  code === 0 || code === 130 || signal === 'SIGINT' || signal === 'SIGTERM';

/**
 * Signs the demo's anchors; kept, so that `npm run verify -- --key anchor-key.pub` knows them after
 * a restart.
 */
export function demoAnchorKey(folder) {
  const file = path.join(folder, 'anchor-key.pem');
  const publicFile = path.join(folder, 'anchor-key.pub');
  if (!fs.existsSync(file)) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    fs.writeFileSync(publicFile, publicKey.export({ format: 'pem', type: 'spki' }));
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    fs.writeFileSync(file, pem, { mode: 0o600 });
  }
  return { key: fs.readFileSync(file, 'utf8'), publicFile };
}

/** The file that `npm run verify` trusts of itself; undefined where the demo never ran. */
export function demoPublicKey(folder) {
  const file = path.join(folder, 'anchor-key.pub');
  return fs.existsSync(file) ? file : undefined;
}

/** Signs the demo's tokens; kept, so that they outlive a restart. */
export function demoKey(folder) {
  const file = path.join(folder, 'jwt-key');
  if (!fs.existsSync(file))
    fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}
