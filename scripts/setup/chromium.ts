/** The Chromium of the browser tests: the installed one, or Debian's, which is then installed. */
import fs from 'node:fs';
import { ask, onPath, run } from './processes.js';
import { step } from './progress.js';
import { Trouble } from './trouble.mjs';

/** The first is the browser without its own windows and menus, which costs a fifth less. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Without a font nothing could be measured. Without this one the suits of cards would be boxes. */
const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core'];
const APT_WITHIN_MS = 300_000;

const HOW =
  'Install it (apt-get install chromium-headless-shell, or chromium) or give the program’s path in CHROMIUM_PATH. SABOT_NO_BROWSER=1 leaves the browser tests out.';

/** The browser tests are left out where SABOT_NO_BROWSER says so. */
export const wantsBrowser = (): boolean => process.env['SABOT_NO_BROWSER'] !== '1';

/**
 * The environment of the browser tests: CHROMIUM_PATH or, in its place, CHROMIUM_TROUBLE, a
 * sentence with which every one of them fails.
 */
export async function chromiumEnv(signal: AbortSignal): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  try {
    await step('Chromium', async () => {
      const { file, version } = await findChromium(signal);
      env['CHROMIUM_PATH'] = file;
      return `${version} (${file})`;
    });
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    console.log(`  ${error.message}`);
    env['CHROMIUM_TROUBLE'] = error.message;
  }
  return env;
}

interface Chromium {
  readonly file: string;
  readonly version: string;
}

async function findChromium(signal: AbortSignal): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return mustRun(named, 'CHROMIUM_PATH names');
  for (const name of NAMES) {
    const file = onPath(name);
    const version = file && versionOf(file);
    if (version) return { file, version };
  }
  await install(signal);
  return mustRun('/usr/bin/chromium-headless-shell', 'Debian’s package holds');
}

function mustRun(file: string, origin: string): Chromium {
  const version = versionOf(file);
  if (version !== undefined) return { file, version };
  throw new Trouble(`The Chromium that ${origin}, ${file}, does not run. ${HOW}`);
}

/** Undefined for a program that does not run here, as the stub that Ubuntu has in its place. */
const versionOf = (file: string): string | undefined =>
  fs.existsSync(file) ? /[\d.]+\d/.exec(ask(file, ['--version']) ?? '')?.[0] : undefined;

async function install(signal: AbortSignal): Promise<void> {
  if (!onPath('apt-get')) throw new Trouble(`There is no Chromium on this machine. ${HOW}`);
  if (process.getuid?.() !== 0) {
    throw new Trouble(`There is no Chromium, and only root can install it here. ${HOW}`);
  }
  const options = {
    signal,
    timeoutMs: APT_WITHIN_MS,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const { code, output } = await run('apt-get', ['-qq', ...args], options);
    if (code === 0) continue;
    const last = output.trim().split('\n').at(-1);
    throw new Trouble(`Debian’s Chromium could not be installed (${last}). ${HOW}`);
  }
}
