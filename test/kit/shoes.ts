/** Shoes for tests of the roads: written as letters, or made by fast-check. */
import fc from 'fast-check';
import { OUTCOMES } from '../../src/punto-banco/outcome.js';
import { type Bead, parseBead } from '../../src/roads/bead.js';

/** `PPB E` are four coups without pairs or naturals; spaces only help the eye. */
export const coups = (letters: string): Bead[] =>
  [...letters.replaceAll(' ', '')].map((letter) => bead(`${letter}6`));

/** A bead that is known to be one. */
export const bead = (text: string): Bead => {
  const parsed = parseBead(text);
  if (parsed === undefined) throw new Error(`not a bead: ${text}`);
  return parsed;
};

export const anyBead: fc.Arbitrary<Bead> = fc.record({
  outcome: fc.constantFrom(...OUTCOMES),
  total: fc.nat(9),
  natural: fc.boolean(),
  puntoPair: fc.boolean(),
  bancoPair: fc.boolean(),
});

/** Up to some 200 coups. Streaks are far more frequent than in life, so that tails meet tails. */
export const anyShoe: fc.Arbitrary<Bead[]> = fc
  .array(fc.tuple(anyBead, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }))), {
    maxLength: 30,
  })
  .map((streaks) => streaks.flatMap(([streak, length]) => Array<Bead>(length).fill(streak)));
