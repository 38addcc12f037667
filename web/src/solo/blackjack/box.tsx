/** One box: its hands, their totals, the stake, the insurance, and how each hand ended. */
import { useTranslation } from 'react-i18next';
import { TOTAL_MAX } from '../../../../src/blackjack/total.js';
import type { viewBlackjack } from '../../../../src/blackjack/view.js';
import { isDone } from '../../../../src/blackjack/rules.js';
import { classes } from '../../classes.js';
import { moneyText } from '../../money.js';
import { DrawnFace } from '../../table/drawn-face.js';
import card from './box-card.module.css';
import { ChipPile } from '../../table/chip-pile.js';
import type { StakeRules } from '../desk.js';
import { StakeSpot } from '../stake-spot.js';
import styles from './box.module.css';
import { totalInWords, totalText } from './total-text.js';
import { useBlackjackWords } from './words.js';

interface Props {
  /** Counted from the right, from 0. */
  readonly box: number;
  readonly hand: ReturnType<typeof viewBlackjack>;
  /** Which of its hands is played now. */
  readonly inTurn: number | undefined;
  readonly rules: StakeRules;
  /** What lies on it before the deal. */
  readonly stake: bigint | undefined;
  readonly canPut: boolean;
  readonly isPending: boolean;
  readonly isInsured: boolean;
  readonly canInsure: boolean;
  readonly onInsure: () => void;
  readonly onPut: (box: string) => void;
  readonly onTakeBack: (box: string) => void;
}

export const Box = (given: Props) => {
  const { box, hand, inTurn, rules, isInsured } = given;
  const own = useBlackjackWords();
  const { i18n } = useTranslation();
  const name = own('box', { box: box + 1 });
  const dealt = hand.boxes[box];
  const offered = hand.insurance?.[box] ?? 0n;
  const money = (value: bigint) => moneyText(value, rules.currency, i18n.language, { whole: true });
  const settings = { chips: rules.chips.map(String), currency: rules.currency };
  if (dealt === undefined) {
    return (
      <section className={styles.box} data-box={box} aria-label={name}>
        <StakeSpot
          className={styles.spot}
          spot={String(box)}
          name={name}
          odds=""
          stake={given.stake}
          rules={rules}
          canPut={given.canPut}
          isPending={given.isPending}
          ending={undefined}
          onPut={given.onPut}
          onTakeBack={given.onTakeBack}
        />
      </section>
    );
  }
  return (
    <section
      className={classes(styles.box, inTurn !== undefined && styles.inTurn)}
      data-box={box}
      data-turn={inTurn}
      data-best={inTurn === undefined ? undefined : dealt.hands[inTurn]?.total}
      aria-label={name}
    >
      <div className={styles.hands}>
        {dealt.hands.map((each, index) => {
          const result = hand.results.find((one) => one.box === box && one.hand === index);
          return (
            <div
              key={index}
              className={classes(
                styles.hand,
                inTurn === index && styles.played,
                result?.verdict === 'lost' && styles.lost,
                result?.verdict === 'won' && styles.won,
              )}
              data-hand={index}
              data-total={each.total}
              data-ending={result?.verdict}
            >
              <div className={styles.cards}>
                {each.cards.map((face, at) => (
                  <span key={at} style={{ '--at': at, '--of': each.cards.length } as object}>
                    <DrawnFace face={face} look={card} />
                  </span>
                ))}
              </div>
              {each.cards.length > 0 && (
                <output
                  className={classes(styles.total, each.total > TOTAL_MAX && styles.bust)}
                  aria-live="off"
                  aria-label={each.isBlackjack ? own('natural') : totalInWords(own, each)}
                >
                  {each.isBlackjack ? 'BJ' : isDone(each) ? each.total : totalText(each)}
                </output>
              )}
              <ChipPile className={styles.pile} stake={each.stake} settings={settings} />
              {result !== undefined && (
                <span className={styles.result}>
                  {result.paid > 0n ? money(result.paid) : own(`ending.${result.verdict}`)}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {offered > 0n && (
        <button
          type="button"
          className={styles.insure}
          aria-pressed={isInsured}
          disabled={!given.canInsure}
          data-insure={box}
          onClick={given.onInsure}
        >
          <span className={styles.word}>{own('insurance')}</span> {money(offered)}
        </button>
      )}
      {dealt.insurance > 0n && (
        <span className={styles.insured} data-insured={dealt.insurance.toString()}>
          <span className={styles.word}>{own('insurance')}</span> {money(dealt.insurance)}
        </span>
      )}
    </section>
  );
};
