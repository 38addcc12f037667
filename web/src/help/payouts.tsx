/** What every bet pays and returns, from the studio’s own paytable. The page assumes nothing. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedPaytable } from '../../../src/protocol/http.js';
import { FaultNote } from '../history/fault-note.js';
import { type HttpFault, faultOf, readHttp } from '../studio/http.js';
import { type PrintedRow, oddsText, percentText, printedRows, rowKey } from './printed-row.js';
import { useHelpWords } from './words.js';
import { useHistoryWords } from '../history/words.js';
import notes from '../look/notes.module.css';
import printed from './printed-table.module.css';
import styles from './payouts.module.css';

export const Payouts = ({ version }: { readonly version: string }) => {
  const { t } = useTranslation();
  const own = useHelpWords();
  const historyWords = useHistoryWords();
  const [paytable, setPaytable] = useState<PrintedPaytable>();
  const [fault, setFault] = useState<HttpFault>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    readHttp<PrintedPaytable>(`paytable/${version}`, { signal: stop.signal }).then(
      setPaytable,
      (error: unknown) => {
        if (!stop.signal.aborted) setFault(faultOf(error));
      },
    );
    return () => stop.abort();
  }, [version, tries]);
  if (paytable === undefined && fault !== undefined) {
    const again = () => {
      setFault(undefined);
      setTries((count) => count + 1);
    };
    return <FaultNote fault={fault} onAgain={again} />;
  }
  if (paytable === undefined) {
    return (
      <p className={notes.nothing} role="status">
        {t('menu.loading')}
      </p>
    );
  }
  const rows = printedRows(paytable);
  return (
    <>
      <table className={printed.printed}>
        <thead>
          <tr>
            <th scope="col">{historyWords('bet')}</th>
            <th scope="col">{own('pays')}</th>
            <th scope="col">{own('return')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PayoutRow key={rowKey(row)} row={row} />
          ))}
        </tbody>
      </table>
      <p className={styles.aside}>{own('returnNote', { decks: paytable.decks })}</p>
      <ExactReturns rows={rows} />
    </>
  );
};

const PayoutRow = ({ row }: { readonly row: PrintedRow }) => {
  const { t, i18n } = useTranslation();
  const own = useHelpWords();
  const historyWords = useHistoryWords();
  const { spot, mode, pays, percent } = row;
  return (
    <tr data-row={rowKey(row)} data-percent={percent}>
      <th scope="row">
        {t(`spot.${spot}`)}
        {mode !== undefined && <small>{historyWords(`mode.${mode}`)}</small>}
      </th>
      <td>
        {pays.map(({ on, win, stake }) => (
          <span key={on} className={styles.odds}>
            {pays.length > 1 && <small>{own(`on.${on}`)}</small>}{' '}
            {oddsText({ win, stake }, i18n.language)}
          </span>
        ))}
      </td>
      <td>{percentText(percent, i18n.language)}</td>
    </tr>
  );
};

const ExactReturns = ({ rows }: { readonly rows: readonly PrintedRow[] }) => {
  const { t } = useTranslation();
  const own = useHelpWords();
  const historyWords = useHistoryWords();
  return (
    <details className={styles.exact}>
      <summary>{own('exact')}</summary>
      <dl>
        {rows.map((row) => (
          <div key={rowKey(row)}>
            <dt>
              {t(`spot.${row.spot}`)}
              {row.mode !== undefined && ` (${historyWords(`mode.${row.mode}`)})`}
            </dt>
            <dd>
              {row.return.n} / {row.return.d}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
