/** What the pit says to a card by hand: waiting, approved, laid, refused, too late. */
import type { CardRequest } from '../card-request.js';
import { seatText } from '../told-line.js';
import { useSeconds } from '../use-desk.js';
import { cardText, useDeskWords } from '../words.js';

export const HandRequest = ({ request }: { readonly request: CardRequest }) => {
  const t = useDeskWords();
  const { card, seat } = request;
  const isLate = useSeconds() > request.expiresAtMs;
  // Nobody tells the desk that the time is up.
  const state = request.state === 'pending' && isLate ? 'expired' : request.state;
  const named = { card: cardText(card), seat: seat === null ? '' : seatText(seat, t) };
  return (
    <div className={`hand-request ${state}`} role="status" data-request={state}>
      <strong>{t(`hand.${state}`)}</strong>
      <p>{t(`hand.${state}Do`, named)}</p>
    </div>
  );
};
