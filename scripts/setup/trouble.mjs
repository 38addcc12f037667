/**
 * A Trouble is a fault whose reader can repair it: the message says what is wrong and what to do.
 */
export class Trouble extends Error {}

const NO_SPACE = /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i;

/** True when a program's output, or an error's text, complains of a full disk. */
export const saysDiskIsFull = (text) => NO_SPACE.test(text);

export const diskIsFull = (where) =>
  new Trouble(`The disk that holds ${where} is full. Make room there and try again.`);

/**
 * What to print for an error: a sentence for the faults we know, the whole stack for the others.
 */
export function describe(error) {
  if (error instanceof Trouble) return error.message;
  if (saysDiskIsFull(`${error?.code} ${error?.message}`)) {
    return diskIsFull(error.path ?? 'the project').message;
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code) && error.path) {
    return `${error.path} may not be written by this user (${error.code}). Change its owner or its mode, and start again.`;
  }
  return error?.stack ?? String(error);
}
