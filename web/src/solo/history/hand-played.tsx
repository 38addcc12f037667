/**
 * One hand: when and which, what it took and paid. At a touch also its course card by card, what
 * each choice cost against the best play, and the proof that its deck was fixed.
 */
import { Suspense, lazy, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayedHand } from '../../../../src/protocol/hand-history.js';
import { dayAndTimeText } from '../../history/time.js';
import { moneyText } from '../../money.js';
import { withoutEval } from '../without-eval.js';
import { useSoloWords } from '../words.js';
import styles from './hand-played.module.css';

const WholeHand = lazy(() => {
  withoutEval();
  return import('./whole-hand.js');
});

interface Props {
  readonly hand: PlayedHand;
  readonly currency: string;
}

export const HandPlayed = memo(({ hand, currency }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const [isOpen, open] = useState(false);
  const money = (value: bigint, signed = false) =>
    moneyText(value, hand.currency ?? currency, i18n.language, { signed });
  const [taken, paid] = [BigInt(hand.taken), BigInt(hand.paid)];
  const time = new Date(hand.actedAtMs);
  return (
    <article
      className={styles.played}
      data-hand-played={hand.hand}
      aria-label={t('table.game', { game: hand.hand })}
    >
      <header>
        <b>{own(`game.${hand.game}`)}</b>
        <time dateTime={time.toISOString()}>{dayAndTimeText(hand.actedAtMs, i18n.language)}</time>
        <span>{t('table.game', { game: hand.hand })}</span>
        {hand.status !== 'over' && (
          <span className={styles.status}>{own(`history.${hand.status}`)}</span>
        )}
      </header>
      <p className={styles.sums}>
        <span>{own('history.taken', { amount: money(taken) })}</span>
        <span>{own('history.paid', { amount: money(paid) })}</span>
        {hand.status === 'over' && (
          <b data-net={(paid - taken).toString()}>{money(paid - taken, true)}</b>
        )}
      </p>
      <button type="button" aria-expanded={isOpen} data-course="" onClick={() => open(!isOpen)}>
        {own(isOpen ? 'history.less' : 'history.more')}
      </button>
      {isOpen && (
        <Suspense fallback={<p role="status">{t('menu.loading')}</p>}>
          <WholeHand hand={hand.hand} money={money} />
        </Suspense>
      )}
    </article>
  );
});
