/** How often each thing has come in the shoe, as counts and as shares. */
import { useTranslation } from 'react-i18next';
import { OUTCOMES } from '../../../src/punto-banco/outcome.js';
import { OUTCOME_LETTERS } from '../../../src/roads/bead.js';
import { type Statistics, sharesOf } from '../../../src/roads/statistics.js';
import styles from './shoe-statistics.module.css';

const COUNTED = [...OUTCOMES, 'puntoPairs', 'bancoPairs', 'naturals'] as const;

export const ShoeStatistics = ({ statistics }: { readonly statistics: Statistics }) => {
  const { t, i18n } = useTranslation();
  const shares = sharesOf(statistics);
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    minimumFractionDigits: 1,
  });
  return (
    <section className={styles.statistics} data-coups={statistics.coups}>
      <h3>
        {t('roads.statistics.title')}
        <span>
          {t('roads.statistics.coups')} <b>{statistics.coups}</b>
        </span>
      </h3>
      <div className={styles.shares} aria-hidden="true">
        {OUTCOMES.map((outcome) => (
          <span key={outcome} className={styles[outcome]} style={{ flexGrow: shares[outcome] }}>
            {shares[outcome] > 0 && OUTCOME_LETTERS[outcome]}
          </span>
        ))}
      </div>
      <dl>
        {COUNTED.map((each) => (
          <div key={each} data-count={each}>
            <dt>{t(`roads.statistics.${each}`)}</dt>
            <dd>
              <b>{statistics[each]}</b> {percent.format(shares[each] / 1_000)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
