/**
 * The cards as they should have been, seat by seat. The tableau says what is missing, or one too
 * many.
 */
import { SIDES } from '../../../../src/punto-banco/outcome.js';
import { Hands } from '../parts/hands.js';
import { type SeatName, type TypedCoup, readCoup } from './typed-coup.js';
import { useRightWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './coup-editor.module.css';

interface Props {
  readonly typed: TypedCoup;
  readonly onType: (typed: TypedCoup) => void;
}

const POSITIONS = [1, 2, 3] as const;

export const CoupEditor = ({ typed, onType }: Props) => {
  const { t, own, game } = useRightWords();
  const read = readCoup(typed);
  const faulty = 'coup' in read ? undefined : read.seat;
  return (
    <div
      className={styles.coupEditor}
      data-part="coup-editor"
      role="group"
      aria-label={own('amend.cards')}
    >
      {SIDES.map((side) => (
        <div key={side} className={layout.row}>
          <span className={styles.sideName}>{game(`spot.${side}`)}</span>
          {POSITIONS.map((position) => {
            const seat: SeatName = `${side}_${position}`;
            return (
              <input
                key={seat}
                name={seat}
                size={4}
                maxLength={3}
                spellCheck={false}
                autoComplete="off"
                aria-label={t(`seat.${seat}`)}
                aria-invalid={faulty === seat}
                value={typed[seat]}
                onChange={(event) => onType({ ...typed, [seat]: event.target.value })}
              />
            );
          })}
        </div>
      ))}
      <div aria-live="polite">
        {'coup' in read ? (
          <Hands cards={read.coup.cards} />
        ) : (
          <p className={tones.alarmed} data-coup-fault={read.fault}>
            {own(`amend.fault.${read.fault}`, { seat: t(`seat.${read.seat}`) })}
          </p>
        )}
      </div>
    </div>
  );
};
