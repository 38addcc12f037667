/**
 * A Trouble is a fault whose reader can repair it: the message says what is wrong and what to do.
 */
export class Trouble extends Error {}

const NO_SPACE = /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i;

/**
 * True when a program's output, or an error's text, complains of a full disk.
 * @param {string} text
 */
export const saysDiskIsFull = (text) => NO_SPACE.test(text);

/** @param {string} where */
export const diskIsFull = (where) =>
  new Trouble(`The disk that holds ${where} is full. Make room there and try again.`);

/**
 * What to print for an error: a sentence for the faults we know, the whole stack for the others.
 * @param {unknown} error
 */
export function describe(error) {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Trouble) return error.message;
  /** @type {NodeJS.ErrnoException} */
  const { code = '', message, path, stack } = error;
  if (saysDiskIsFull(`${code} ${message}`)) return diskIsFull(path ?? 'the project').message;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) && path !== undefined) {
    return `${path} may not be written by this user (${code}). Change its owner or its mode, and start again.`;
  }
  return stack ?? message;
}
