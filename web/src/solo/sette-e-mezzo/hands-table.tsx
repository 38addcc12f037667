/** The felt of Sette e Mezzo: the bank’s hand, the player’s, and what is to be done now. */
import { MATTA } from '../../../../src/sette-e-mezzo/points.js';
import type { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';
import { DeckChoice } from '../../decks/deck-choice.js';
import { DrawnCard } from '../../decks/drawn-card.js';
import { useSettings } from '../../studio/settings-store.js';
import { Felt } from '../felt.js';
import { PaidNote } from '../paid-note.js';

import { dueOf, resultOf } from './due.js';
import styles from './hands-table.module.css';
import { pointsText } from './points-text.js';
import { useSetteEMezzoWords } from './words.js';

type View = ReturnType<typeof viewSetteEMezzo>;

interface Props {
  readonly hand: View;
  readonly currency: string;
  readonly isDealing: boolean;
  readonly onHasten: () => void;
}

export const HandsTable = (given: Props) => {
  const { hand, isDealing } = given;
  return (
    <Felt isDealing={isDealing} onHasten={given.onHasten}>
      {hand.phase === 'stake' ? (
        <div className={styles.bare}>
          <DeckChoice />
        </div>
      ) : (
        <div className={styles.hands} data-part="hands">
          <SeenHand side="bank" seen={hand.bank} />
          <SeenHand side="player" seen={hand.player} />
        </div>
      )}
      <Voice {...given} />
    </Felt>
  );
};

const SeenHand = ({ side, seen }: { side: 'bank' | 'player'; seen: View['player'] }) => {
  const own = useSetteEMezzoWords();
  const { deck } = useSettings().settings;
  const { cards, halfPoints, matta } = seen;
  return (
    <section className={styles.hand} aria-label={own(side)} data-hand={side}>
      <h2 className={styles.name}>
        {own(side)}
        {cards.length > 0 && (
          <output className={styles.points} aria-live="off" data-points={halfPoints}>
            {own('points', { points: pointsText(halfPoints) })}
          </output>
        )}
        {matta !== undefined && (
          <span className={styles.matta} data-matta={matta}>
            {own('worth', { points: pointsText(matta) })}
          </span>
        )}
      </h2>
      <div className={styles.cards}>
        {cards.map((card) => (
          <span key={card}>
            <DrawnCard deck={deck} card={card} isMatta={card === MATTA} />
          </span>
        ))}
      </div>
    </section>
  );
};

const Voice = ({ hand, currency, isDealing }: Props) => {
  const own = useSetteEMezzoWords();
  const points = pointsText(hand.player.halfPoints);
  const bank = pointsText(hand.bank.halfPoints);
  const result = resultOf(hand);
  return (
    <p className={styles.voice} role="status" data-result={result}>
      {result === undefined ? (
        own(dueOf(hand, isDealing), { points })
      ) : (
        <>
          {own(`result.${result}`, { points, bank })}
          {hand.isAbandoned && ` ${own('abandoned')}`}
          {hand.verdict !== 'returned' && (
            <PaidNote paid={hand.paid} taken={hand.taken} currency={currency} />
          )}
        </>
      )}
    </p>
  );
};
