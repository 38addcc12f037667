/** The further currencies of a new table: each with a rate, chips and limits of its own. */
import type { TableModel } from '../../../../src/protocol/house-tables.js';
import { FURTHER_MAX } from '../../../../src/round/currencies.js';
import { LimitsGrid } from '../table/limits-grid.js';
import { useTableWords } from '../table/words.js';
import { chipsText, limitsText, readTable } from './new-table.js';
import { NO_FURTHER, type TypedFurther, currencyOf, modelOfFurther } from './new-further.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import styles from './make-table.module.css';
import { classes } from '../../classes.js';

interface Props {
  readonly model: TableModel;
  readonly own: string;
  readonly typed: readonly TypedFurther[];
  readonly onType: (typed: readonly TypedFurther[]) => void;
}

export const FurtherFields = ({ model, own, typed, onType }: Props) => {
  const { t } = useTableWords();
  return (
    <>
      {typed.map((each, at) => (
        <FurtherField
          key={at}
          model={modelOfFurther(model)}
          own={own}
          typed={each}
          onType={(changed) => onType(typed.with(at, { ...each, ...changed }))}
          onRemove={() => onType(typed.toSpliced(at, 1))}
        />
      ))}
      <div className={layout.row}>
        <button
          type="button"
          data-do="add-currency"
          disabled={typed.length >= FURTHER_MAX}
          onClick={() => onType([...typed, NO_FURTHER])}
        >
          {t('makeTable.further')}
        </button>
      </div>
    </>
  );
};

interface FieldProps {
  readonly model: TableModel;
  readonly own: string;
  readonly typed: TypedFurther;
  readonly onType: (changed: Partial<TypedFurther>) => void;
  readonly onRemove: () => void;
}

const FurtherField = ({ model, own, typed, onType, onRemove }: FieldProps) => {
  const { t, language } = useTableWords();
  const { edits } = typed;
  const currency = currencyOf(typed);
  const shownIn = currency ?? own;
  const read = readTable(model, edits, shownIn, language);
  return (
    <fieldset
      className={classes(layout.stack, box.sheetBox)}
      data-further={currency ?? ''}
      aria-label={t('makeTable.further')}
    >
      <div className={layout.row}>
        <label>
          <span>{t('makeTable.currency')}</span>
          <input
            name="further-currency"
            required
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
        <button type="button" onClick={onRemove}>
          {t('makeTable.without', { currency: currency ?? '…' })}
        </button>
      </div>
      <label className={styles.chips}>
        <span>{t('makeTable.chips', { currency: shownIn })}</span>
        <input
          name="further-chips"
          autoComplete="off"
          aria-invalid={!read.ok && read.chips !== undefined}
          value={chipsText(model, edits, shownIn, language)}
          onChange={({ target }) => onType({ edits: { ...edits, chips: target.value } })}
        />
      </label>
      <div className={styles.limits}>
        <LimitsGrid
          limits={limitsText(model, edits, '', shownIn, language)}
          faults={(read.ok ? undefined : read.limits['']) ?? {}}
          onType={(spot, limits) => {
            const its = { ...edits.limits[''], [spot]: limits };
            onType({ edits: { ...edits, limits: { '': its } } });
          }}
        />
      </div>
    </fieldset>
  );
};
