/**
 * What the pit answers to a request for a card by hand, or the cut card: waiting, approved, placed,
 * refused, too late.
 */
import { type CardRequest, stateAt } from '../card-request.js';
import { seatText } from '../notice-line.js';
import { useSeconds } from '../use-desk.js';
import { cardText, useDeskWords } from '../words.js';
import { classes } from '../../classes.js';
import { useSheetWords } from './words.js';
import styles from './hand-request.module.css';

export const HandRequest = ({ request }: { readonly request: CardRequest }) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const { card, seat } = request;
  const state = stateAt(request, useSeconds());
  const named = {
    card: card === null ? own('hand.cutCard') : cardText(card),
    seat: seat === null ? '' : seatText(seat, t),
  };
  const words = wordsFor(card === null ? 'cut' : seat === 'burn' ? 'burn' : 'seat', state);
  return (
    <div className={classes(styles.handRequest, styles[state])} role="status" data-request={state}>
      <strong>{own(`hand.${state}`)}</strong>
      <p>{own(words, named)}</p>
    </div>
  );
};

/** What the dealer does meanwhile. The cut card and the burn card have no seat. */
const wordsFor = (what: 'cut' | 'burn' | 'seat', state: CardRequest['state']) => {
  if (state === 'refused' || state === 'expired' || what === 'seat') {
    return `hand.${state}Do` as const;
  }
  return `hand.${what}.${state}Do` as const;
};
