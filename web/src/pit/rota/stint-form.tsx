/** Enters a stint: a dealer at a table, from when to when on the day that is shown. */
import type { FormEvent } from 'react';
import type { Rota } from '../../../../src/protocol/rota.js';
import { classes } from '../../classes.js';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { useRotaWords } from './words.js';
import box from '../look/box.module.css';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly rota: Rota;
  readonly onDone: () => void;
}

/** `9:05` will do. */
const clockOf = (text: string): string | undefined => {
  const parts = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(text.trim());
  return parts === null ? undefined : `${parts[1]!.padStart(2, '0')}:${parts[2]}`;
};

export const StintForm = ({ rota, onDone }: Props) => {
  const { own } = useRotaWords();
  const { http, reads } = usePit();
  const action = useAction();
  const { latest: tables = [] } = useRead(reads.tables());
  const { typed, type, done } = useForm(() => ({ dealer: '', table: '', from: '', to: '' }));
  const { dealer, table } = typed;
  const from = clockOf(typed.from);
  const to = clockOf(typed.to);
  const isWhole = dealer !== '' && table !== '' && from !== undefined && to !== undefined;
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const entry = { day: rota.day, dealer, table, from, to };
    const isEntered = await action.run(() => http.send<Rota>('POST', 'pit/rota', entry));
    if (!isEntered) return;
    // Who relieves begins when this one ends.
    done(typed, { dealer: '', from: typed.to, to: '' });
    onDone();
  };
  return (
    <form
      className={classes(box.sheetBox, layout.stack)}
      data-part="stint-form"
      aria-label={own('rota.enter')}
      onSubmit={(event) => void enter(event)}
    >
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <div className={classes(layout.row, layout.filter)}>
        <label>
          <span>{own('rota.dealer')}</span>
          <select
            name="dealer"
            value={dealer}
            onChange={({ target }) => type({ dealer: target.value })}
          >
            <option value="">{own('rota.choose')}</option>
            {rota.dealers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === id ? id : `${name} (${id})`}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{own('rota.table')}</span>
          <select
            name="table"
            value={table}
            onChange={({ target }) => type({ table: target.value })}
          >
            <option value="">{own('rota.choose')}</option>
            {tables.map((each) => (
              <option key={each.table} value={each.table}>
                {each.name} ({each.table})
              </option>
            ))}
          </select>
        </label>
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            <span>{own(`rota.${end}`)}</span>
            <input
              name={end}
              size={6}
              maxLength={5}
              autoComplete="off"
              placeholder="14:30"
              aria-invalid={typed[end] !== '' && clockOf(typed[end]) === undefined}
              value={typed[end]}
              onChange={({ target }) => type({ [end]: target.value })}
            />
          </label>
        ))}
        <button
          type="submit"
          className={buttons.primary}
          data-do="enter-stint"
          disabled={!isWhole || action.isBusy}
        >
          {own('rota.enter')}
        </button>
      </div>
      {rota.beginsAt !== '00:00' && (
        <p className={tones.dim}>{own('rota.nightSaid', { hour: rota.beginsAt })}</p>
      )}
    </form>
  );
};
