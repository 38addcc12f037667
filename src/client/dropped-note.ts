/** What the shift manager reads of codes that were thrown away: the note of a malfunction. */

/** As many characters as a malfunction's note may have. */
const LONGEST = 400;

/**
 * `KH was refused: wrong_round; 2 codes behind it are dropped: AS 3C`. `why` says what became of
 * the one before them.
 */
export const droppedNote = (why: string, codes: readonly string[]): string => {
  const count = codes.length === 1 ? '1 code' : `${codes.length} codes`;
  const listed = codes.length === 0 ? 'dropped' : `dropped: ${codes.join(' ')}`;
  const verb = codes.length === 1 ? 'is' : 'are';
  return `${why}; ${count} behind it ${verb} ${listed}`.slice(0, LONGEST);
};
