/**
 * Impossible states: an assertion names what the code relies on, and throws when it does not hold.
 */

export class ImpossibleState extends Error {
  override readonly name = 'ImpossibleState';
}

/**
 * Throws `ImpossibleState` with `sentence` when `condition` is false. Bad input is never answered
 * this way: that takes a refusal.
 */
export function assert(condition: boolean, sentence: string): asserts condition {
  // eslint-disable-next-line no-restricted-syntax -- the one place in the pure rooms that may throw
  if (!condition) throw new ImpossibleState(sentence);
}
