/**
 * What Postgres keeps of a password, so that the password itself stands in no statement: its log
 * has those that failed, and, where it is set to, all that change a login.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096; // as Postgres itself
const BYTES = 32;

/** Spaces that are none of ASCII, and what is not shown (RFC 3454, C.1.2 and B.1). */
const SPACES = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g;
const UNSHOWN = /[\u00AD\u1806\u2060\uFEFF]|\u034F|[\u180B-\u180D]|\u200C|\u200D|[\uFE00-\uFE0F]/g;

/** As whoever signs in prepares it (SASLprep, RFC 4013). */
const prepared = (password: string): string =>
  password.replaceAll(SPACES, ' ').replaceAll(UNSHOWN, '').normalize('NFKC');

/** In SCRAM-SHA-256 (RFC 5803), in the form that `alter role … password` takes. */
export const passwordVerifier = (password: string, salt: Buffer = randomBytes(16)): string => {
  const salted = pbkdf2Sync(prepared(password), salt, ITERATIONS, BYTES, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
};
