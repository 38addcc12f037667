/**
 * Runs the body of one command: signals, the order of stopping, the message of a fault and the exit
 * code.
 */
import { describe } from './trouble.mjs';

/** What the body of a command is handed. */
export interface Context {
  /** Aborted by Ctrl-C, SIGTERM and a closed terminal. Everything that waits takes it. */
  readonly signal: AbortSignal;
  /** What it takes is called in reverse order at the end, however the body ended. */
  readonly onStop: (stop: () => unknown) => void;
}

/**
 * A terminal sends Ctrl-C to npm and to this process, and npm passes it on. The second signal is
 * not a second Ctrl-C.
 */
const ECHO_MS = 1_000;

interface Ending {
  readonly exitCodeWhenInterrupted?: number;
  /** What is to be said then. */
  readonly saysWhenInterrupted?: () => string;
}

/**
 * `body` returns the exit code. Nothing means 0. A second Ctrl-C leaves at once: what was started
 * is tethered to this process and ends with it (see processes.ts).
 */
export async function command(
  body: (context: Context) => Promise<number | void>,
  { exitCodeWhenInterrupted = 0, saysWhenInterrupted }: Ending = {},
): Promise<never> {
  const stops: (() => unknown)[] = [];
  const interruption = new AbortController();
  let firstAtMs: number | undefined;
  const interrupt = (): void => {
    if (firstAtMs === undefined) {
      firstAtMs = Date.now();
      interruption.abort();
    } else if (Date.now() - firstAtMs > ECHO_MS) {
      process.exit(130);
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupt);
  whenNpmIsGone(interrupt);
  // A terminal that was closed must not keep us from stopping in good order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  const awake = setInterval(() => {}, 2 ** 30); // until the end of the body, whatever it waits for
  const { signal } = interruption;
  let code: number;
  try {
    code = (await body({ signal, onStop: (stop) => stops.push(stop) })) ?? 0;
  } catch (error) {
    code = signal.aborted ? exitCodeWhenInterrupted : 1;
    const says = signal.aborted ? saysWhenInterrupted?.() : describe(error);
    if (says !== undefined) console.error(`\n${says}`);
  }
  for (const stop of stops.reverse()) {
    try {
      await stop();
    } catch (error) {
      console.error(describe(error));
      code ||= 1;
    }
  }
  clearInterval(awake);
  process.exit(code);
}

/** npm is what the user sees running: a command whose npm was killed is not wanted any more. */
function whenNpmIsGone(interrupt: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    interrupt();
  }, 500);
}

/** Resolves when the command is interrupted. */
export const interruptionOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
