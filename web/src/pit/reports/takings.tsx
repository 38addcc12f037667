/** Takings, line by line: turnover, payout and hold against what the exact odds lead to expect. */
import type { ShiftLine } from '../../../../src/protocol/report.js';
import { placeInBand } from './band.js';
import { classes } from '../../classes.js';
import { rowName } from './row-name.js';
import { useReportWords } from './words.js';
import hidden from '../../look/hidden.module.css';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';
import styles from './takings.module.css';

interface Props<Line extends ShiftLine> {
  readonly title: string;
  readonly id: string;
  readonly lines: readonly Line[];
  readonly nameOf: (line: Line) => string;
}

export const Takings = <Line extends ShiftLine>({ title, id, lines, nameOf }: Props<Line>) => {
  const { own, money, count, decimal } = useReportWords();
  if (lines.length === 0) return null;
  return (
    <section className={box.sheetBox} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby={id}>
        <table className={figures.figures} data-takings={id}>
          <thead>
            <tr>
              <th scope="col">
                <span className={hidden.listened}>{title}</span>
              </th>
              {(
                ['rounds', 'bets', 'turnover', 'payout', 'hold', 'holdPercent', 'expected'] as const
              ).map((column) => (
                <th key={column} scope="col" className={figures.number}>
                  {own(`shift.${column}`)}
                </th>
              ))}
              <th scope="col" className={styles.bandHead}>
                {own('shift.band')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr
                key={`${nameOf(line)} ${line.currency}`}
                data-line={nameOf(line)}
                data-turnover={line.turnover}
                data-payout={line.payout}
                data-hold={line.hold}
              >
                <th scope="row">{rowName(nameOf(line), line, lines)}</th>
                <td className={figures.number}>{count(line.rounds)}</td>
                <td className={figures.number}>{count(line.bets)}</td>
                <td className={figures.number}>{money(line.turnover, line.currency)}</td>
                <td className={figures.number}>{money(line.payout, line.currency)}</td>
                <td className={figures.number}>
                  <b>{money(line.hold, line.currency, true)}</b>
                </td>
                <td className={figures.number}>
                  {line.holdPercent === null ? '–' : `${decimal(Number(line.holdPercent), 2)}%`}
                </td>
                <td className={figures.number}>{money(line.expectedHold, line.currency, true)}</td>
                <td>
                  <Band line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Band = ({ line }: { readonly line: ShiftLine }) => {
  const { own, money } = useReportWords();
  const { low, high } = line.band;
  const place = placeInBand(BigInt(low), BigInt(high), BigInt(line.hold));
  return (
    <span className={classes(styles.band, !line.isWithin && styles.outside)}>
      <span className={styles.drawn} aria-hidden="true">
        <i style={{ left: `${place.low}%`, right: `${100 - place.high}%` }} />
        <b style={{ left: `${place.hold}%` }} />
      </span>
      <small>
        {money(low, line.currency, true)} … {money(high, line.currency, true)}{' '}
        {!line.isWithin && <b className={tones.alarmed}>{own('shift.outside')}</b>}
      </small>
    </span>
  );
};
