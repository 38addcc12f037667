/** The rules in short, what every bet pays and returns, and the limits of this table. */
import { LAST_ROUND_OPEN } from '../../../src/punto-banco/opening.js';
import type { Spot } from '../../../src/punto-banco/spot.js';
import type { PanelProps } from '../panels/panel-props.js';
import { useSetTimes } from '../studio/set-times.js';
import { useSeat } from '../studio/use-studio.js';
import { Chapter } from './chapter.js';
import { Payouts } from './payouts.js';
import { RoadsExplained } from './roads-explained.js';
import { TableLimits } from './table-limits.js';
import { TableauGrid } from './tableau-grid.js';
import { useHelpWords } from './words.js';
import styles from './help-panel.module.css';

const RULES = ['main', 'egalite', 'mode', 'pairs', 'bonus', 'super6'] as const;

const RULE_OF: Readonly<Record<Spot, (typeof RULES)[number]>> = {
  punto: 'main',
  banco: 'main',
  egalite: 'egalite',
  punto_pair: 'pairs',
  banco_pair: 'pairs',
  either_pair: 'pairs',
  perfect_pair: 'pairs',
  punto_bonus: 'bonus',
  banco_bonus: 'bonus',
  super_6: 'super6',
};

const HelpPanel = ({ seat, chapter }: PanelProps) => {
  const own = useHelpWords();
  const times = useSetTimes();
  const settings = useSeat(seat, ({ copy }) => copy?.settings);
  const group = useSeat(seat, ({ known }) => known?.own.group ?? null);
  const rule = chapter === undefined || chapter === 'limits' ? undefined : RULE_OF[chapter];
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
      <p>{own('short')}</p>
      {settings !== undefined && (
        <Chapter name="payouts" title={own('payouts')} isOpen>
          <Payouts version={settings.paytable} />
        </Chapter>
      )}
      {settings !== undefined && (
        <Chapter
          name="limits"
          title={own('limits', { table: settings.name })}
          isOpen={chapter === 'limits'}
          isShown={chapter === 'limits'}
        >
          <TableLimits settings={settings} group={group} />
        </Chapter>
      )}
      <Chapter name="deal" title={own('deal.title')}>
        {lines([
          ...(settings === undefined ? [] : [own('deal.decks', { count: settings.decks })]),
          own('deal.shoe'),
          own('deal.values'),
          own('deal.order'),
          own('deal.natural'),
          own('deal.wins'),
        ])}
      </Chapter>
      <Chapter name="tableau" title={own('tableau.title')}>
        {lines([own('tableau.punto'), own('tableau.bancoAlone')])}
        <TableauGrid />
      </Chapter>
      <Chapter
        name="bets"
        title={own('bets.title')}
        isOpen={rule !== undefined}
        isShown={rule !== undefined}
      >
        <ul>
          {RULES.map((each) => (
            <li
              key={each}
              className={each === rule ? styles.asked : undefined}
              data-rule={each}
              data-asked={each === rule ? '' : undefined}
            >
              {own(`bets.${each}`)}
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter name="roads" title={own('roads.title')}>
        <RoadsExplained />
      </Chapter>
      <Chapter name="opening" title={own('opening.title')}>
        {lines([
          own('opening.main'),
          own('opening.pairs', opening),
          own('opening.bonus', opening),
          own('opening.super6'),
          own('opening.close'),
        ])}
      </Chapter>
      <Chapter name="money" title={own('money.title')}>
        {lines([own('money.rounding'), own('money.repeat'), own('money.double')])}
      </Chapter>
      <Chapter name="connection" title={own('connection.title')}>
        {lines([
          own('connection.lost'),
          own('connection.unseen'),
          own('connection.unanswered'),
          own('connection.session', times),
          own('connection.second'),
        ])}
      </Chapter>
      <Chapter name="malfunctions" title={own('malfunctions.title')}>
        {lines([
          own('malfunctions.suspended'),
          own('malfunctions.void'),
          own('malfunctions.later'),
        ])}
      </Chapter>
    </div>
  );
};
export default HelpPanel;
