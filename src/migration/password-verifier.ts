/**
 * What Postgres keeps of a password, so that the password itself stands in no statement: its log
 * has those that failed, and, where it is set to, all that change a login.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096; // as Postgres itself
const BYTES = 32;

/** In SCRAM-SHA-256 (RFC 5803), in the form that `alter role … password` takes. */
export const passwordVerifier = (password: string, salt: Buffer = randomBytes(16)): string => {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, BYTES, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
};
