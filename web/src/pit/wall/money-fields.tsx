/**
 * The chips and limits of a table in one of its currencies, those of limit groups as well, and what
 * is wrong with them.
 */
import { type ReactNode, useId } from 'react';
import type { TableModel } from '../../../../src/protocol/studio-tables.js';
import { GroupField, groupOf } from '../table/group-field.js';
import { LimitsGrid } from '../table/limits-grid.js';
import { useTableWords } from '../table/words.js';
import { type Edits, type ReadTable, chipsText, groupsOf, limitsText } from './new-table.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './make-table.module.css';

interface Props {
  /** Before the names of the fields. */
  readonly prefix?: 'further-' | '';
  readonly model: TableModel;
  readonly currency: string;
  readonly edits: Edits;
  readonly read: ReadTable;
  /** As it is typed: whose limits are shown. */
  readonly group: string;
  readonly onGroup: (group: string) => void;
  readonly onType: (edits: Edits) => void;
  /** Where a group can be given the table’s own limits again. */
  readonly onDrop?: (group: string) => void;
  /** Between the chips and the limits. */
  readonly children?: ReactNode;
}

export const MoneyFields = (props: Props) => {
  const { prefix = '', model, currency, edits, read, onType, onDrop } = props;
  const { t, own, language, faultText } = useTableWords();
  const group = groupOf(props.group);
  const groups = groupsOf(model, edits);
  const chipsFault = read.ok ? undefined : read.chips;
  const faults = read.ok ? {} : read.limits;
  const elsewhere = Object.keys(faults).filter((each) => each !== group);
  const id = useId();
  return (
    <>
      <label className={styles.chips}>
        <span>{t('makeTable.chips', { currency })}</span>
        <input
          name={`${prefix}chips`}
          autoComplete="off"
          aria-invalid={chipsFault !== undefined}
          aria-describedby={`${id}-chips-fault`}
          value={chipsText(model, edits, currency, language)}
          onChange={({ target }) => onType({ ...edits, chips: target.value })}
        />
      </label>
      {chipsFault !== undefined && (
        <p className={tones.alarmed} role="alert" id={`${id}-chips-fault`} data-fault={chipsFault}>
          {faultText(chipsFault, (other) => t(`makeTable.fault.${other}`))}
        </p>
      )}
      {props.children}
      <div className={layout.row}>
        <GroupField
          name={`${prefix}group`}
          groups={groups}
          typed={props.group}
          onType={props.onGroup}
        />
        {onDrop !== undefined && group !== undefined && groups.includes(group) && (
          <button type="button" data-do="drop-group" onClick={() => onDrop(group)}>
            {own('limits.drop', { group })}
          </button>
        )}
      </div>
      {groups.length > 0 && (
        <p className={tones.dim} data-part="limit-groups">
          {own('limits.groups', { groups: groups.join(', ') })}
        </p>
      )}
      {elsewhere.length > 0 && (
        <p className={tones.alarmed} role="alert" data-fault="elsewhere">
          {t('makeTable.fault.elsewhere', {
            groups: elsewhere.map((each) => each || own('limits.ofTable')).join(', '),
          })}
        </p>
      )}
      <div className={styles.limits}>
        <LimitsGrid
          limits={limitsText(model, edits, group ?? '', currency, language)}
          faults={faults[group ?? ''] ?? {}}
          isDisabled={group === undefined}
          onType={(spot, limits) => {
            if (group === undefined) return;
            const its = { ...edits.limits[group], [spot]: limits };
            onType({ ...edits, limits: { ...edits.limits, [group]: its } });
          }}
        />
      </div>
    </>
  );
};
