/**
 * The shift report: what came in and went out, against the exact expectation, and everything that
 * was out of the ordinary.
 */
import { Suspense, lazy } from 'react';
import type { ShiftReport } from '../../../../src/protocol/report.js';
import { Download } from '../parts/download.js';
import { Fault } from '../parts/fault.js';
import { useAsked } from '../parts/use-asked.js';
import { useRead } from '../parts/use-read.js';
import { anew } from '../reads.js';
import { usePit } from '../use-pit.js';
import { PeriodForm } from './period-form.js';
import { ShiftNotesBox } from './shift-notes.js';
import { ShiftEvents } from './shift-events.js';
import { type AskedReport, shiftFile } from './shift-period.js';
import { Takings } from './takings.js';
import { ReportProgress } from './report-progress.js';
import { UnclearRounds } from './unclear-rounds.js';
import { useReportWords } from './words.js';
import layout from '../look/layout.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';

/** Its library is a script of its own. */
const ShiftCharts = lazy(() => import('../charts/shift-charts.js'));

const ShiftPage = () => {
  const { t, own, dateTime, count } = useReportWords();
  const { reads } = usePit();
  const { asked, time, ask, stop } = useAsked<AskedReport>();
  const report = asked && anew(reads.shift(asked), time);
  const { value, fault, isReading, again } = useRead(report);
  /** `17 rounds: 14 in the sums; 2 void, 1 not paid yet, left out of them`. */
  const leftOut = ({ rounds, voided, unended, unstaked, unclear }: ShiftReport): string => {
    const parts = [
      voided > 0 && own('shift.voided', { count: voided }),
      unended > 0 && own('shift.unended', { count: unended }),
      unstaked > 0 && own('shift.unstaked', { count: unstaked }),
      unclear.length > 0 && own('shift.notClear', { count: unclear.length }),
    ].filter((part) => part !== false);
    const opened = own('shift.roundsOpened', { count: rounds, shown: count(rounds) });
    if (parts.length === 0) return opened;
    const counted = count(rounds - voided - unended - unstaked - unclear.length);
    return `${opened}: ${own('shift.counted', { shown: counted })}; ${own('shift.leftOut', { parts: parts.join(', ') })}`;
  };
  return (
    <section aria-labelledby="shift-title">
      <header className={head.pageHead}>
        <h1 id="shift-title">{t('pages.shift')}</h1>
        {value !== undefined && (
          <p
            className={head.sum}
            data-rounds={value.rounds}
            data-voided={value.voided}
            data-unended={value.unended}
          >
            {dateTime(value.fromMs)} – {dateTime(value.toMs)} · {leftOut(value)}
          </p>
        )}
      </header>
      <PeriodForm hasDealer onAsk={ask}>
        {asked !== undefined &&
          (['json', 'csv'] as const).map((type) => (
            <Download
              key={type}
              path={`pit/shift.${type}`}
              query={{ ...asked }}
              name={shiftFile(asked, type)}
              label={t(type)}
            />
          ))}
      </PeriodForm>
      <ShiftNotesBox period={asked} />
      {asked === undefined && <p className={tones.nothing}>{own('shift.ask')}</p>}
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {report !== undefined && isReading && value === undefined && (
        <ReportProgress of={report.queryKey} onStop={stop} />
      )}
      {value !== undefined && asked !== undefined && <Report report={value} asked={asked} />}
    </section>
  );
};
export default ShiftPage;

interface ReportProps {
  readonly report: ShiftReport;
  readonly asked: AskedReport;
}

const Report = ({ report, asked }: ReportProps) => {
  const { t, own, game } = useReportWords();
  const { unbalanced, unclear } = report;
  return (
    <div className={layout.stack}>
      {unbalanced.length > 0 && (
        <p className={tones.fault} role="alert">
          {own('shift.unbalanced', { games: unbalanced.join(', ') })}
        </p>
      )}
      <UnclearRounds rounds={unclear} />
      {report.totals.length === 0 && <p className={tones.nothing}>{own('shift.nothing')}</p>}
      <Takings
        id="totals"
        title={own('shift.totals')}
        lines={report.totals}
        nameOf={(line) => line.currency}
      />
      {asked.dealer === '' && (
        <Suspense>
          <ShiftCharts asked={asked} report={report} />
        </Suspense>
      )}
      <Takings
        id="by-spot"
        title={own('shift.bySpot')}
        lines={report.bySpot}
        nameOf={({ spot, mode }) =>
          mode === null ? game(`spot.${spot}`) : `${game(`spot.${spot}`)}, ${t(`mode.${mode}`)}`
        }
      />
      <Takings
        id="by-table"
        title={own('shift.byTable')}
        lines={report.byTable}
        nameOf={(line) => line.tableName}
      />
      <Takings
        id="by-dealer"
        title={own('shift.byDealer')}
        lines={report.byDealer}
        nameOf={(line) => line.dealer}
      />
      <ShiftEvents report={report} />
    </div>
  );
};
