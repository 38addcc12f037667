/**
 * Solo games: what they returned in a period beside their exact returns, and a hand by its number,
 * card by card, with what the check of its proof has found.
 */
import type { SoloReport } from '../../../../src/protocol/solo-report.js';
import { useForm } from '../../use-form.js';
import type { PageProps } from '../page-props.js';
import { Fault } from '../parts/fault.js';
import { useAsked } from '../parts/use-asked.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { anew } from '../reads.js';
import { useMay, usePit } from '../use-pit.js';
import { SoloStakes } from './solo-stakes.js';
import { HandView } from './hand-view.js';
import { StoppedHands } from './stopped-hands.js';
import { PeriodForm } from './period-form.js';
import type { AskedReport } from './shift-period.js';
import { useReportWords } from './words.js';
import buttons from '../../look/button.module.css';
import figures from '../look/figures.module.css';
import layout from '../look/layout.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import { classes } from '../../classes.js';

const SoloPage = ({ of }: PageProps) => {
  const { t, own } = useReportWords();
  const { reads } = usePit();
  const may = useMay();
  const { asked, time, ask } = useAsked<AskedReport>();
  const report = useRead(asked && anew(reads.solo(asked), time));
  const hand = useRead(of === undefined ? undefined : reads.hand(of));
  return (
    <section aria-labelledby="solo-title" className={layout.stack}>
      <header className={head.pageHead}>
        <h1 id="solo-title">{t('pages.solo')}</h1>
        <p className={head.sum}>{own('solo.advantage')}</p>
      </header>
      <HandSearch key={of} of={of} onAgain={hand.again} />
      {hand.fault === 'not_found' && <p className={tones.nothing}>{own('solo.unknown')}</p>}
      {hand.fault !== undefined && hand.fault !== 'not_found' && (
        <Fault fault={hand.fault} onAgain={hand.again} />
      )}
      {hand.value !== undefined && <HandView key={hand.value.hand} hand={hand.value} />}
      <PeriodForm hasDealer={false} hasTable={false} onAsk={ask} />
      {report.fault !== undefined && <Fault fault={report.fault} onAgain={report.again} />}
      {report.value !== undefined && <Games report={report.value} />}
      {of === undefined && <SoloStakes />}
      {of === undefined && may.act && <StoppedHands />}
    </section>
  );
};
export default SoloPage;

interface SearchProps extends PageProps {
  /** The hand in view is looked up once more. */
  readonly onAgain: () => void;
}

const HandSearch = ({ of, onAgain }: SearchProps) => {
  const { own } = useReportWords();
  const { typed, type } = useForm(() => ({ hand: of ?? '' }));
  const isNumber = /^[1-9]\d{11}$/.test(typed.hand);
  return (
    <form
      className={classes(layout.row, layout.filter)}
      role="search"
      data-part="hand-search"
      aria-label={own('solo.number')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNumber) return;
        if (typed.hand === of) onAgain();
        else location.hash = makePlace('solo', typed.hand);
      }}
    >
      <label>
        <span>{own('solo.number')}</span>
        <input
          name="hand"
          inputMode="numeric"
          size={14}
          value={typed.hand}
          onChange={(event) => type({ hand: event.target.value.trim() })}
        />
      </label>
      <button type="submit" className={buttons.primary} disabled={!isNumber}>
        {own('solo.look')}
      </button>
    </form>
  );
};

const COLUMNS = ['hands', 'firstStakes', 'taken', 'paid', 'returned', 'exact', 'band'] as const;

const Games = ({ report }: { readonly report: SoloReport }) => {
  const { own, money, count } = useReportWords();
  const isOfSeveral = new Set(report.games.map(({ currency }) => currency)).size > 1;
  return (
    <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="solo-title">
      <table className={figures.figures}>
        <caption className={tones.nothing}>{own('solo.columns')}</caption>
        <thead>
          <tr>
            <th scope="col">{own('solo.game')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={figures.number}>
                {own(`solo.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.games.map(({ game, currency, hands, firstStakes, taken, paid, ...returns }) => (
            <tr
              key={`${game} ${currency}`}
              data-solo={game}
              data-hands={hands}
              data-within={String(returns.isWithin)}
            >
              <th scope="row">
                {own(`solo.games.${game}`)}
                {isOfSeveral && currency !== null && ` · ${currency}`}
              </th>
              <td className={figures.number}>{count(hands)}</td>
              <td className={figures.number}>{money(firstStakes, currency)}</td>
              <td className={figures.number}>{money(taken, currency)}</td>
              <td className={figures.number}>{money(paid, currency)}</td>
              <Returns {...returns} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

type ReturnsProps = Pick<SoloReport['games'][number], 'returned' | 'exact' | 'band' | 'isWithin'>;

const Returns = ({ returned, exact, band, isWithin }: ReturnsProps) => (
  <>
    <td className={classes(figures.number, isWithin === false && tones.alarmed)}>
      {returned === null ? '–' : `${returned}%`}
    </td>
    <td className={figures.number}>{exact === null ? '–' : `${exact}%`}</td>
    <td className={figures.number}>{band === null ? '–' : `${band.low} – ${band.high}%`}</td>
  </>
);
