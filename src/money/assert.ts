/**
 * States that cannot be: an assertion names what the code relies on, and stops it when it does not
 * hold.
 */

export class ImpossibleState extends Error {
  override readonly name = 'ImpossibleState';
}

/**
 * Throws `ImpossibleState` with `sentence` when `condition` is false. Never used to answer bad
 * input: that is a refusal.
 */
export function assert(condition: boolean, sentence: string): asserts condition {
  // eslint-disable-next-line no-restricted-syntax -- the one place in the pure rooms that may throw
  if (!condition) throw new ImpossibleState(sentence);
}
