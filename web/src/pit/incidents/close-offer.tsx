/**
 * The way to close an incident, at its top as soon as its table goes on. One press says what was
 * found and done, or one's own words do.
 */
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { Incident } from '../../../../src/protocol/incident.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyField } from '../parts/why-field.js';
import { useCases, useMay, usePit } from '../use-pit.js';
import { stopsTable } from './queue.js';
import { classes } from '../../classes.js';
import { useIncidentWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import styles from './close-offer.module.css';

interface Props {
  readonly incident: Incident;
  readonly onDone: () => void;
}

export const CloseOffer = ({ incident, onDone }: Props) => {
  const { t, own } = useIncidentWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const [said, setSaid] = useState('');
  const { id, table, game, state, openedAtMs } = incident;
  const tile = useStore(pit.wall.store, (view) => view.tables.get(table));
  const done = useCases(({ approvals }) =>
    [...approvals.values()].find(
      (each) => each.state === 'done' && each.game === game && each.requestedAtMs >= openedAtMs,
    ),
  );
  const isOfRound = game !== null && done !== undefined;
  const goesOn = tile !== undefined && !stopsTable(incident, tile);
  if (state === 'closed' || !may.approve || !(isOfRound || goesOn)) return null;
  const close = async (event: FormEvent) => {
    event.preventDefault();
    const request = { incident: id, text: said.trim() };
    const isDone = await action.run(async () =>
      pit.noteIncident((await pit.do('incident:close', request)).incident),
    );
    if (isDone) onDone();
  };
  return (
    <form
      className={classes(box.sheetBox, layout.stack, styles.closeOffer)}
      data-offer="close"
      data-since={isOfRound ? 'carried_out' : 'goes_on'}
      aria-label={own('incident.close')}
      onSubmit={(event) => void close(event)}
    >
      <p role="status">
        {isOfRound
          ? own('incident.carriedOut', { what: t(`kind.${done.kind}`) })
          : own('incident.goesOn')}
      </p>
      <WhyField of="ended" label={own('incident.say')} value={said} onChange={setSaid} />
      <div className={layout.row}>
        <button
          type="submit"
          className={buttons.primary}
          data-do="close-now"
          disabled={said.trim() === '' || action.isBusy}
        >
          {own('incident.close')}
        </button>
      </div>
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </form>
  );
};
