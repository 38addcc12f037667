/** Brings a clone to the point where its code can run: packages, generated client, dist/. */
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { staleClient, staleCode } from './build.mjs';
import { dependenciesAreInPlace, installDependencies } from './dependencies.mjs';
import { takeLock } from './lock.mjs';
import { ROOT } from './paths.mjs';
import { waitUntil } from './processes.mjs';
import { step } from './progress.mjs';
import { Trouble } from './trouble.mjs';

const PATIENCE_MS = 300_000;

/**
 * Does only what is missing. `build: false` leaves dist/ alone. Two commands in one clone take turns.
 */
export async function readyCode({ signal, build = true, stream }) {
  const release = await takeTurn(signal);
  try {
    if (!dependenciesAreInPlace()) {
      await step('npm ci', () => installDependencies({ signal }), stream);
    }
    for (const { name, make } of build ? staleCode() : staleClient()) {
      await step(name, () => make({ signal }), stream);
    }
  } finally {
    release();
  }
}

/** The lock lies outside the clone: `npm ci` and `nest build` empty their folders there. */
async function takeTurn(signal) {
  const user = process.getuid?.() ?? '';
  const clone = createHash('sha256').update(ROOT).digest('hex').slice(0, 12);
  const file = path.join(os.tmpdir(), `sabot-build-${user}-${clone}.lock`);
  const take = () => takeLock(file).release;
  const release = await waitUntil(take, { signal, timeoutMs: PATIENCE_MS, everyMs: 200 });
  if (release === undefined) {
    throw new Trouble(`Another command has been building this clone for five minutes (${file}).`);
  }
  return release;
}
