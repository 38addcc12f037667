/** The settings of a table, and their changes. Each setting says from when it holds. */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { useMay, usePit } from '../use-pit.js';
import {
  FIELDS,
  type FieldName,
  type HoldsFrom,
  type Typed,
  readSettings,
  typedSettings,
} from './new-settings.js';
import { SettingField } from './setting-field.js';
import { classes } from '../../classes.js';
import { useTableWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './settings-form.module.css';

interface Edited {
  readonly edits: Partial<Typed>;
  readonly why: string;
}
const NOTHING: Edited = { edits: {}, why: '' };

const GROUPS = Object.keys(FIELDS) as readonly HoldsFrom[];

export const SettingsForm = ({ copy }: { readonly copy: TableCopy }) => {
  const { own, language } = useTableWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const form = useForm(() => NOTHING);
  const { edits, why } = form.typed;
  const { settings, desk } = copy;
  const set = copy.nextSettings ?? settings;
  const next = typedSettings(set, language);
  // What somebody else changes meanwhile is shown as it is now. Only what was typed here stays.
  const typed = { ...next, ...edits };
  const now = typedSettings(
    {
      ...settings,
      scanCodes: desk?.scanCodes ?? set.scanCodes,
      streamLostMs: set.streamLostMs,
      tipMax: set.tipMax,
    },
    language,
  );
  const read = readSettings(typed, set, language);
  const changes = read.ok ? Object.keys(read.change).length : 0;
  const edit = (name: FieldName, text: string) => form.type({ edits: { ...edits, [name]: text } });
  const change = async () => {
    if (!read.ok) return;
    const request = { table: copy.table, settings: read.change, reason: why.trim() };
    const isTaken = await action.run(() => pit.do('settings:change', request));
    if (isTaken) form.done(form.typed, NOTHING);
  };
  return (
    <form
      className={styles.setTable}
      data-part="set-table"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      {GROUPS.map((group) => (
        <fieldset key={group} data-from={group}>
          <legend>{own(`set.from.${group}`)}</legend>
          {FIELDS[group].map((name) => (
            <SettingField
              key={name}
              name={name}
              now={now[name]}
              next={next[name]}
              typed={typed[name]}
              fault={read.ok ? undefined : read.faults[name]}
              isOpen={may.set && !action.isBusy}
              onType={(text) => edit(name, text)}
            />
          ))}
          <p className={tones.dim}>{own(`set.said.${group}`)}</p>
        </fieldset>
      ))}
      {may.set ? (
        <div className={classes(layout.row, styles.send)}>
          {action.fault !== undefined && <Fault fault={action.fault} />}
          {form.isDone && (
            <p className={tones.said} role="status" data-set="done">
              {own('set.done')}
            </p>
          )}
          <WhyField of="settings" value={why} onChange={(reason) => form.type({ why: reason })} />
          <button
            type="submit"
            className={buttons.primary}
            disabled={changes === 0 || why.trim() === '' || action.isBusy}
          >
            {own('set.change', { count: changes })}
          </button>
          <button
            type="button"
            disabled={Object.keys(edits).length === 0}
            onClick={() => form.type({ edits: {} })}
          >
            {own('limits.reset')}
          </button>
        </div>
      ) : (
        <p className={tones.dim}>{own('set.notYours')}</p>
      )}
    </form>
  );
};
