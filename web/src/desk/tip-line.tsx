/** What the dealer was given last. Where the table takes tips, its place is always there. */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import { useDeskView } from './use-desk.js';
import { useDeskWords } from './words.js';
import styles from './tip-line.module.css';

export const TipLine = () => {
  const t = useDeskWords();
  const { i18n } = useTranslation();
  const settings = useDeskView(({ copy }) => copy?.settings);
  const dealer = useDeskView(({ copy }) => copy?.dealer);
  const tips = useDeskView((view) => view.tips);
  if (settings === undefined || settings.tipMax === null) return null;
  const last = tips.find((tip) => tip.dealer === dealer);
  return (
    <p className={styles.tip} data-part="tip" role="status">
      {last === undefined
        ? t('tips.none')
        : t('tips.last', {
            name: last.name,
            amount: moneyText(
              BigInt(last.amount),
              last.currency ?? settings.currency,
              i18n.language,
              { distinct: true },
            ),
          })}
    </p>
  );
};
