/**
 * Loaded into a process that a bench measures, by `node --expose-gc --import`: says what the
 * process has used, whenever its parent asks.
 */

/** What a process has used, after everything that nobody needs was collected. */
export interface Gauge {
  /** What lives in the heap and outside of it, in bytes. */
  readonly livingBytes: number;
  /** What the system has given to the process, in bytes. */
  readonly residentBytes: number;
  /** User and system time since the start. */
  readonly cpuUs: number;
}

const read = (): Gauge => {
  const { user, system } = process.cpuUsage();
  // The second one collects what the first has finalised.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { livingBytes: heapUsed + external, residentBytes: rss, cpuUs: user + system };
};

process.on('message', (asked) => {
  if (asked === 'gauge') process.send?.(read());
});
// What asks keeps nothing alive.
process.channel?.unref();
