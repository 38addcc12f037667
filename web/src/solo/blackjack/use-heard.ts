/**
 * What is said of a hand of Blackjack to those who listen: each card with the total that it makes,
 * each choice, and how each hand ended.
 */
import { useTranslation } from 'react-i18next';
import type { BlackjackEvent, BlackjackHand } from '../../../../src/blackjack/state.js';
import { viewBlackjack } from '../../../../src/blackjack/view.js';
import { moneyText } from '../../money.js';
import { cardName } from '../../table/card.js';
import { useCourseWords } from '../history/use-course-words.js';
import { totalInWords } from './total-text.js';
import { useBlackjackWords } from './words.js';

export const useHeard = (currency: string) => {
  const { t, i18n } = useTranslation();
  const own = useBlackjackWords();
  const { event: nameOf, holder } = useCourseWords('player');
  const money = (value: bigint) => moneyText(value, currency, i18n.language, { whole: true });
  return (event: BlackjackEvent, hand: BlackjackHand): string | undefined => {
    const { bank, boxes } = viewBlackjack(hand);
    const name = nameOf(event);
    switch (event.kind) {
      case 'stakes_taken':
        return undefined;
      case 'card_dealt': {
        const dealt = boxes[event.box]!.hands[event.hand]!;
        const total = dealt.isBlackjack ? own('natural') : totalInWords(own, dealt);
        return own('heard', { name, card: cardName(t, event.card), total });
      }
      case 'bank_card_dealt':
      case 'hole_card_turned': {
        const total = totalInWords(own, bank);
        return own('heard', { name, card: cardName(t, event.card), total });
      }
      case 'insurance_decided': {
        const insured = event.insured
          .map((stake, box) => ({ stake, name: own('box', { box: box + 1 }) }))
          .filter(({ stake }) => stake > 0n);
        if (insured.length === 0) return undefined;
        return `${name}: ${insured.map((of) => `${of.name} ${money(of.stake)}`).join(', ')}`;
      }
      case 'hand_doubled':
      case 'hand_split':
        return `${name}, ${money(event.taken)}`;
      case 'hand_ended':
        return event.results
          .map(({ box, hand: place, verdict, paid }) => {
            const of = holder({ kind: 'box', box, hand: place });
            const ending = own(`ending.${verdict}`);
            return paid > 0n ? `${of}: ${ending}, ${money(paid)}` : `${of}: ${ending}`;
          })
          .join('. ');
      case 'hole_card_dealt':
      case 'hand_stood':
      case 'house_took_over':
        return name;
    }
  };
};
