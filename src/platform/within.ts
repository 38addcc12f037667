/** Waiting, but not for ever. */

/** When the studio stops: what has gone never says goodbye, and Nest would wait for it. */
export const GOODBYE_WITHIN_MS = 1_000;
/** All the goodbyes of `goodbye` together: what is left of them ends with the process. */
const GOODBYES_WITHIN_MS = 3_000;
/** A goodbye so long after the first is another studio's, in the same process. */
const STOPPED_BY_MS = 10_000;

/** Waits for `work`, whatever comes of it, but no longer than `ms`. */
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

let firstGoodbyeAtMs: number | undefined;

/** Waits for a service to let go, while the process stops: a while for each, and not long for all of them. */
export const goodbye = (work: Promise<unknown>): Promise<void> => {
  const nowMs = performance.now();
  if (firstGoodbyeAtMs === undefined || nowMs - firstGoodbyeAtMs > STOPPED_BY_MS)
    firstGoodbyeAtMs = nowMs;
  const leftMs = Math.max(0, firstGoodbyeAtMs + GOODBYES_WITHIN_MS - nowMs);
  return within(Math.min(GOODBYE_WITHIN_MS, leftMs), work);
};
