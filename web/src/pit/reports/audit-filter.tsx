/**
 * Which actions of the staff are looked for: whose, at which table, of which kind, and from when to
 * when.
 */
import type { FormEvent } from 'react';
import { AUDITED } from '../../../../src/protocol/audited.js';
import { classes } from '../../classes.js';
import { useForm } from '../../use-form.js';
import { readMoment } from '../moment.js';
import { MomentField } from '../parts/moment-field.js';
import { useReportWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import styles from './audit-filter.module.css';

export interface Wanted {
  readonly staff: string;
  readonly table: string;
  readonly game: string;
  readonly operation: string;
  /** As it was typed. */
  readonly from: string;
  readonly to: string;
}
export const ANY: Wanted = { staff: '', table: '', game: '', operation: '', from: '', to: '' };

/** As the studio is asked for it. */
export const queryOf = ({ from, to, ...wanted }: Wanted) => ({
  ...wanted,
  fromMs: readMoment(from),
  toMs: readMoment(to),
});

export const AuditFilter = ({ onWanted }: { readonly onWanted: (wanted: Wanted) => void }) => {
  const { t, own } = useReportWords();
  const { typed, type } = useForm(() => ANY);
  const isReadable = [typed.from, typed.to].every(
    (text) => text === '' || readMoment(text) !== undefined,
  );
  const search = (event: FormEvent) => {
    event.preventDefault();
    const { staff, table, game } = typed;
    onWanted({ ...typed, staff: staff.trim(), table: table.trim(), game: game.trim() });
  };
  return (
    <form
      className={classes(layout.row, layout.filter, styles.auditFilter)}
      data-part="audit-filter"
      role="search"
      onSubmit={search}
    >
      {(['staff', 'table', 'game'] as const).map((field) => (
        <label key={field}>
          <span>{own(`audit.${field}`)}</span>
          <input
            name={field}
            size={14}
            value={typed[field]}
            onChange={(event) => type({ [field]: event.target.value })}
          />
        </label>
      ))}
      <label>
        <span>{own('audit.what')}</span>
        <select
          name="operation"
          value={typed.operation}
          onChange={(event) => type({ operation: event.target.value })}
        >
          <option value="">{own('audit.any')}</option>
          {AUDITED.map((each) => (
            <option key={each} value={each}>
              {own(`audit.operation.${each.replaceAll(/[:-]/g, '_') as 'table_suspend'}`)}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((field) => (
        <MomentField
          key={field}
          name={field}
          label={own(`period.${field}`)}
          value={typed[field]}
          onType={(text) => type({ [field]: text })}
        />
      ))}
      <button type="submit" className={buttons.primary} disabled={!isReadable}>
        {t('search')}
      </button>
    </form>
  );
};
