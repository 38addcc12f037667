/** Bets of a day whose answer never arrived, and what became of each. */
import { useTranslation } from 'react-i18next';
import { unanswered } from '../studio/unanswered.js';
import { useLine } from '../studio/use-studio.js';
import type { DayBounds } from './day.js';
import { betText } from './own-bet.js';
import { timeText } from './time.js';
import { useHistoryWords } from './words.js';
import styles from './unanswered-bets.module.css';

interface Props {
  readonly bounds: DayBounds;
  readonly currency: string;
}

export const UnansweredBets = ({ bounds, currency }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useHistoryWords();
  useLine(({ outcomes }) => outcomes); // Drawn again when more is known.
  const lost = unanswered().filter(
    ({ sentAtMs }) => sentAtMs >= bounds.fromMs && sentAtMs < bounds.toMs,
  );
  if (lost.length === 0) return null;
  return (
    <section className={styles.unanswered} aria-label={own('unanswered')}>
      <h3>{own('unanswered')}</h3>
      <ul>
        {lost.map(({ betId, game, bet, sentAtMs, outcome }) => (
          <li key={betId} data-bet={betId} data-outcome={outcome}>
            <span>
              {timeText(sentAtMs, i18n.language)} · {t('table.game', { game })}
            </span>
            <span>{betText(bet, currency, i18n.language, t, own)}</span>
            <strong>{own(`outcome.${outcome ?? 'unknown'}`)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
};
