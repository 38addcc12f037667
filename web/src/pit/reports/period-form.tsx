/** Chooses the period of a report, and the table and the dealer that it is about. */
import type { FormEvent, ReactNode } from 'react';
import { useForm } from '../../use-form.js';
import { momentText } from '../moment.js';
import { MomentField } from '../parts/moment-field.js';
import { TableChoice } from '../parts/table-choice.js';
import { nowMs } from '../use-now.js';
import { type AskedReport, SPANS, type Span, periodOf, readPeriod } from './shift-period.js';
import { classes } from '../../classes.js';
import { useReportWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './period-form.module.css';

interface Props {
  readonly hasDealer: boolean;
  /** True where it is left out. */
  readonly hasTable?: boolean;
  readonly onAsk: (asked: AskedReport) => void;
  readonly children?: ReactNode;
}

export const PeriodForm = ({ hasDealer, hasTable = true, onAsk, children }: Props) => {
  const { own } = useReportWords();
  const { typed, type } = useForm(() => ({ ...fieldsOf('last8'), table: '', dealer: '' }));
  const { from, to, table, dealer } = typed;
  const period = readPeriod(from, to);
  const fault = typeof period === 'string' ? period : undefined;
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (typeof period !== 'string') onAsk({ ...period, table, dealer: dealer.trim() });
  };
  return (
    <form
      className={classes(layout.row, layout.filter, styles.period)}
      data-part="period"
      role="search"
      onSubmit={ask}
    >
      <div className={layout.row} role="group" aria-label={own('period.spans')}>
        {SPANS.map((span) => (
          <button key={span} type="button" onClick={() => type(fieldsOf(span))}>
            {own(`period.${span}`)}
          </button>
        ))}
      </div>
      <MomentField
        name="from"
        label={own('period.from')}
        isNeeded
        value={from}
        isWrong={fault !== undefined}
        onType={(text) => type({ from: text })}
      />
      <MomentField
        name="to"
        label={own('period.to')}
        isNeeded
        value={to}
        isWrong={fault !== undefined}
        onType={(text) => type({ to: text })}
      />
      {hasTable && <TableChoice table={table} onTable={(chosen) => type({ table: chosen })} />}
      {hasDealer && (
        <label>
          <span>{own('period.dealer')}</span>
          <input
            name="dealer"
            maxLength={64}
            size={12}
            value={dealer}
            onChange={(event) => type({ dealer: event.target.value })}
          />
        </label>
      )}
      <button type="submit" className={buttons.primary} disabled={fault !== undefined}>
        {own('period.make')}
      </button>
      {children}
      {fault !== undefined && (
        <p className={tones.alarmed} role="alert">
          {own(`period.fault.${fault}`)}
        </p>
      )}
    </form>
  );
};

/** A span that has not ended includes the minute that has begun. */
const fieldsOf = (span: Span): { readonly from: string; readonly to: string } => {
  const { fromMs, toMs } = periodOf(span, nowMs());
  return { from: momentText(fromMs), to: momentText(toMs + (span === 'yesterday' ? 0 : 60_000)) };
};
