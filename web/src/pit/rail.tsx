/** The pages of the pit, and how many things wait in each. */
import { type PageName, makePlace } from './place.js';
import { usePlayersWaiting } from './support/use-players-waiting.js';
import { useNow } from './use-now.js';
import { usePlace } from './use-place.js';
import { useCases, useMay } from './use-pit.js';
import { useWords } from './use-words.js';
import { isToDecide } from './waiting.js';
import hidden from '../look/hidden.module.css';
import styles from './rail.module.css';

const LINKS: readonly { readonly page: PageName; readonly gap?: true }[] = [
  { page: 'wall' },
  { page: 'incidents' },
  { page: 'approvals' },
  { page: 'support' },
  { page: 'rounds', gap: true },
  { page: 'players' },
  { page: 'shortfalls' },
  { page: 'wallets' },
  { page: 'rota', gap: true },
  { page: 'shift' },
  { page: 'advantage' },
  { page: 'solo' },
  { page: 'audit' },
  { page: 'staff', gap: true },
  { page: 'operators' },
  { page: 'processes' },
];

export const Rail = () => {
  const { t } = useWords();
  const place = usePlace();
  const may = useMay();
  const incidents = useCases(
    (cases) => [...cases.incidents.values()].filter(({ state }) => state !== 'closed').length,
  );
  const now = useNow();
  const approvals = useCases(
    (cases) => [...cases.approvals.values()].filter((each) => isToDecide(each, now)).length,
  );
  const support = usePlayersWaiting().length;
  const waiting: Partial<Record<PageName, number>> = { incidents, approvals, support };
  const isOpen: Partial<Record<PageName, boolean>> = {
    support: may.readSupport,
    audit: may.readActions,
    staff: may.readStaff,
    operators: may.keepOperators,
  };
  const at = place.page === 'table' ? 'wall' : place.page;
  return (
    <nav className={styles.rail} aria-label={t('pages.title')}>
      <ul>
        {LINKS.filter(({ page }) => isOpen[page] ?? true).map(({ page, gap }) => (
          <li key={page} className={gap === true ? styles.gap : undefined}>
            <a href={makePlace(page)} aria-current={page === at ? 'page' : undefined}>
              {t(`pages.${page}`)}
              {(waiting[page] ?? 0) > 0 && (
                <span className={styles.badge} data-waiting={page}>
                  {waiting[page]}
                  <span className={hidden.listened}>{t('pages.waiting')}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
