/** The further currencies of a table: each with a rate, chips, limits and tips of its own. */
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { FURTHER_MAX } from '../../../../src/round/currencies.js';
import { LimitsGrid } from '../table/limits-grid.js';
import { useTableWords } from '../table/words.js';
import { chipsText, limitsText, readTable } from './new-table.js';
import {
  type FurtherEdits,
  NO_FURTHER,
  type ShownFurther,
  type TypedFurther,
  currencyOf,
  modelOfFurther,
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
  readonly onType: (changed: Partial<TypedFurther>) => void;
  readonly onRemove: () => void;
}

const FurtherField = ({ model, own, typed, onType, onRemove }: FieldProps) => {
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
            aria-invalid={currency === own}
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
      {model === undefined ? (
        <p className={tones.dim}>{t('makeTable.rateFirst')}</p>
      ) : (
        <FurtherMoney model={model} typed={typed} onType={onType} />
      )}
    </fieldset>
  );
};

interface MoneyProps {
  readonly model: TableModel;
  readonly typed: TypedFurther;
  readonly onType: (changed: Partial<TypedFurther>) => void;
}

const FurtherMoney = ({ model, typed, onType }: MoneyProps) => {
  const { t, language } = useTableWords();
  const { edits } = typed;
  const { currency } = model;
  const read = readTable(model, edits, currency, language);
  const faults = read.ok ? {} : read.limits;
  const groups = Object.keys(faults).filter((group) => group !== '');
  return (
    <>
      <label className={styles.chips}>
        <span>{t('makeTable.chips', { currency })}</span>
        <input
          name="further-chips"
          autoComplete="off"
          aria-invalid={!read.ok && read.chips !== undefined}
          value={chipsText(model, edits, currency, language)}
          onChange={({ target }) => onType({ edits: { ...edits, chips: target.value } })}
        />
      </label>
      <label className={styles.chips}>
        <span>{t('makeTable.tipMax', { currency })}</span>
        <input
          name="further-tip"
          inputMode="decimal"
          autoComplete="off"
          value={tipText(typed, currency, language)}
          onChange={({ target }) => onType({ tipMax: target.value })}
        />
      </label>
      {groups.length > 0 && (
        <p className={tones.alarmed} role="alert" data-fault="elsewhere">
          {t('makeTable.fault.elsewhere', { groups: groups.join(', ') })}
        </p>
      )}
      <div className={styles.limits}>
        <LimitsGrid
          limits={limitsText(model, edits, '', currency, language)}
          faults={faults[''] ?? {}}
          onType={(spot, limits) => {
            const its = { ...edits.limits[''], [spot]: limits };
            onType({ edits: { ...edits, limits: { '': its } } });
          }}
        />
      </div>
    </>
  );
};
