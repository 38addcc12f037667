/** The cards on the table, and their totals. */
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { nextSeat } from '../../../src/punto-banco/coup.js';
import { totalOf } from '../../../src/punto-banco/hand.js';
import { SIDES } from '../../../src/punto-banco/outcome.js';
import { Card } from '../table/card.js';
import { handsOf } from '../table/hands.js';
import { useDeskView } from './use-desk.js';
import { useStep } from './use-step.js';
import { useDeskWords } from './words.js';
import card from './desk-card.module.css';
import { classes } from '../classes.js';
import styles from './table-hands.module.css';

const NONE: readonly Face[] = [];
/** Of a squeeze table the dealer has the reading of each card, and sees which lie face down. */
const ALL_OPEN = Number.MAX_SAFE_INTEGER;
/**
 * A new shoe comes onto an empty table, once the cards of the last coup are collected. Before the
 * close there is no card on it.
 */
const BARE: ReadonlySet<string> = new Set([
  'closed',
  'shoe_change',
  'betting',
  'last_bets',
  'accepting_bets',
]);

interface DownProps {
  readonly face: Face;
  /** Whether it is the one to be opened now. */
  readonly isNext: boolean;
}

/** A card that players see the back of: its reading, marked as such. */
const Down = ({ face, isNext }: DownProps) => {
  const t = useDeskWords();
  return (
    <span className={styles.down} data-down={isNext ? 'next' : ''}>
      <Card face={face} look={card} />
      <small>{t(isNext ? 'hand.toOpen' : 'hand.faceDown')}</small>
    </span>
  );
};

export const TableHands = () => {
  const { t } = useTranslation();
  const phase = useDeskView(({ copy }) => copy?.suspended?.from ?? copy?.phase ?? 'closed');
  const cards = useDeskView(({ copy }) => copy?.round?.cards ?? NONE);
  const isUncollected = useDeskView(
    ({ copy, uncollected }) => uncollected !== undefined && uncollected.game === copy?.round?.game,
  );
  const seat = useDeskView(({ copy }) => copy?.desk?.seat ?? null);
  const step = useStep();
  const outcome = step?.outcome;
  const open = useDeskView(({ copy }) => copy?.round?.faceDown?.open ?? ALL_OPEN);
  const lying = BARE.has(phase) && !isUncollected ? NONE : cards;
  const hands = handsOf(lying);
  const shown = handsOf(lying.slice(0, open));
  // None is opened while the table stands still, or before the first four lie.
  const next = step?.action === 'card:show' ? nextSeat(lying.slice(0, open))?.side : undefined;
  return (
    <section className={styles.hands} data-part="hands" aria-label={t('stage.title')}>
      {SIDES.map((side) => (
        <div
          key={side}
          className={classes(styles.hand, styles[side], outcome === side && styles.won)}
          data-hand={side}
          data-won={outcome === side ? '' : undefined}
          data-due={seat?.startsWith(side) === true ? '' : undefined}
        >
          <h2>
            <span>{t(`spot.${side}`)}</span>
            <output>{shown[side].length > 0 ? totalOf(shown[side]) : '–'}</output>
          </h2>
          <div className={styles.cards}>
            {hands[side].map((face, index) =>
              index < shown[side].length ? (
                <Card key={index} face={face} look={card} />
              ) : (
                <Down
                  key={index}
                  face={face}
                  isNext={side === next && index === shown[side].length}
                />
              ),
            )}
          </div>
        </div>
      ))}
    </section>
  );
};
