/** Brings a clone to the point where its code can run: packages, generated client, dist/, pages. */
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { CLIENT, makeIfStale } from './build.mjs';
import { dependenciesAreInPlace, installDependencies } from './dependencies.mjs';
import { takeLock } from './lock.mjs';
import { ROOT } from './paths.mjs';
import { waitUntil } from './processes.mjs';
import { step, together } from './progress.mjs';
import { Trouble } from './trouble.mjs';

const PATIENCE_MS = 300_000;

/**
 * Does what is missing: the packages, Prisma's client and all of `makes` (of build.mjs).
 * `beside()`, if given, needs the packages alone and runs while the rest is made. Returns what that
 * came to. Two commands in one clone take turns.
 */
export async function readyCode({ signal, makes = [], beside, stream }) {
  const release = await takeTurn(signal);
  try {
    if (!dependenciesAreInPlace()) {
      await step('npm ci', () => installDependencies({ signal }), stream);
    }
    const make = (each) => makeIfStale(each, { signal, stream });
    const build = async () => {
      await make(CLIENT);
      await together(...makes.map(make));
    };
    const [, result] = await together(build(), beside?.());
    return result;
  } finally {
    release();
  }
}

/** The lock lies outside the clone: `npm ci` and a build empty their folders there. */
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
