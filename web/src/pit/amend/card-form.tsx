/** One card by hand: which face, and for a card that was dealt, which seat. */
import { SEATS, type SeatName, typedCard } from './typed-coup.js';
import { useRightWords } from './words.js';
import layout from '../look/layout.module.css';

interface Props {
  readonly card: string;
  /** Undefined: the next that is due. */
  readonly seat: SeatName | undefined;
  readonly onCard: (card: string) => void;
  readonly onSeat: (seat: SeatName) => void;
}

export const CardForm = ({ card, seat, onCard, onSeat }: Props) => {
  const { t, own } = useRightWords();
  return (
    <div className={layout.row}>
      {seat !== undefined && (
        <label>
          <span>{own('amend.seat')}</span>
          <select value={seat} onChange={(event) => onSeat(event.target.value as SeatName)}>
            {SEATS.map((each) => (
              <option key={each} value={each}>
                {t(`seat.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span>{own('amend.card')}</span>
        <input
          name="card"
          size={6}
          required
          placeholder="9h"
          value={card}
          aria-invalid={card !== '' && typedCard(card) === undefined}
          onChange={(event) => onCard(event.target.value)}
        />
      </label>
    </div>
  );
};
