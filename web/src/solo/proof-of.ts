/**
 * The file that proves a hand, made of what the page itself saw: the commitment before the stakes,
 * the opening after the end, and the events. It asks nobody.
 */
import { plainObject } from '../../../src/solo/plain.js';
import type { HandRules, HandView } from './hand-store.js';

/** Undefined while the hand is not over. */
export const proofOf = <Hand, Event extends object>(
  rules: HandRules<Hand, Event>,
  { dealt, rules: stakeRules }: HandView<Hand, Event, unknown>,
): object | undefined => {
  if (dealt === undefined || dealt.opening === null || stakeRules === undefined) return undefined;
  const { number, commitment, opening, seed, cut, events } = dealt;
  let hand = rules.newHand;
  const steps: object[] = [];
  for (const [step, event] of events.entries()) {
    const command = rules.commandOf(hand, event);
    if (command !== undefined) {
      steps.push({ id: crypto.randomUUID(), command: plainObject({ ...command, step }) });
    }
    hand = rules.evolve(hand, event);
  }
  return {
    version: 1,
    game: rules.game,
    rules: stakeRules.version,
    hand: number,
    status: 'over',
    commitment,
    opening,
    ...(cut === null ? { seed } : { cut }),
    steps,
    events: events.map(plainObject),
  };
};
