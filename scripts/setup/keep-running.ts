/** Keeps a program running: what dies by itself is started again, until it dies too often. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from './logs.js';
import type { Exit, Running } from './processes.js';
import { Trouble, describe } from './trouble.mjs';

const QUICK_MS = 5_000;
const PAUSES_MS = [200, 500, 1_000, 2_000];

interface Wishes<T extends Running> {
  readonly name: string;
  /**
   * Resolves to what runs, or rejects when it does not come up. `last` is the one before. The first
   * start, which has none, is not repeated.
   */
  readonly startProgram: (last?: T) => Promise<T>;
  /** Whether the program ended because it wanted to. */
  readonly isWanted?: (exit: Exit) => boolean;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface Kept<T> {
  readonly first: T;
  readonly stop: () => Promise<void>;
  /**
   * Rejects with a Trouble once there is no more hope. Resolves when the program has ended for
   * good.
   */
  readonly failed: Promise<void>;
}

export async function keepRunning<T extends Running>(wishes: Wishes<T>): Promise<Kept<T>> {
  const { name, startProgram, say, signal, isWanted = () => false } = wishes;
  const first = await startProgram();
  let running: Promise<T> = new Promise((resolve) => resolve(first));
  let isStopping = false;
  const isOver = (): boolean => isStopping || signal.aborted;

  const watch = async (): Promise<void> => {
    let quickDeaths = 0;
    for (let program: T | undefined = first; program !== undefined;) {
      const since = Date.now();
      const exit: Exit = await program.exited;
      if (isOver() || isWanted(exit)) return;
      quickDeaths = Date.now() - since < QUICK_MS ? quickDeaths + 1 : 1;
      say(`${name} ${manner(exit)}. ${endOf(program.logFile)}`);
      program = await startAgain(program);
      if (program !== undefined) say(`${name} runs again.`);
    }

    async function startAgain(last: T): Promise<T | undefined> {
      for (;;) {
        const pauseMs = PAUSES_MS[quickDeaths - 1];
        if (pauseMs === undefined) {
          throw new Trouble(`${name} failed ${quickDeaths} times in a row: giving up.`);
        }
        await sleep(pauseMs);
        if (isOver()) return undefined;
        try {
          running = startProgram(last);
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

  const stop = async (): Promise<void> => {
    isStopping = true;
    const program = await running.catch(() => undefined);
    await program?.stop();
  };
  return { first, stop, failed };
}

const manner = ({ code, signal }: Exit): string =>
  signal === null ? `ended by itself (code ${code})` : `was killed (${signal})`;
