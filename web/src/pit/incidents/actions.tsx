/** What is proposed for an incident, the likeliest first. What moves money is only asked for, with its effect told before. */
import { useState } from 'react';
import type { ApprovalKind } from '../../../../src/protocol/approval.js';
import type { Incident, IncidentAction } from '../../../../src/protocol/incident.js';
import { Fault } from '../parts/fault.js';
import { useDeed } from '../parts/use-deed.js';
import { RightOfRound } from '../right/right-of-round.js';
import { goTo } from '../use-place.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';

interface Given {
  readonly incident: Incident;
  readonly onDone: () => void;
}

const ASKED_FOR: Partial<Record<IncidentAction, ApprovalKind>> = {
  void: 'void',
  resettle: 'resettle',
  refund: 'refund',
  card: 'card',
  card_correction: 'card_correction',
};

export const Actions = ({ incident, onDone }: Given) => {
  const { t } = useWords();
  const pit = usePit();
  const may = useMay();
  const deed = useDeed();
  const [asking, setAsking] = useState<ApprovalKind>();
  const { table, game, actions, state, takenBy } = incident;
  if (state === 'closed' || !may.approve) return null;
  const isMine = takenBy === pit.who.id || takenBy === pit.who.name;
  const take = async () => {
    await deed.run(async () =>
      pit.noteIncident((await pit.do('incident:take', { incident: incident.id })).incident),
    );
    onDone();
  };
  const act = (action: IncidentAction) => {
    const kind = ASKED_FOR[action];
    if (kind !== undefined) setAsking(kind);
    else if (action === 'resume') void deed.run(() => pit.do('table:resume', { table }));
    else if (action === 'suspend') {
      const reason = t(`mishap.${incident.kind}`);
      void deed.run(() => pit.do('table:suspend', { table, reason }));
    } else if (action === 'shoe_change') void deed.run(() => pit.do('shoe:change', { table }));
    else if (action === 'closing') void deed.run(() => pit.do('closing:call', { table }));
    else goTo('table', table); // withdraw_card, press: by the buttons of the desk
  };
  const shown = may.act ? actions : actions.filter((action) => ASKED_FOR[action] !== undefined);
  return (
    <section className="sheet-box" aria-labelledby="actions-title">
      <h2 id="actions-title">{t('incident.proposed')}</h2>
      <div className="row">
        {!isMine && (
          <button type="button" className="primary" data-do="take" onClick={() => void take()}>
            {t('incident.take')}
          </button>
        )}
        {shown.map((action) => (
          <button
            key={action}
            type="button"
            data-action={action}
            aria-pressed={
              ASKED_FOR[action] === undefined ? undefined : ASKED_FOR[action] === asking
            }
            disabled={deed.isBusy || (ASKED_FOR[action] !== undefined && game === null)}
            onClick={() => act(action)}
          >
            {t(`action.${action}`)}
          </button>
        ))}
        {shown.length === 0 && <span className="dim">{t('incident.nothingProposed')}</span>}
      </div>
      {deed.fault !== undefined && <Fault fault={deed.fault} />}
      {asking !== undefined && game !== null && (
        <RightOfRound key={asking} table={table} game={game} first={asking} />
      )}
    </section>
  );
};
