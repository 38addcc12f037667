/** The last outcome of a table: whose it was, and with what total. */
import { useTranslation } from 'react-i18next';
import { OUTCOME_LETTERS, parseBead } from '../../../src/roads/bead.js';
import { classes } from '../classes.js';
import styles from './result-badge.module.css';

export const ResultBadge = ({ bead }: { readonly bead: string }) => {
  const { t } = useTranslation();
  const coup = parseBead(bead);
  if (coup === undefined) return null;
  const { outcome, total } = coup;
  return (
    <span
      className={classes(styles.resultBadge, styles[outcome])}
      role="img"
      aria-label={t('lobby.last', { outcome: t(`roads.outcome.${outcome}`), total })}
    >
      {OUTCOME_LETTERS[outcome]} {total}
    </span>
  );
};
