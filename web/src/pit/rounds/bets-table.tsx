/** The closing stakes and what they paid, and below them every command that stood, line by line. */
import { useState } from 'react';
import type { RoundReport } from '../../../../src/protocol/report.js';
import { LongList } from '../parts/long-list.js';
import { makePlace } from '../place.js';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './bets-table.module.css';

const SHOWN = ['closingStakes', 'commands'] as const;

export const BetsTable = ({ round }: { readonly round: RoundReport }) => {
  const { own } = useRoundWords();
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('closingStakes');
  const [wanted, setWanted] = useState('');
  const is = ({ player, name }: { readonly player: string; readonly name: string }) =>
    wanted === '' || player === wanted || name.toLowerCase().includes(wanted.toLowerCase());
  return (
    <>
      <div className={classes(layout.row, styles.tools)}>
        {SHOWN.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={shown === each}
            onClick={() => setShown(each)}
          >
            {own(`bets.${each}`)}
          </button>
        ))}
        <input
          aria-label={own('bets.find')}
          placeholder={own('bets.find')}
          value={wanted}
          onChange={(event) => setWanted(event.target.value.trim())}
        />
      </div>
      {shown === 'closingStakes' ? (
        <ClosingStakes round={round} rows={round.closingStakes.filter(is)} />
      ) : (
        <Commands round={round} rows={round.bets.filter(is)} />
      )}
    </>
  );
};

interface ClosingStakesProps {
  readonly round: RoundReport;
  readonly rows: RoundReport['closingStakes'];
}

const ClosingStakes = ({ round: { currency }, rows }: ClosingStakesProps) => {
  const { t, own, game, money } = useRoundWords();
  if (rows.length === 0) return <p className={tones.nothing}>{t('noBets')}</p>;
  return (
    <LongList items={rows}>
      {(some) => (
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col">{own('bets.player')}</th>
              <th scope="col">{own('bets.spot')}</th>
              <th scope="col">{own('bets.mode')}</th>
              <th scope="col" className={figures.number}>
                {own('bets.stake')}
              </th>
              <th scope="col" className={figures.number}>
                {own('bets.paid')}
              </th>
            </tr>
          </thead>
          <tbody>
            {some.map((row) => (
              <tr key={`${row.player} ${row.spot}`} data-player={row.player} data-spot={row.spot}>
                <th scope="row">
                  <a href={makePlace('players', row.player)}>{row.name}</a>{' '}
                  <small className={tones.dim}>{t('playerNo', { number: row.player })}</small>
                </th>
                <td>{game(`spot.${row.spot}`)}</td>
                <td>{t(`mode.${row.mode}`)}</td>
                <td className={figures.number}>{money(row.stake, row.currency ?? currency)}</td>
                <td className={figures.number}>
                  {row.paid === null ? '–' : money(row.paid, row.currency ?? currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </LongList>
  );
};

interface CommandsProps {
  readonly round: RoundReport;
  readonly rows: RoundReport['bets'];
}

const Commands = ({ round: { currency }, rows }: CommandsProps) => {
  const { t, own, game, money } = useRoundWords();
  if (rows.length === 0) return <p className={tones.nothing}>{t('noBets')}</p>;
  return (
    <LongList items={rows}>
      {(some) => (
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col" className={figures.number}>
                seq
              </th>
              <th scope="col">{own('bets.player')}</th>
              <th scope="col">{own('bets.command')}</th>
              <th scope="col">{own('bets.spot')}</th>
              <th scope="col" className={figures.number}>
                {own('bets.change')}
              </th>
              <th scope="col" className={figures.number}>
                {own('bets.credit')}
              </th>
              <th scope="col">{own('bets.id')}</th>
            </tr>
          </thead>
          <tbody>
            {some.map((row, index) => (
              <tr key={index}>
                <td className={figures.number}>{row.seq}</td>
                <th scope="row">
                  <a href={makePlace('players', row.player)}>{row.name}</a>
                </th>
                <td>{own(`bets.kind.${row.kind}`)}</td>
                <td>{game(`spot.${row.spot}`)}</td>
                <td className={figures.number}>
                  {money(row.amount, row.currency ?? currency, true)}
                </td>
                <td className={figures.number}>{money(row.balance, row.currency ?? currency)}</td>
                <td>
                  <code className={tones.dim}>{row.betId}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </LongList>
  );
};
