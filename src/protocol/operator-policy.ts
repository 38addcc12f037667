/** How an operator's wallet is dealt with. Two administrators change it, or the console. */
import { z } from 'zod';
import { POLICY_RANGES } from './policy-ranges.js';

type Name = keyof typeof POLICY_RANGES;

const ms = (name: Name) => z.int().min(POLICY_RANGES[name].min).max(POLICY_RANGES[name].max);

/** How long its wallet is waited for, in ms, and what the wallet takes. */
export const operatorPolicy = z.strictObject({
  stakesWithinMs: ms('stakesWithinMs').describe(
    'how long the stakes of a round wait for its wallet; then they are void',
  ),
  buyInWithinMs: ms('buyInWithinMs').describe(
    'how long what a player brings waits for its wallet; then it is void',
  ),
  tryWithinMs: ms('tryWithinMs').describe(
    'how long one request to its wallet waits for an answer: no longer than the stakes of a round',
  ),
  pauseMaxMs: ms('pauseMaxMs').describe(
    'the longest pause between two tries of a movement that must be taken',
  ),
  caseAfterMs: ms('caseAfterMs').describe(
    'after how long a movement that must be taken, and is not, is a case for the pit',
  ),
  takesTips: z
    .boolean()
    .optional()
    .describe('players may give tips, and its wallet is asked for `tip`; by default not'),
});
export type OperatorPolicy = z.infer<typeof operatorPolicy>;

/**
 * One request would still wait for its answer when the stakes that it is about are void. Of a whole
 * policy: a change names some values, and the others stand.
 */
export const triesOutlastStakes = ({ tryWithinMs, stakesWithinMs }: OperatorPolicy): boolean =>
  tryWithinMs > stakesWithinMs;

/** Of an operator that is opened without one. */
export const DEFAULT_POLICY = Object.fromEntries(
  Object.entries(POLICY_RANGES).map(([name, { usual }]) => [name, usual]),
) as Readonly<Record<Name, number>>;
