/** The help of a solo game: its rules, its exact returns, the best play, sessions and fairness. */
import { useTranslation } from 'react-i18next';
import { Chapter } from '../../help/chapter.js';
import help from '../../help/help-panel.module.css';
import printed from '../../help/printed-table.module.css';
import grid from '../../help/tableau-grid.module.css';
import type { PanelProps } from '../../panels/panel-props.js';
import { useSetTimes } from '../../studio/set-times.js';
import { pointsText } from '../sette-e-mezzo/points-text.js';
import { BLACKJACK_PLAY, EXACT_RETURNS, SETTE_E_MEZZO_PLAY } from './best-play.js';
import { paysText } from './pays.js';
import { useSoloHelpWords } from './words.js';

const SoloHelpPanel = ({ game = 'punto_e_banco' }: PanelProps) => {
  const own = useSoloHelpWords();
  const times = useSetTimes();
  return (
    <div className={help.help}>
      <Chapter name="rules" title={own('rules')} isOpen>
        <Lines text={own(`rulesOf.${game}`)} />
      </Chapter>
      <Chapter name="returns" title={own('returns')} isOpen>
        <Returns game={game} />
        <p>{own('noAdvantage')}</p>
      </Chapter>
      <Chapter name="best-play" title={own('bestPlay')}>
        {game === 'punto_e_banco' ? (
          <BestBet />
        ) : (
          <>
            <p>{own(`key.${game}`)}</p>
            <BestPlay game={game} />
          </>
        )}
        {game === 'sette_e_mezzo' && <Lines text={own('unless')} />}
      </Chapter>
      <Chapter name="sessions" title={own('sessions')}>
        <Lines text={own(`sessionsOf.${game}`, times)} />
      </Chapter>
      <Chapter name="fair" title={own('fair')}>
        <Lines text={own('fairness')} />
      </Chapter>
    </div>
  );
};
export default SoloHelpPanel;

type Game = NonNullable<PanelProps['game']>;

/** One sentence a line. */
const Lines = ({ text }: { readonly text: string }) => (
  <ul>
    {text.split('\n').map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

const Returns = ({ game }: { readonly game: Game }) => {
  const { t, i18n } = useTranslation();
  const own = useSoloHelpWords();
  const nameOf: Readonly<Record<string, string>> = {
    punto: t('spot.punto'),
    banco: t('spot.banco'),
    egalite: t('spot.egalite'),
    punto_pair: t('spot.punto_pair'),
    banco_pair: t('spot.banco_pair'),
    best: own('play.best'),
    table: own('play.table'),
    cards: own('play.cards'),
    insurance: own('play.insurance'),
  };
  return (
    <table className={printed.printed} data-returns={game}>
      <thead>
        <tr>
          <th scope="col">{own('bet')}</th>
          <th scope="col">{own('pays')}</th>
          <th scope="col">{own('returned')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries<string>(EXACT_RETURNS[game]).map(([bet, percent]) => (
          <tr key={bet}>
            <th scope="row">{nameOf[bet]}</th>
            <td data-pays={bet}>{paysText(game, bet, i18n.language)}</td>
            <td>{percentText(percent, i18n.language)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const percentText = (percent: string, language: string): string =>
  language === 'it' ? percent.replace('.', ',') : percent;

/** Of a game in which nothing is decided behind the stakes. */
const BestBet = () => {
  const { i18n } = useTranslation();
  const own = useSoloHelpWords();
  const { banco, punto } = EXACT_RETURNS.punto_e_banco;
  return (
    <Lines
      text={own('bestBet', {
        banco: percentText(banco, i18n.language),
        punto: percentText(punto, i18n.language),
      })}
    />
  );
};

const BANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'A'];
const POINTS = Array.from({ length: 14 }, (_, index) => pointsText(index + 1));

const BestPlay = ({ game }: { readonly game: Exclude<Game, 'punto_e_banco'> }) => {
  const own = useSoloHelpWords();
  const isBlackjack = game === 'blackjack';
  const rows = isBlackjack ? BLACKJACK_PLAY : SETTE_E_MEZZO_PLAY;
  const name = (row: string): string => {
    if (isBlackjack) return row;
    if (row === 'Kd') return 'matta';
    return row === 'Js' ? own('figure') : row.charAt(0);
  };
  return (
    <table className={grid.tableau} data-best-play={game}>
      <caption>{own(isBlackjack ? 'byBank' : 'byPoints')}</caption>
      <thead>
        <tr>
          <td />
          {(isBlackjack ? BANKS : POINTS).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{name(row.name)}</th>
            {row.cells.split(' ').map((cell, column) => (
              <td key={column} className={/^[CDP!]/.test(cell) ? grid.draws : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
