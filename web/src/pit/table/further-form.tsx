/** The further currencies of a running table. What changes of them is shown before it is sent. */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { useMay, usePit } from '../use-pit.js';
import { FurtherFields } from '../wall/further-fields.js';
import {
  type FurtherEdits,
  NO_FURTHER_EDITS,
  furtherBefore,
  furtherChange,
  readFurther,
  shownFurther,
} from '../wall/new-further.js';
import { changedCurrencies } from './further-change.js';
import { FurtherChanges } from './further-changes.js';
import { useTableWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import timeline from './timeline.module.css';

interface Typed {
  readonly edits: FurtherEdits;
  readonly why: string;
}
const NOTHING: Typed = { edits: NO_FURTHER_EDITS, why: '' };

export const FurtherForm = ({ copy }: { readonly copy: TableCopy }) => {
  const { own, language } = useTableWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const { typed, isDone, type, done } = useForm(() => NOTHING);
  const { currency, chips, limits, further } = copy.nextSettings ?? copy.settings;
  const model = { currency, chips: [...chips], limits, groupLimits: {} };
  const fields = shownFurther(further, typed.edits);
  const read = readFurther(model, fields, currency, language);
  const change = read === undefined ? {} : furtherChange(further, read);
  const count = Object.keys(change).length;
  const why = typed.why.trim();
  const send = async () => {
    const order = {
      table: copy.table,
      settings: { further: change },
      was: { further: furtherBefore(further, change) },
      reason: why,
    };
    const isTaken = await action.run(() => pit.do('settings:change', order));
    if (isTaken) done(typed, NOTHING);
  };
  return (
    <form
      className={layout.stack}
      data-part="further"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{own('further.title')}</h3>
      <p className={tones.dim}>{own('further.said', { currency })}</p>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      {isDone && (
        <p className={tones.said} role="status" data-further-set="done">
          {own('set.done')}
        </p>
      )}
      <FurtherFields
        model={model}
        own={currency}
        shown={fields}
        edits={typed.edits}
        isDisabled={!may.set || action.isBusy}
        onType={(edits) => type({ edits })}
      />
      {may.set && read !== undefined && count > 0 && (
        <>
          <ul className={timeline.changed} data-part="further-changes">
            <FurtherChanges currencies={changedCurrencies(further, read, language)} />
          </ul>
          <WhyField of="settings" value={typed.why} onChange={(text) => type({ why: text })} />
          <button
            type="submit"
            className={buttons.primary}
            data-sure="further"
            disabled={why === '' || action.isBusy}
          >
            {own('further.change', { count })}
          </button>
        </>
      )}
      {typed.edits !== NO_FURTHER_EDITS && (
        <button type="button" onClick={() => type({ edits: NO_FURTHER_EDITS })}>
          {own('limits.reset')}
        </button>
      )}
    </form>
  );
};
