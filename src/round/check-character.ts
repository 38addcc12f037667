/**
 * The check character at the end of a code: ISO 7064 MOD 37,36 over digits and letters. It shows
 * every wrong character, and every two that were swapped.
 */

export const CHECKSUMS = ['none', 'mod36'] as const;
export type CheckedCode = (typeof CHECKSUMS)[number];

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const RADIX = CHARACTERS.length;

/**
 * Nothing where codes are not checked. Characters that are neither digits nor letters do not count.
 */
export const makeCheckCharacter = (code: string, checksum: CheckedCode): string => {
  if (checksum === 'none') return '';
  let rest = RADIX;
  for (const character of code.toUpperCase()) {
    const value = CHARACTERS.indexOf(character);
    if (value === -1) continue;
    const sum = (rest + value) % RADIX || RADIX;
    rest = (sum * 2) % (RADIX + 1);
  }
  return CHARACTERS.charAt((RADIX + 1 - rest) % RADIX);
};

/** The code without its check character. Undefined when that is missing or wrong. */
export const withoutCheck = (code: string, checksum: CheckedCode): string | undefined => {
  if (checksum === 'none') return code;
  const bare = code.slice(0, -1);
  const isRight = code.slice(-1).toUpperCase() === makeCheckCharacter(bare, checksum);
  return bare !== '' && isRight ? bare : undefined;
};
