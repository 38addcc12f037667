/**
 * Makes a table: like another, with its own name, currency, chips and limits, and for which
 * operators. A process then runs it.
 */
import { type FormEvent, useState } from 'react';
import type { MadeTable, TableModel } from '../../../../src/protocol/studio-tables.js';
import { classes } from '../../classes.js';
import { useForm } from '../../use-form.js';
import { groupOf } from '../table/group-field.js';
import { useTableWords } from '../table/words.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { WhyField } from '../parts/why-field.js';
import { faultOf } from '../refused.js';
import { usePit } from '../use-pit.js';
import { FurtherFields } from './further-fields.js';
import {
  type FurtherEdits,
  NO_FURTHER_EDITS,
  furtherChange,
  readFurther,
  shownFurther,
} from './new-further.js';
import { type Edits, codeOf, isCode, ownCurrency, readTable } from './new-table.js';
import { MoneyFields } from './money-fields.js';
import { ShownTo } from './shown-to.js';
import box from '../look/box.module.css';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './make-table.module.css';

interface Typed {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  /** Empty: as by default. */
  readonly like: string;
  readonly edits: Edits;
  readonly further: FurtherEdits;
  /** The limit group whose limits are shown. Empty: the table’s own. */
  readonly group: string;
  readonly operators: readonly string[];
  readonly reason: string;
}

const FIRST: Typed = {
  ...{ id: '', name: '', currency: '', like: '', reason: '' },
  ...{ edits: { limits: {} }, further: NO_FURTHER_EDITS, group: '', operators: [] },
};

const MakeTable = () => {
  const { t, language } = useTableWords();
  const { http, reads } = usePit();
  const action = useAction();
  const [isAsked, setAsked] = useState(false);
  // Other limits may be set meanwhile, so they are read as the form is opened.
  const { latest: models, fault, again } = useRead(isAsked ? reads.models() : undefined);
  const [made, setMade] = useState<MadeTable>();
  const { typed, type, done } = useForm(() => FIRST);
  const { like, edits, operators } = typed;
  const id = typed.id.trim();
  const name = typed.name.trim();
  const currency = codeOf(typed.currency);
  const reason = typed.reason.trim();
  const model =
    like === '' ? models?.byDefault : models?.tables.find(({ id: table }) => table === like);
  const isCurrency = isCode(currency);
  const shownIn = ownCurrency(typed.currency, model?.currency);
  const read = model && readTable(model, edits, shownIn, language);
  /** Their rates are stated in the model's currency. */
  const held = model?.currency === shownIn ? model.further : undefined;
  const shown = shownFurther(held, typed.further);
  const further = model && readFurther(model, shown, shownIn, language);
  const isGroup = groupOf(typed.group) !== undefined;
  const isWhole =
    /^[a-z0-9-]{1,32}$/.test(id) && name !== '' && isCurrency && isGroup && reason !== '';
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (read?.ok !== true || further === undefined) return;
    const isMade = await action.run(async () => {
      const settings = {
        ...{ name, currency, ...read.given },
        ...(typed.further !== NO_FURTHER_EDITS && { further: furtherChange(held, further) }),
      };
      const from = { was: model && seenOf(model), ...(like !== '' && { like }) };
      const making = { id, settings, ...from, operators, reason };
      try {
        setMade(await http.send<MadeTable>('POST', 'pit/tables', making));
      } catch (error) {
        if (faultOf(error) === 'settings_moved_on') again();
        throw error;
      }
    });
    if (!isMade) return;
    done(typed, FIRST);
    setAsked(false);
  };
  return (
    <section
      className={classes(layout.stack, styles.makeTable)}
      data-part="make-table"
      aria-label={t('makeTable.make')}
    >
      <div className={layout.row}>
        <button
          type="button"
          data-do="make-table"
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
        >
          {t(isAsked ? 'cancel' : 'makeTable.make')}
        </button>
        {made !== undefined && (
          <span className={tones.said} role="status" data-made={made.id}>
            {t('makeTable.made', { table: made.id })}
            {made.changes.length > 0 && ` ${t('makeTable.asked', { count: made.changes.length })}`}
          </span>
        )}
      </div>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      {isAsked && fault !== undefined && <Fault fault={fault} />}
      {isAsked && model !== undefined && (
        <form
          className={classes(layout.stack, box.sheetBox)}
          onSubmit={(event) => void make(event)}
        >
          <div className={layout.row}>
            {(['id', 'name', 'currency'] as const).map((field) => (
              <label key={field}>
                <span>{t(`makeTable.${field}`)}</span>
                <input
                  name={field}
                  required
                  autoComplete="off"
                  maxLength={{ id: 32, name: 64, currency: 3 }[field]}
                  value={typed[field]}
                  onChange={({ target: { value } }) =>
                    type({
                      [field]: value,
                      // Rates of further ones are stated in the table's own currency.
                      ...(field === 'currency' &&
                        ownCurrency(value, model.currency) !== shownIn && {
                          further: NO_FURTHER_EDITS,
                        }),
                    })
                  }
                />
              </label>
            ))}
            <label>
              <span>{t('makeTable.like')}</span>
              <select
                name="like"
                value={like}
                onChange={({ target }) =>
                  type({ like: target.value, edits: FIRST.edits, further: FIRST.further })
                }
              >
                <option value="">{t('makeTable.default')}</option>
                {models?.tables.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name} ({each.id})
                  </option>
                ))}
              </select>
            </label>
          </div>
          <p className={tones.dim}>{t('makeTable.said')}</p>
          {read !== undefined && (
            <MoneyFields
              model={model}
              currency={shownIn}
              edits={edits}
              read={read}
              group={typed.group}
              onGroup={(changed) => type({ group: changed })}
              onType={(changed) => type({ edits: changed })}
            />
          )}
          <FurtherFields
            model={model}
            own={shownIn}
            shown={shown}
            edits={typed.further}
            onType={(changed) => type({ further: changed })}
          />
          <ShownTo chosen={operators} onChoose={(chosen) => type({ operators: chosen })} />
          <WhyField of="table" value={typed.reason} onChange={(why) => type({ reason: why })} />
          <div className={layout.row}>
            <button
              type="submit"
              className={buttons.primary}
              data-sure="make-table"
              disabled={!isWhole || read?.ok !== true || further === undefined || action.isBusy}
            >
              {t('makeTable.make')}
            </button>
          </div>
        </form>
      )}
    </section>
  );
};
export default MakeTable;

/** What was in view of a model. */
const seenOf = ({ currency, chips, limits, groupLimits, further }: TableModel): TableModel => ({
  ...{ currency, chips, limits, groupLimits },
  ...(further !== undefined && { further }),
});
