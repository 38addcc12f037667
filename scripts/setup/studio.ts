/**
 * The two processes of a demo: the studio, and the simulator that plays in it and draws the
 * terminal.
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beginLog, endOf } from './logs.js';
import { inRoot } from './paths.js';
import { freePort, whyNotFree } from './ports.js';
import { type Exit, type Running, comesUp, onPath, startLogged, waitUntil } from './processes.js';
import { Trouble } from './trouble.mjs';

const READY_WITHIN_MS = 60_000;
const ENCODERS_WITHIN_MS = 10_000;

interface Wishes {
  /** The open data folder. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** In place of one that died: its log goes on. */
  readonly isRestart: boolean;
}

/**
 * Refuses a port that is not available. After a killed start its studio is given a moment to end.
 */
export async function mustBeFree(
  port: number,
  patience: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  let why: string | undefined;
  const isFree = async (): Promise<boolean> => (why = await whyNotFree(port)) === undefined;
  if (await waitUntil(isFree, { ...patience, everyMs: 200 })) return;
  throw new Trouble(
    why === 'EACCES'
      ? `Port ${port} may not be used by this user. Choose one above 1023: npm start -- --port 3000`
      : `Port ${port} is taken by another program. Stop that, or choose another port: npm start -- --port ${port === 65_535 ? 3000 : port + 1}`,
  );
}

/** The studio's log goes to a file: the terminal belongs to the simulator. */
export const studioLog = (folder: string): string => path.join(folder, 'studio.log');

/** Resolves when the studio says that it is ready. */
export async function startStudio(
  { folder, env, isRestart }: Wishes,
  url: string,
  signal: AbortSignal,
): Promise<Running> {
  const logFile = studioLog(folder);
  if (!isRestart) beginLog(logFile);
  const studio = startLogged(
    process.execPath,
    ['--max-semi-space-size=64', inRoot('dist/main.js')],
    {
      env: { ...process.env, ...env },
      logFile,
      // Together with the services' shutdown this stays within ten seconds.
      askings: [
        ['SIGTERM', 4_000],
        ['SIGKILL', 1_000],
      ],
    },
  );
  const patience = { signal, timeoutMs: READY_WITHIN_MS, everyMs: 100 };
  if (await comesUp(studio, () => saysReady(url), patience)) return studio;
  throw new Trouble(`The studio did not start. ${endOf(logFile)}`);
}

async function saysReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * It stays in the foreground group, so that it receives Ctrl-C and the news of another window size.
 */
export function startSimulator({ folder, env, isRestart }: Wishes): Running {
  const logFile = path.join(folder, 'simulator.log');
  if (!isRestart) beginLog(logFile);
  return startLogged(process.execPath, [inRoot('dist/simulator/main.js')], {
    env: { ...process.env, ...env },
    logFile,
    foreground: true,
    askings: [
      ['SIGTERM', 1_500],
      ['SIGKILL', 500],
    ],
  });
}

/** The streams of the demo's tables, a folder each. */
export const pictureFolder = (folder: string): string => path.join(folder, 'picture');

/**
 * Where the picture takes offers of WebRTC from the studio: on this machine, under a path that
 * nobody else knows.
 */
export const relayAddress = async (): Promise<string> =>
  `http://127.0.0.1:${await freePort()}/${randomBytes(24).toString('hex')}/`;

/** What the streams are made with: an ffmpeg may be built without them. */
const ENCODERS = ['libx264', 'libvpx', 'aac', 'libopus'];

/** What films the tables needs several things that may be missing. Says which. */
export function whatPictureLacks(): string | undefined {
  const ffmpeg = onPath('ffmpeg');
  if (ffmpeg === undefined) return 'ffmpeg is not installed';
  const encoders = spawnSync(ffmpeg, ['-hide_banner', '-encoders'], {
    encoding: 'utf8',
    timeout: ENCODERS_WITHIN_MS,
  });
  if (encoders.status !== 0) return `${ffmpeg} does not say which encoders it has`;
  const missing = ENCODERS.find((name) => !encoders.stdout.includes(` ${name} `));
  if (missing !== undefined) return `${ffmpeg} was built without the encoder ${missing}`;
  const hasCanvas = fs.existsSync(inRoot('node_modules/@napi-rs/canvas'));
  return hasCanvas ? undefined : 'the package @napi-rs/canvas is not installed';
}

/** Films the tables, a table a stream. */
export function startPicture({ folder, env, isRestart }: Wishes): Running {
  const logFile = path.join(folder, 'picture.log');
  if (!isRestart) beginLog(logFile);
  return startLogged(process.execPath, [inRoot('dist/picture/main.js')], {
    env: { ...process.env, ...env },
    logFile,
    askings: [
      ['SIGTERM', 1_000],
      ['SIGKILL', 500],
    ],
  });
}

/** A simulator that was asked to stop, or that ended content, has not died. */
export const leftAsItShould = ({ code, signal }: Exit): boolean =>
  code === 0 || code === 130 || signal === 'SIGINT' || signal === 'SIGTERM';

/**
 * Signs the demo's anchors. It is kept, so that `npm run verify` knows them after a restart by the
 * public file beside it.
 */
export const demoAnchorKey = (folder: string): string =>
  kept(path.join(folder, 'anchor-key.pem'), () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    fs.writeFileSync(demoPublicKey(folder), publicKey.export({ format: 'pem', type: 'spki' }));
    return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  });

/** The file that `npm run verify` trusts by default. It does not exist where the demo never ran. */
export const demoPublicKey = (folder: string): string => path.join(folder, 'anchor-key.pub');

/**
 * Of the studio's own login on the embedded Postgres, which has no rights but the application's.
 * `ownerUrl` is its superuser's.
 */
export const studioLogin = (ownerUrl: string, folder: string): string => {
  const url = new URL(ownerUrl);
  url.username = 'sabot_studio';
  url.password = kept(path.join(folder, 'studio-password'), () => randomBytes(24).toString('hex'));
  return url.href;
};

/** Signs the demo's tokens. It is kept, so that they outlive a restart. */
export const demoKey = (folder: string): string =>
  kept(path.join(folder, 'jwt-key'), () => randomBytes(32).toString('hex')).trim();

/**
 * Seals the decks of the demo's solo hands. It is kept, so that a hand in play outlives a restart.
 */
export const demoHandsKey = (folder: string): string =>
  kept(path.join(folder, 'hands-key'), () => randomBytes(32).toString('base64')).trim();

/** A secret that is made once. */
function kept(file: string, make: () => string): string {
  if (!fs.existsSync(file)) fs.writeFileSync(file, make(), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8');
}
