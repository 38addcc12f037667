/** Waiting, but not for ever. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** For a stop of the studio: what has disappeared never answers, and Nest would wait for it. */
export const SHUTDOWN_WITHIN_MS = 1_000;
/**
 * The limit for all the waits of `atShutdown` together. What is left of them ends with the process.
 */
const SHUTDOWNS_WITHIN_MS = 3_000;

/** Waits for `work`, whether it succeeds or fails, but no longer than `ms`. */
export const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  const done = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([done, tooLong]);
  clearTimeout(timer);
};

/**
 * A signal that ends a request after `ms`, or with `stop`, and what takes it back once the request
 * is over: an `AbortSignal.any` is kept by `stop` for as long as that lives.
 */
export const timeLimit = (
  ms: number,
  stop: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly clear: () => void } => {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new DOMException('there was no answer in time', 'TimeoutError'));
  }, ms);
  const stopped = () => limit.abort(stop?.reason);
  if (stop?.aborted === true) stopped();
  else stop?.addEventListener('abort', stopped, { once: true });
  const clear = () => {
    clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
  };
  return { signal: limit.signal, clear };
};

/** The stopping of one studio: when its first shutdown began. */
interface Shutdown {
  startedAtMs?: number;
}

const shutdowns = new AsyncLocalStorage<Shutdown>();
/** A process that is stopped by a signal stops its one studio. */
const ofTheProcess: Shutdown = {};

/**
 * Stops one studio of several in the process. The shutdowns in `stop` have a time limit of their
 * own.
 */
export const inShutdown = <T>(stop: () => T): T => shutdowns.run({}, stop);

/**
 * Waits for a service to close while the studio stops. Each gets some time, and all together not
 * much.
 */
export const atShutdown = (work: Promise<unknown>): Promise<void> => {
  const shutdown = shutdowns.getStore() ?? ofTheProcess;
  const nowMs = performance.now();
  shutdown.startedAtMs ??= nowMs;
  const leftMs = Math.max(0, shutdown.startedAtMs + SHUTDOWNS_WITHIN_MS - nowMs);
  return within(Math.min(SHUTDOWN_WITHIN_MS, leftMs), work);
};
