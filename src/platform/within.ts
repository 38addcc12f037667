/** Waiting, but not for ever. */

/** When the studio stops: what has gone never says goodbye, and Nest would wait for it. */
export const GOODBYE_WITHIN_MS = 1_500;

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
