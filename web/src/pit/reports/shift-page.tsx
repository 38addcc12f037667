/** The shift report: what came in and went out, against the exact expectation; and everything that was out of the ordinary. */
import { useState } from 'react';
import type { ShiftReport } from '../../../../src/protocol/report.js';
import { Download } from '../parts/download.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { type Asked, PeriodForm } from './period-form.js';
import { ShiftEvents } from './shift-events.js';
import { Takings } from './takings.js';
import './reports.css';

const ShiftPage = () => {
  const { t, dateTime, count } = useWords();
  const { http } = usePit();
  const [asked, setAsked] = useState<Asked>();
  const { value, fault, isReading, again } = useRead(asked && JSON.stringify(asked), (signal) =>
    http.read<ShiftReport>('pit/shift', { ...asked }, signal),
  );
  return (
    <section className="report" aria-labelledby="shift-title">
      <header className="page-head">
        <h1 id="shift-title">{t('pages.shift')}</h1>
        {value !== undefined && (
          <p className="sum" data-rounds={value.rounds}>
            {dateTime(value.fromMs)} – {dateTime(value.toMs)} ·{' '}
            {t('shift.roundsOpened', { count: value.rounds, shown: count(value.rounds) })}
            {value.unended > 0 && ` · ${t('shift.unended', { count: value.unended })}`}
          </p>
        )}
      </header>
      <PeriodForm hasDealer onAsk={setAsked}>
        {asked !== undefined && (
          <Download
            path="pit/shift.csv"
            query={{ ...asked }}
            name="sabot-shift.csv"
            label={t('shift.csv')}
          />
        )}
      </PeriodForm>
      {asked === undefined && <p className="nothing">{t('shift.ask')}</p>}
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {isReading && value === undefined && <p className="nothing">{t('reading')}</p>}
      {value !== undefined && <Report report={value} />}
    </section>
  );
};
export default ShiftPage;

const Report = ({ report }: { readonly report: ShiftReport }) => {
  const { t, game } = useWords();
  const { unbalanced } = report;
  return (
    <div className="stack">
      {unbalanced.length > 0 && (
        <p className="fault" role="alert">
          {t('shift.unbalanced', { games: unbalanced.join(', ') })}
        </p>
      )}
      {report.totals.length === 0 && <p className="nothing">{t('shift.nothing')}</p>}
      <Takings
        id="totals"
        title={t('shift.totals')}
        lines={report.totals}
        nameOf={(line) => line.currency}
      />
      <Takings
        id="by-spot"
        title={t('shift.bySpot')}
        lines={report.bySpot}
        nameOf={({ spot, mode }) =>
          mode === null ? game(`spot.${spot}`) : `${game(`spot.${spot}`)}, ${t(`mode.${mode}`)}`
        }
      />
      <Takings
        id="by-table"
        title={t('shift.byTable')}
        lines={report.byTable}
        nameOf={(line) => line.tableName}
      />
      <Takings
        id="by-dealer"
        title={t('shift.byDealer')}
        lines={report.byDealer}
        nameOf={(line) => line.dealer}
      />
      <ShiftEvents report={report} />
    </div>
  );
};
