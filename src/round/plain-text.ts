/**
 * Text from outside as the log keeps it. Postgres takes neither NUL nor half a character in JSON,
 * so each becomes the replacement character.
 */

const UNSHOWN = '\uFFFD';

export const plainText = (text: string): string =>
  text.replaceAll('\0', UNSHOWN).replace(/\p{Cs}/gu, UNSHOWN);
