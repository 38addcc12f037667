/** The buttons of Blackjack: those that can be pressed in this phase, and no others. */
import type { viewBlackjack } from '../../../../src/blackjack/view.js';
import type { RoomButton } from '../room-buttons.js';
import type { BlackjackOrder } from './game.js';

interface Acts {
  readonly credit: bigint;
  /** Whether chips lie. */
  readonly lies: boolean;
  readonly canRepeat: boolean;
  readonly insured: readonly number[];
  readonly play: (command: BlackjackOrder) => void;
  readonly clear: () => void;
  readonly deal: () => void;
  readonly newHand: () => void;
  readonly repeat: () => void;
}

export const buttonsOf = (
  hand: ReturnType<typeof viewBlackjack>,
  acts: Acts,
): readonly RoomButton[] => {
  switch (hand.phase) {
    case 'stakes':
      return [
        { name: 'clear', can: acts.lies, act: acts.clear },
        { name: 'repeat', can: acts.canRepeat && !acts.lies, act: acts.repeat },
        { name: 'dealOut', can: acts.lies, isMain: true, act: acts.deal },
      ];
    case 'insurance': {
      const cost = acts.insured.reduce((sum, box) => sum + (hand.insurance?.[box] ?? 0n), 0n);
      const canPay = acts.insured.length > 0 && cost <= acts.credit;
      const insure = (boxes: readonly number[]) => acts.play({ kind: 'insure', boxes });
      return [
        { name: 'decline', can: true, act: () => insure([]) },
        { name: 'insure', can: canPay, isMain: true, act: () => insure(acts.insured) },
      ];
    }
    case 'player': {
      const { inTurn, choices } = hand;
      const stake = inTurn && hand.boxes[inTurn.box]?.hands[inTurn.hand]?.stake;
      const canAdd = stake !== undefined && stake <= acts.credit;
      return choices.map((kind) => ({
        name: kind,
        can: kind === 'card' || kind === 'stand' || canAdd,
        isMain: kind === 'card',
        act: () => acts.play({ kind }),
      }));
    }
    case 'over':
      return [
        { name: 'newHand', can: true, act: acts.newHand },
        { name: 'repeat', can: acts.canRepeat, isMain: true, act: acts.repeat },
      ];
    case 'deal':
    case 'bank':
      return [];
  }
};
