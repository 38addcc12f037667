/**
 * How long a client waits before it tries again: longer each time, from 500 to 1500 ms (RULES 2).
 */

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 1_500;

/** A table that is not open to the client may be opened to it again, but that is seldom. */
export const NOT_ALLOWED_DELAY_MS = 30_000;

/** In ms, before the try that follows `failures` failed ones in a row. */
export const delayAfter = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * Math.max(1, failures), LONGEST_DELAY_MS);

/**
 * The same, as socket.io counts them. All connections of a process that dies are lost at one
 * moment, and are not all tried again at one: after 500 to 1000 ms at first.
 */
export const RECONNECTION = {
  reconnectionDelay: FIRST_DELAY_MS * 1.5,
  reconnectionDelayMax: LONGEST_DELAY_MS,
  randomizationFactor: 1 / 3,
};

interface Reconnecting {
  reconnectionDelayMax(ms: number): unknown;
  randomizationFactor(factor: number): unknown;
  on(event: 'reconnect_attempt' | 'close', listener: () => void): unknown;
}

/**
 * From the second try on the wait is 1000 to 1500 ms, another one each time: socket.io lets chance
 * bear on what comes before its bound, so that all later waits would be equal. After a thousand
 * tries what comes before it is infinite, and chance would make it no number, and the wait none.
 */
export const spreadLaterTries = (manager: Reconnecting): void => {
  const spreadMs = LONGEST_DELAY_MS - 2 * FIRST_DELAY_MS;
  manager.on('reconnect_attempt', () => {
    manager.reconnectionDelayMax(LONGEST_DELAY_MS - Math.random() * spreadMs);
    manager.randomizationFactor(0);
  });
  manager.on('close', () => manager.randomizationFactor(RECONNECTION.randomizationFactor));
};

/** How long a connection that is being opened may take, in ms. */
export const OPENED_WITHIN_MS = 20_000;
