/** What may be staked at this table, and how much time there is for it. */
import { useTranslation } from 'react-i18next';
import { SPOTS } from '../../../src/punto-banco/spot.js';
import { limitsOf } from '../../../src/round/limits-of.js';
import type { TableSettings } from '../../../src/round/settings.js';
import { moneyText } from '../money.js';
import { isTaken } from '../table/own-settings.js';
import { useHelpWords } from './words.js';
import { useHistoryWords } from '../history/words.js';
import printed from './printed-table.module.css';

interface Props {
  readonly settings: TableSettings;
  /** The player's limit group. */
  readonly group: string | null;
}

export const TableLimits = ({ settings, group }: Props) => {
  const { t, i18n } = useTranslation();
  const own = useHelpWords();
  const historyWords = useHistoryWords();
  const limits = limitsOf(settings, group);
  const { currency, chips, placementsMax, oppositeBets, betMs, lastBetsMs } = settings;
  const money = (text: string) => moneyText(BigInt(text), currency, i18n.language, { whole: true });
  if (!isTaken(settings)) return <p>{t('table.notTaken', { currency })}</p>;
  return (
    <>
      <table className={printed.printed}>
        <thead>
          <tr>
            <th scope="col">{historyWords('bet')}</th>
            <th scope="col">{own('min')}</th>
            <th scope="col">{own('max')}</th>
          </tr>
        </thead>
        <tbody>
          {SPOTS.map((spot) => (
            <tr key={spot} data-limits={spot}>
              <th scope="row">{t(`spot.${spot}`)}</th>
              <td>{money(limits[spot].min)}</td>
              <td>{money(limits[spot].max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul>
        <li>
          {own('chips', {
            chips: chips.map(money).join(', '),
          })}
        </li>
        <li>{own('placements', { placements: placementsMax })}</li>
        <li>{own(`opposite.${oppositeBets}`)}</li>
        <li>{own('clock', { bet: seconds(betMs), last: seconds(lastBetsMs) })}</li>
      </ul>
    </>
  );
};

const seconds = (ms: number): number => Math.round(ms / 1_000);
