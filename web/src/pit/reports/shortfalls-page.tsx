/** The players who owe what a correction could not claw back from them. */
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { classes } from '../../classes.js';
import { owedIn } from './owed-in.js';
import { useReportWords } from './words.js';
import figures from '../look/figures.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';

const ShortfallsPage = () => {
  const { t, own, money } = useReportWords();
  const { reads } = usePit();
  const { value, fault, again } = useRead(reads.shortfalls());
  return (
    <section aria-labelledby="shortfalls-title">
      <header className={head.pageHead}>
        <h1 id="shortfalls-title">{t('pages.shortfalls')}</h1>
        <p className={head.sum}>{own('shortfall.said')}</p>
        <span className={head.end}>
          <button type="button" onClick={again}>
            {t('readAgain')}
          </button>
        </span>
      </header>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {value !== undefined && value.shortfalls.length === 0 && (
        <p className={tones.nothing}>{own('shortfall.none')}</p>
      )}
      {value !== undefined && value.shortfalls.length > 0 && (
        <table className={classes(figures.figures, figures.narrow)}>
          <thead>
            <tr>
              <th scope="col">{own('shortfall.player')}</th>
              <th scope="col">{own('shortfall.number')}</th>
              <th scope="col" className={figures.number}>
                {own('shortfall.owed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {value.shortfalls.map(({ player, name, currency, owed: amount }) => (
              <tr key={player} data-owes={player} data-owed={amount}>
                <th scope="row">
                  <a href={makePlace('players', player)}>{name}</a>
                </th>
                <td>{player}</td>
                <td className={figures.number}>{money(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {own('shortfall.sum')}
              </th>
              <td className={figures.number}>
                {[...owedIn(value.shortfalls)]
                  .map(([currency, owed]) => money(owed, currency))
                  .join(' + ')}
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
};
export default ShortfallsPage;
