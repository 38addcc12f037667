/**
 * What a program of the console says when it could not do what it was asked: a sentence, where
 * whoever sits there can set it right.
 */
import { ConfigError } from '../config.js';
import { sqlState } from './transaction.js';

type Fault = abstract new (...args: never[]) => Error;

/** No connection, or none for this login; `08…` and `28…` are classes of SQLSTATE. */
const NOT_REACHED =
  /^(08|28|57P)|^(3D000|53300|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const LOST = /^(timeout expired|Connection terminated|Client has encountered a connection error)/;
const OF_ANOTHER_VERSION = /^(42P01|42703|42883|3F000)$/;
const NOT_ALLOWED = '42501';
const LOCKED = '55P03';
/** Of files, without the path of the one. */
const OF_A_FILE = /^(ENOSPC|EISDIR)$/;

/**
 * Errors of the program's `own` kinds say it themselves. Whatever is nobody's fault there is
 * returned as it is, with its stack.
 */
export const consoleFault = (error: unknown, own: readonly Fault[] = []): unknown => {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  if ([ConfigError, ...own].some((kind) => error instanceof kind)) return message;
  const code = sqlState(error) ?? '';
  if (code.startsWith('ERR_PARSE_ARGS')) return message;
  if (NOT_REACHED.test(code) || LOST.test(message)) {
    return `DATABASE_URL: Postgres does not answer, or does not let this program in: ${message}`;
  }
  if (OF_ANOTHER_VERSION.test(code)) {
    return `The database is of another version; npm run db:deploy brings an older one up to date: ${message}`;
  }
  if (code === NOT_ALLOWED) {
    return `The login of DATABASE_URL may not do that, and the owner of the tables may (DATABASE_OWNER_URL): ${message}`;
  }
  if (code === LOCKED) return `Somebody else is at work on it. Try again: ${message}`;
  return 'syscall' in error && ('path' in error || OF_A_FILE.test(code)) ? message : error;
};
