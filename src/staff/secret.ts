/**
 * PINs and passwords of the staff: argon2id. Nobody who reads the database can sign in with what is
 * stored there.
 */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The minimum that OWASP's cheat sheet asks of argon2id: 19 MiB, twice. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let last: Promise<unknown> = Promise.resolve();

/**
 * One after the other in the whole process: each takes a core to itself, and those that deal and
 * pay need the other one.
 */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
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
