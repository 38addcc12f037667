/**
 * PINs and passwords of the staff: argon2id. Nobody who reads the database can sign in with what is
 * stored there.
 */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The minimum that OWASP's cheat sheet asks of argon2id: 19 MiB, twice. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How often one may begin, in ms, after the first `AT_ONCE`: so many sign-ins as the staff of a
 * studio need when a shift begins, and no more than a quarter of a core for whoever guesses.
 */
const EVERY_MS = 80;
const AT_ONCE = 10;

let last: Promise<unknown> = Promise.resolve();
let paidUpToMs = 0;

/**
 * One after the other in the whole process: each takes a core to itself for 20 ms, and those that
 * deal and pay need the cores.
 */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(itsTime).then(work);
  last = done.catch(() => undefined);
  return done;
};

const itsTime = async (): Promise<void> => {
  const nowMs = performance.now();
  paidUpToMs = Math.max(paidUpToMs, nowMs - AT_ONCE * EVERY_MS) + EVERY_MS;
  const waitMs = paidUpToMs - nowMs;
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
};

/** A PHC string. */
export const hashSecret = (secret: string): Promise<string> => inTurn(() => hash(secret, COST));

/** What an unknown badge is tried against, with as much work as any other. */
let nobodys: Promise<string> | undefined;

/** With `hashed` undefined there is no such account. The answer is false, and takes as long. */
export const isSecret = async (secret: string, hashed: string | undefined): Promise<boolean> => {
  nobodys ??= hashSecret(makePin());
  const known = hashed ?? (await nobodys);
  const matches = await inTurn(() => verify(known, secret));
  return hashed !== undefined && matches;
};

const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('');

export const makePin = (): string => digits(6);

/** No letters that look like digits, because it may be typed by hand. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const makeBadge = (): string => letters(8);

/** For a device, so nobody types it in at a desk: 160 bits. */
export const makeDeviceSecret = (): string => letters(32);
