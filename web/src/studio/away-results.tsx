/** Results of tables that are not on the screen, where a stake was left lying. */
import { useTranslation } from 'react-i18next';
import { ownResultText } from '../table/own-result.js';
import { useLine, useStudio } from './use-studio.js';
import banners from './banner.module.css';

export const AwayResults = () => {
  const { t, i18n } = useTranslation();
  const studio = useStudio();
  const [first] = useLine((line) => line.away);
  if (first === undefined) return null;
  const { name, currency, result } = first;
  return (
    <div className={banners.banner} role="status" data-away={result.table} data-paid={result.paid}>
      <span>
        {name}, {t('table.game', { game: result.game })}:{' '}
        <span className={banners.whole}>{ownResultText(t, result, currency, i18n.language)}</span>
      </span>
      <button type="button" onClick={() => studio.seenAway()}>
        {t('line.seen')}
      </button>
    </div>
  );
};
