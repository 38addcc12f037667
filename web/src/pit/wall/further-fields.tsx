/** The further currencies of a table: each with a rate, chips, limits and tips of its own. */
import { useId, useState } from 'react';
import type { TableModel } from '../../../../src/protocol/studio-tables.js';
import { FURTHER_MAX } from '../../../../src/round/currencies.js';
import { useTableWords } from '../table/words.js';
import { MoneyFields } from './money-fields.js';
import { readTable } from './new-table.js';
import {
  type FurtherEdits,
  NO_FURTHER,
  type ShownFurther,
  type TypedFurther,
  currencyOf,
  dropGroup,
  furtherFault,
  inOwnOf,
  modelOfFurther,
  readTip,
  removeFurther,
  tipText,
  typeFurther,
} from './new-further.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './make-table.module.css';
import { classes } from '../../classes.js';

interface Props {
  /** What a new one is about as much worth as. */
  readonly model: TableModel;
  readonly own: string;
  /** What the edits make of those that the table has. */
  readonly shown: readonly ShownFurther[];
  readonly edits: FurtherEdits;
  readonly isDisabled?: boolean;
  readonly onType: (edits: FurtherEdits) => void;
}

export const FurtherFields = ({ model, own, shown, edits, isDisabled = false, onType }: Props) => {
  const { t } = useTableWords();
  return (
    <fieldset className={classes(layout.stack, styles.further)} disabled={isDisabled}>
      {shown.map((each) => (
        <FurtherField
          key={each.addedAt === undefined ? each.currency : `added ${each.addedAt}`}
          model={modelOfFurther(model, each, own)}
          own={own}
          typed={each}
          fault={furtherFault(shown, each, own)}
          onType={(changed) => onType(typeFurther(edits, each, changed))}
          onRemove={() => onType(removeFurther(edits, each))}
        />
      ))}
      <div className={layout.row}>
        <button
          type="button"
          data-do="add-currency"
          disabled={shown.length >= FURTHER_MAX}
          onClick={() => onType({ ...edits, added: [...edits.added, NO_FURTHER] })}
        >
          {t('makeTable.further')}
        </button>
      </div>
    </fieldset>
  );
};

interface FieldProps {
  /** Undefined until the currency and its rate are known. */
  readonly model: TableModel | undefined;
  readonly own: string;
  readonly typed: ShownFurther;
  /** Why it cannot be added. */
  readonly fault: 'own' | 'twice' | undefined;
  readonly onType: (changed: Partial<TypedFurther>) => void;
  readonly onRemove: () => void;
}

const FurtherField = ({ model, own, typed, fault, onType, onRemove }: FieldProps) => {
  const { t } = useTableWords();
  const currency = currencyOf(typed);
  return (
    <fieldset
      className={classes(layout.stack, box.sheetBox)}
      data-further={currency ?? ''}
      aria-label={currency ?? t('makeTable.further')}
    >
      <div className={layout.row}>
        <label>
          <span>{t('makeTable.currency')}</span>
          <input
            name="further-currency"
            required
            readOnly={typed.addedAt === undefined}
            autoComplete="off"
            maxLength={3}
            aria-invalid={fault !== undefined}
            value={typed.currency}
            onChange={({ target }) => onType({ currency: target.value })}
          />
        </label>
        <label>
          <span>{t('makeTable.rate', { currency: currency ?? '…', own })}</span>
          <input
            name="further-rate"
            required
            inputMode="decimal"
            autoComplete="off"
            maxLength={22}
            value={typed.rate}
            onChange={({ target }) => onType({ rate: target.value })}
          />
        </label>
        <button type="button" data-do="without" onClick={onRemove}>
          {t('makeTable.without', { currency: currency ?? '…' })}
        </button>
      </div>
      {fault !== undefined && (
        <p className={tones.alarmed} role="alert" data-fault={fault}>
          {t(`makeTable.fault.${fault}`, { currency: currency ?? '' })}
        </p>
      )}
      {model === undefined && <p className={tones.dim}>{t('makeTable.rateFirst')}</p>}
      {model !== undefined && fault === undefined && (
        <FurtherMoney model={model} own={own} typed={typed} onType={onType} />
      )}
    </fieldset>
  );
};

interface MoneyProps {
  readonly model: TableModel;
  readonly own: string;
  readonly typed: TypedFurther;
  readonly onType: (changed: Partial<TypedFurther>) => void;
}

const FurtherMoney = ({ model, own, typed, onType }: MoneyProps) => {
  const { t, own: ofTables, language, faultText } = useTableWords();
  const id = useId();
  const [group, setGroup] = useState('');
  const { edits } = typed;
  const { currency } = model;
  const tipMax = readTip(typed, currency, own, language);
  const tipFault = typeof tipMax === 'object' && tipMax !== null ? tipMax.fault : undefined;
  return (
    <MoneyFields
      prefix="further-"
      model={model}
      currency={currency}
      edits={edits}
      read={readTable(model, edits, currency, language, inOwnOf(typed, own))}
      group={group}
      onGroup={setGroup}
      onType={(changed) => onType({ edits: changed })}
      onDrop={(dropped) => {
        onType(dropGroup(typed, dropped));
        setGroup('');
      }}
    >
      <label className={styles.chips}>
        <span>{t('makeTable.tipMax', { currency })}</span>
        <input
          name="further-tip"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={tipFault !== undefined}
          aria-describedby={`${id}-tip-fault`}
          value={tipText(typed, currency, language)}
          onChange={({ target }) => onType({ tipMax: target.value })}
        />
      </label>
      {tipFault !== undefined && (
        <p className={tones.alarmed} role="alert" id={`${id}-tip-fault`} data-fault={tipFault}>
          {faultText(tipFault, (other) => ofTables(`limits.fault.${other}`))}
        </p>
      )}
    </MoneyFields>
  );
};
