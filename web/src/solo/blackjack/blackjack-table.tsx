/**
 * The table of Blackjack: the bank’s cards, the boxes from the right, and what is to be done now.
 */
import { bankDraws } from '../../../../src/blackjack/rules.js';
import type { viewBlackjack } from '../../../../src/blackjack/view.js';
import { CardBack } from '../../decks/card-back.js';
import { DrawnFace } from '../../table/drawn-face.js';
import card from '../../table/card.module.css';
import type { StakeRules } from '../desk.js';
import { Felt } from '../felt.js';
import type { StakesBySpot } from '../placed-chips.js';
import { PaidNote } from '../paid-note.js';
import styles from './blackjack-table.module.css';
import { Box } from './box.js';
import { totalInWords, totalText } from './total-text.js';
import { useBlackjackWords } from './words.js';

interface Props {
  readonly hand: ReturnType<typeof viewBlackjack>;
  readonly rules: StakeRules;
  readonly boxes: number;
  /** Chips that lie and are not taken yet, by box. */
  readonly stakes: StakesBySpot;
  readonly isDealing: boolean;
  readonly isPending: boolean;
  readonly canPut: boolean;
  readonly insured: readonly number[];
  readonly onInsure: (boxes: readonly number[]) => void;
  readonly onPut: (box: string) => void;
  readonly onTakeBack: (box: string) => void;
  readonly onHasten: () => void;
  /** Leaves the table for one with other boxes. */
  readonly onBoxes: () => void;
}

export const BlackjackTable = (given: Props) => {
  const { hand, rules, boxes, stakes, isDealing, insured, onInsure } = given;
  const own = useBlackjackWords();
  const { bank, phase, inTurn } = hand;
  return (
    <Felt isDealing={isDealing} onHasten={given.onHasten}>
      <div className={styles.table} data-count={boxes} data-phase={phase}>
        <section className={styles.bank} aria-label={own('bank')} data-part="bank">
          <h2>
            {own('bank')}
            {bank.cards.length > 0 && (
              <output className={styles.total} aria-live="off" aria-label={totalInWords(own, bank)}>
                {bankDraws(bank.cards) ? totalText(bank) : bank.total}
              </output>
            )}
          </h2>
          <div className={styles.cards}>
            {bank.cards.map((face, index) => (
              <DrawnFace key={index} face={face} look={card} />
            ))}
            {bank.hasHoleCard && (
              <span className={styles.back} role="img" aria-label={own('faceDown')}>
                <CardBack className={styles.drawn} />
              </span>
            )}
          </div>
        </section>
        <p className={styles.printed} aria-hidden="true">
          {own('pays')}
        </p>
        <div className={styles.boxes}>
          {Array.from({ length: boxes }, (_, box) => (
            <Box
              key={box}
              box={box}
              hand={hand}
              inTurn={inTurn?.box === box && !isDealing ? inTurn.hand : undefined}
              rules={rules}
              stake={stakes[String(box)]}
              canPut={given.canPut}
              isPending={given.isPending}
              isInsured={insured.includes(box)}
              onInsure={() =>
                onInsure(
                  insured.includes(box)
                    ? insured.filter((each) => each !== box)
                    : [...insured, box].sort((a, b) => a - b),
                )
              }
              canInsure={!isDealing && !given.isPending}
              onPut={given.onPut}
              onTakeBack={given.onTakeBack}
            />
          ))}
        </div>
        {given.canPut && (
          <button
            type="button"
            className={styles.change}
            data-command="boxes"
            onClick={given.onBoxes}
          >
            {own('change', { count: boxes })}
          </button>
        )}
      </div>
      <Voice hand={hand} isDealing={isDealing} rules={rules} />
    </Felt>
  );
};

const Voice = ({ hand, isDealing, rules }: Pick<Props, 'hand' | 'isDealing' | 'rules'>) => {
  const own = useBlackjackWords();
  const { phase, inTurn } = hand;
  const place = inTurn && hand.boxes[inTurn.box];
  const played = place?.hands[inTurn!.hand];
  return (
    <p className={styles.voice} role="status">
      {phase === 'stakes' && own('place')}
      {phase === 'insurance' && !isDealing && own('offered')}
      {played !== undefined &&
        !isDealing &&
        own(place!.hands.length > 1 ? 'yourTurnSplit' : 'yourTurn', {
          box: inTurn!.box + 1,
          hand: inTurn!.hand + 1,
          total: totalText(played),
        })}
      {phase === 'bank' && own('bankPlays')}
      {phase === 'over' && (
        <PaidNote paid={hand.paid} taken={hand.taken} currency={rules.currency} />
      )}
    </p>
  );
};
