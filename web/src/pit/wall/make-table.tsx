/** Makes a table: its name and currency, and the settings of another. A process then runs it. */
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { MadeTable } from '../../../../src/protocol/house-tables.js';
import { classes } from '../../classes.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import box from '../look/box.module.css';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './make-table.module.css';

const FIRST = { id: '', name: '', currency: '', like: '', reason: '' };

const MakeTable = () => {
  const { t } = useWords();
  const { http, wall } = usePit();
  const action = useAction();
  const tables = useStore(wall.store, (view) => view.tables);
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<string>();
  const { typed, type, done } = useForm(() => FIRST);
  const { like } = typed;
  const id = typed.id.trim();
  const name = typed.name.trim();
  const currency = typed.currency.trim().toUpperCase();
  const reason = typed.reason.trim();
  const isWhole =
    /^[a-z0-9-]{1,32}$/.test(id) && name !== '' && /^[A-Z]{3}$/.test(currency) && reason !== '';
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const isMade = await action.run(async () => {
      const making = { id, settings: { name, currency }, reason, ...(like !== '' && { like }) };
      setMade((await http.send<MadeTable>('POST', 'pit/tables', making)).id);
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
          <span className={tones.said} role="status" data-made={made}>
            {t('makeTable.made', { table: made })}
          </span>
        )}
      </div>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      {isAsked && (
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
                  onChange={({ target }) => type({ [field]: target.value })}
                />
              </label>
            ))}
            <label>
              <span>{t('makeTable.like')}</span>
              <select
                name="like"
                value={like}
                onChange={({ target }) => type({ like: target.value })}
              >
                <option value="">{t('makeTable.default')}</option>
                {[...tables.values()].map((each) => (
                  <option key={each.table} value={each.table}>
                    {each.name} ({each.table})
                  </option>
                ))}
              </select>
            </label>
          </div>
          <p className={tones.dim}>{t('makeTable.said')}</p>
          <WhyField of="table" value={typed.reason} onChange={(why) => type({ reason: why })} />
          <div className={layout.row}>
            <button
              type="submit"
              className={buttons.primary}
              data-sure="make-table"
              disabled={!isWhole || action.isBusy}
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
