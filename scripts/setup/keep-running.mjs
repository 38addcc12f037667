/**
 * Keeps a program running: what dies by itself is started again, until it dies too often too
 * quickly.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from './logs.mjs';
import { Trouble, describe } from './trouble.mjs';

const QUICK_MS = 5_000;
const QUICK_DEATHS_AT_MOST = 5;
const PAUSES_MS = [200, 500, 1_000, 2_000, 4_000];

/**
 * `startProgram(isRestart, last)` resolves to a running `{ exited, stop, logFile }`, or rejects
 * when it does not come up; `last` is the one before. The first start is not repeated: it rejects
 * here.
 *
 * Returns `{ first, stop, failed }`. `failed` rejects with a Trouble once there is no more hope,
 * and resolves when the program is over and done with: stopped, or gone in a way that
 * `isWanted(exit)` takes for its own wish.
 */
export async function keepRunning({ name, startProgram, say, signal, isWanted = () => false }) {
  const first = await startProgram(false);
  let running = Promise.resolve(first);
  let isStopping = false;
  const isOver = () => isStopping || signal.aborted;

  const watch = async () => {
    let program = first;
    let quickDeaths = 0;
    while (!isOver()) {
      const since = Date.now();
      const exit = await program.exited;
      if (isOver() || isWanted(exit)) return;
      quickDeaths = Date.now() - since < QUICK_MS ? quickDeaths + 1 : 1;
      say(`${name} ${manner(exit)}. ${endOf(program.logFile)}`);
      program = await startAgain(program);
      if (program !== undefined) say(`${name} runs again.`);
    }

    async function startAgain(last) {
      for (;;) {
        if (quickDeaths >= QUICK_DEATHS_AT_MOST) {
          throw new Trouble(`${name} failed ${quickDeaths} times in a row: giving up.`);
        }
        await sleep(PAUSES_MS[quickDeaths - 1]);
        if (isOver()) return undefined;
        try {
          running = startProgram(true, last);
          return await running;
        } catch (error) {
          if (isOver()) return undefined;
          quickDeaths += 1;
          say(`${name} did not come back. ${describe(error)}`);
        }
      }
    }
  };
  const failed = watch();
  failed.catch(() => {}); // whoever races it hears of it

  const stop = async () => {
    isStopping = true;
    const program = await running.catch(() => undefined);
    await program?.stop();
  };
  return { first, stop, failed };
}

const manner = ({ code, signal }) =>
  signal === null ? `ended by itself (code ${code})` : `was killed (${signal})`;
