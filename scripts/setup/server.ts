/**
 * A server of our own, started on a free port, after the one that was left behind has been ended.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameHolder } from './lock.mjs';
import { beginLog, endOf, lastLines } from './logs.js';
import { freePort } from './ports.js';
import { type Running, type Wishes, comesUp, endLeftBehind, startLogged } from './processes.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** What the starter of a server is given. */
export interface Surroundings {
  /**
   * The port of the server before, when this one takes its place. Otherwise any free one is taken.
   */
  readonly port?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Server extends Surroundings, Omit<Wishes, 'logFile'> {
  readonly name: string;
  /** Where it keeps its log, and we keep who it is. */
  readonly home: string;
  readonly file: string;
  readonly args: (port: number) => readonly string[];
  readonly isUp: (port: number, pid: number | undefined) => boolean | Promise<boolean>;
  readonly timeoutMs: number;
  /** Whether it may start now, after something was done about what it said when it failed. */
  readonly recovers?: (said: string) => boolean;
}

/**
 * The server processes of a killed Postgres take a moment to notice. A free port may be lost to
 * another program.
 */
const PASSES_BY_ITSELF = /pre-existing shared memory block|Address already in use/;
const ATTEMPTS = 10;

/** Names the server that runs in a folder. */
export const serverFile = (home: string): string => path.join(home, 'server.json');

export async function startServer(server: Server): Promise<Running & { readonly port: number }> {
  const { name, home, file, args, isUp, port, signal, timeoutMs, recovers, ...wishes } = server;
  const logFile = path.join(home, `${name.toLowerCase()}.log`);
  const holder = serverFile(home);
  await endLeftBehind(holder, wishes.askings);
  if (port === undefined) beginLog(logFile);
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const running = startLogged(file, args(chosen), { ...wishes, logFile });
    const { pid } = running;
    if (pid !== undefined) nameHolder(holder, pid);
    if (await comesUp(running, () => isUp(chosen, pid), { signal, timeoutMs })) {
      return { ...running, port: chosen };
    }
    const said = lastLines(logFile);
    if (saysDiskIsFull(said)) throw diskIsFull(home);
    const mayStart = PASSES_BY_ITSELF.test(said) || recovers?.(said) === true;
    if (attempt === ATTEMPTS || !mayStart) {
      throw new Trouble(`${name} did not start. ${endOf(logFile)}`);
    }
    await sleep(500, undefined, { signal });
  }
}
