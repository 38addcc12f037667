/**
 * PINs and passwords of the staff: argon2id. Nobody who reads the database can sign in with what is
 * stored there.
 */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { systemClock } from '../platform/clock.js';
import { isPlainPin } from '../protocol/pin.js';
import { type Hasher, HashingTurns } from './hashing-turns.js';

/** The minimum that OWASP's cheat sheet asks of argon2id: 19 MiB, twice. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const turns = new HashingTurns(systemClock());

/** A PHC string. Only who is signed in, or at the console, has one made. */
export const hashSecret = (secret: string): Promise<string> =>
  turns.take('signed_in', () => hash(secret, COST));

/** What an unknown badge is tried against, with as much work as any other. */
let nobodys: Promise<string> | undefined;

/** With `hashed` undefined there is no such account. The answer is false, and takes as long. */
export const isSecret = async (
  secret: string,
  hashed: string | undefined,
  by: Hasher,
): Promise<boolean> => {
  nobodys ??= hashSecret(makePin());
  const known = hashed ?? (await nobodys);
  const matches = await turns.take(by, () => verify(known, secret));
  return hashed !== undefined && matches;
};

const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('');

export const makePin = (): string => {
  const pin = digits(6);
  return isPlainPin(pin) ? makePin() : pin;
};

/** No letters that look like digits, because it may be typed by hand. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export const makeBadge = (): string => letters(8);

/** For a device, so nobody types it in at a desk: 160 bits. */
export const makeDeviceSecret = (): string => letters(32);
