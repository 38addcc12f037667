/** The rules in short, what every bet pays and returns, and the limits of this table. */
import { useTranslation } from 'react-i18next';
import { LAST_ROUND_OPEN } from '../../../src/punto-banco/opening.js';
import type { PanelGiven } from '../panels/panel-given.js';
import { useSeat } from '../studio/use-studio.js';
import { Chapter } from './chapter.js';
import { Payouts } from './payouts.js';
import { TableLimits } from './table-limits.js';
import { TableauGrid } from './tableau-grid.js';
import styles from './help-panel.module.css';

const HelpPanel = ({ seat }: PanelGiven) => {
  const { t } = useTranslation();
  const settings = useSeat(seat, ({ copy }) => copy?.settings);
  const opening = { pairs: LAST_ROUND_OPEN.punto_pair, bonus: LAST_ROUND_OPEN.punto_bonus };
  const lines = (texts: readonly string[]) => (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <div className={styles.help}>
      <p>{t('help.short')}</p>
      {settings !== undefined && (
        <Chapter name="payouts" title={t('help.payouts')} isOpen>
          <Payouts version={settings.paytable} />
        </Chapter>
      )}
      {settings !== undefined && (
        <Chapter name="limits" title={t('help.limits', { table: settings.name })}>
          <TableLimits settings={settings} />
        </Chapter>
      )}
      <Chapter name="deal" title={t('help.deal.title')}>
        {lines([
          t('help.deal.shoe'),
          t('help.deal.values'),
          t('help.deal.order'),
          t('help.deal.natural'),
          t('help.deal.wins'),
        ])}
      </Chapter>
      <Chapter name="tableau" title={t('help.tableau.title')}>
        {lines([t('help.tableau.punto'), t('help.tableau.bancoAlone')])}
        <TableauGrid />
      </Chapter>
      <Chapter name="bets" title={t('help.bets.title')}>
        {lines([
          t('help.bets.main'),
          t('help.bets.egalite'),
          t('help.bets.mode'),
          t('help.bets.pairs'),
          t('help.bets.bonus'),
          t('help.bets.super6'),
        ])}
      </Chapter>
      <Chapter name="opening" title={t('help.opening.title')}>
        {lines([
          t('help.opening.main'),
          t('help.opening.pairs', opening),
          t('help.opening.bonus', opening),
          t('help.opening.super6'),
          t('help.opening.close'),
        ])}
      </Chapter>
      <Chapter name="money" title={t('help.money.title')}>
        {lines([t('help.money.rounding'), t('help.money.repeat'), t('help.money.double')])}
      </Chapter>
      <Chapter name="connection" title={t('help.connection.title')}>
        {lines([
          t('help.connection.lost'),
          t('help.connection.unanswered'),
          t('help.connection.session'),
          t('help.connection.second'),
        ])}
      </Chapter>
      <Chapter name="mishaps" title={t('help.mishaps.title')}>
        {lines([t('help.mishaps.suspended'), t('help.mishaps.void'), t('help.mishaps.later')])}
      </Chapter>
    </div>
  );
};
export default HelpPanel;
