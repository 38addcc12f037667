/**
 * The process's standard output, for its log. Whoever reads it, or does not, holds nobody up: what
 * cannot be written now is kept and tried again, and where too much is kept whole lines are lost.
 */
import { type DestinationStream, pino } from 'pino';

/** What cannot be written now is kept up to here, in bytes. Beyond it lines are lost. */
const KEPT_MAX = 1_048_576;
const TRIED_EVERY_MS = 100;
/** When the process ends, a reader that is merely slow has so long for what is kept. */
const WAITED_AT_THE_END_MS = 500;
/** What a pipe says that is full. */
const IS_FULL = 'EAGAIN';

interface Output {
  readonly stream: DestinationStream;
  /** Writes what is kept, before the process ends. */
  readonly end: () => void;
}

/** `onLost` is called with the number of lines that are lost, once the log is written again. */
export const standardOutput = (onLost: (lines: number) => void): DestinationStream => {
  // Node makes a pipe refuse when it is full as soon as somebody asks for the stream. A write to
  // any other pipe waits for its reader.
  void process.stdout;
  const { stream, end } = outputTo(1, onLost);
  process.once('exit', end);
  return stream;
};

/** The same for any file, or for a pipe that refuses when it is full. */
export const outputTo = (fd: number, onLost: (lines: number) => void): Output => {
  const stream = pino.destination({
    dest: fd,
    sync: true,
    maxLength: KEPT_MAX,
    // Otherwise it sleeps until there is room, and the process with it.
    retryEAGAIN: () => false,
  });
  // A line is written at once. Whoever flushes after one, as pino does after `fatal`, would sleep
  // until a full disk has room.
  stream.flushSync = () => undefined;
  let fault: string | undefined;
  let retry: NodeJS.Timeout | undefined;
  let lost = 0;

  const tryLater = (): void => {
    retry ??= setTimeout(() => {
      retry = undefined;
      tryNow();
    }, TRIED_EVERY_MS).unref();
  };
  /** Returns why not all of it is written. */
  const tryNow = (): string | undefined => {
    fault = undefined;
    // What is kept goes before it.
    stream.write('');
    const lines = lost;
    if (fault === undefined && lines > 0) {
      lost = 0;
      onLost(lines);
    }
    return fault;
  };
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    fault = code ?? 'unknown';
    tryLater();
  });
  stream.on('drop', () => {
    lost += 1;
    tryLater();
  });
  const end = (): void => {
    const untilMs = performance.now() + WAITED_AT_THE_END_MS;
    while (fault === IS_FULL && performance.now() < untilMs) {
      pause(10);
      tryNow();
    }
  };
  return { stream, end };
};

/** While a process ends no timer fires any more. */
const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
