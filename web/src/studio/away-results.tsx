/**
 * Results of tables that are not on the screen, where a stake was left lying, and corrections of
 * their rounds.
 */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import { ownResultText } from '../table/own-result.js';
import { useOwnPlayer } from './own-player.js';
import { useLine, useStudio } from './use-studio.js';
import banners from './banner.module.css';

export const AwayResults = () => {
  const { t, i18n } = useTranslation();
  const studio = useStudio();
  const [first] = useLine((line) => line.away);
  const player = useOwnPlayer();
  if (first === undefined) return null;
  const { name } = first;
  const currency = first.currency ?? (player && (player.currency ?? 'EUR'));
  if (currency === undefined) return null; // In another it would be another amount.
  const { table, game, paid } = 'result' in first ? first.result : first.correction;
  const money = (value: string) => moneyText(BigInt(value), currency, i18n.language);
  const said = () => {
    if ('result' in first) return ownResultText(t, first.result, currency, i18n.language);
    const { was, shortfall } = first.correction;
    const text = t('line.corrected', { paid: money(paid), was: money(was) });
    return shortfall === '0' ? text : `${text} ${t('line.owed', { owed: money(shortfall) })}`;
  };
  return (
    <div className={banners.banner} role="status" data-away={table} data-paid={paid}>
      <span>
        {name}, {t('table.game', { game })}: <span className={banners.whole}>{said()}</span>
      </span>
      <button type="button" onClick={() => studio.seenAway()}>
        {t('line.seen')}
      </button>
    </div>
  );
};
