/**
 * The file that proves a hand, made of what the page itself saw: the commitment before the stakes,
 * the opening after the end, and the events. It asks nobody.
 */
import { plainObject } from '../../../src/solo/plain.js';
import type { HandRules, HandView } from './hand-view-store.js';

/** `paytable` is of the first event. */
interface HandEvent {
  readonly kind: string;
  readonly paytable?: string;
}

/**
 * Undefined while the hand is not over. Its paytable is its own: the one that the game is opened
 * with may have changed since.
 */
export const proofOf = <Hand, Event extends HandEvent>(
  rules: HandRules<Hand, Event>,
  { dealt }: Pick<HandView<Hand, Event, unknown>, 'dealt'>,
): object | undefined => {
  if (dealt === undefined || dealt.opening === null) return undefined;
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
    rules: events[0]?.paytable,
    hand: number,
    status: 'over',
    commitment,
    opening,
    ...(cut === null ? { seed } : { cut }),
    steps,
    events: events.map(plainObject),
  };
};
