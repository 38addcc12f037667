/** An action of the staff and, on demand, what it has changed below it. */
import { useState } from 'react';
import type { StaffActionEntry } from '../../../../src/protocol/staff.js';
import { useReason } from '../parts/use-reason.js';
import { makePlace } from '../place.js';
import { differences } from './difference.js';
import { useAuditWords } from './use-audit-words.js';
import { useReportWords } from './words.js';
import tones from '../look/tones.module.css';
import styles from './audit-row.module.css';

export const AuditRow = ({ action }: { readonly action: StaffActionEntry }) => {
  const { t, own, dateTime } = useReportWords();
  const reason = useReason();
  const words = useAuditWords(action);
  const [isOpen, setOpen] = useState(false);
  const { id, atMs, staff, operation, table, game, before, after } = action;
  const changed = differences(before, after);
  return (
    <>
      <tr data-operation={operation} data-action={id}>
        <td className={tones.nowrap}>{dateTime(atMs)}</td>
        <td>{staff === 'studio' ? t('studio') : staff}</td>
        <td title={operation}>
          <b>{words.what}</b>
          {words.more !== '' && <small className={tones.dim}> {words.more}</small>}
        </td>
        <td>
          {table !== null && <a href={makePlace('table', table)}>{table}</a>}{' '}
          {game !== null && <a href={makePlace('rounds', game)}>{game}</a>} {words.on}
        </td>
        <td>{action.reason === null ? '–' : reason(action.reason)}</td>
        <td className={tones.nowrap}>
          {changed.length === 0 ? (
            '–'
          ) : (
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {own('audit.changes', { count: changed.length })}
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.changes} data-changes={id}>
          <td colSpan={6}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{own('audit.of')}</th>
                  <th scope="col">{own('audit.before')}</th>
                  <th scope="col">{own('audit.after')}</th>
                </tr>
              </thead>
              <tbody>
                {changed.map((each) => (
                  <tr key={each.path} data-path={each.path}>
                    <th scope="row">{words.where(each)}</th>
                    <td>{words.was(each)}</td>
                    <td>{words.is(each)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </td>
        </tr>
      )}
    </>
  );
};
