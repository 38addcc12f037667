/**
 * What is proposed for an incident, the likeliest first. What moves money is only asked for, with
 * its effect shown before.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { TableApprovalKind } from '../../../../src/protocol/approval.js';
import type { Incident, IncidentAction } from '../../../../src/protocol/incident.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyButton } from '../parts/why-button.js';
import type { WhyOf } from '../parts/why-field.js';
import { isOfShoe } from '../amend/lists.js';
import { AmendForm } from '../amend/amend-form.js';
import { AmendRound } from '../amend/amend-round.js';
import { goTo } from '../use-place.js';
import { useMay, usePit } from '../use-pit.js';
import { useIncidentWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly incident: Incident;
  readonly onDone: () => void;
}

const ASKED_FOR: Partial<Record<IncidentAction, TableApprovalKind>> = {
  void: 'void',
  resettle: 'resettle',
  refund: 'refund',
  card: 'card',
  card_correction: 'card_correction',
  burn_card: 'burn_card',
  cut_card: 'cut_card',
  hand_pay: 'hand_pay',
};

/** What is done at once, with its reason. */
const ORDERED = {
  resume: { command: 'table:resume', of: 'resume', said: 'resume' },
  shoe_change: { command: 'shoe:change', of: 'shoe', said: 'shoeChange' },
  closing: { command: 'closing:call', of: 'closing', said: 'close' },
} as const satisfies Partial<
  Record<IncidentAction, { readonly command: string; readonly of: WhyOf; readonly said: string }>
>;
type Ordered = keyof typeof ORDERED;
const isOrdered = (action: IncidentAction): action is Ordered => action in ORDERED;

export const Actions = ({ incident, onDone }: Props) => {
  const { t, own } = useIncidentWords();
  const pit = usePit();
  const may = useMay();
  const running = useAction();
  const [asking, setAsking] = useState<TableApprovalKind>();
  /** Why the payment has failed again. */
  const [cause, setCause] = useState<string | null>(null);
  /** Whose accounts could not be credited. */
  const [players, setPlayers] = useState<readonly string[]>([]);
  const { table, game, actions, state, takenBy } = incident;
  /** The suspension that is shown: what is written for one is not sent for another. */
  const sinceMs = useStore(pit.wall.store, ({ tables }) => tables.get(table)?.suspended?.sinceMs);
  if (state === 'closed' || !may.approve) return null;
  const isMine = takenBy === pit.who.id || takenBy === pit.who.name;
  const take = async () => {
    await running.run(async () =>
      pit.noteIncident((await pit.do('incident:take', { incident: incident.id })).incident),
    );
    onDone();
  };
  const act = (action: IncidentAction) => {
    const kind = ASKED_FOR[action];
    if (kind !== undefined) setAsking(kind);
    else if (action === 'suspend') {
      const reason = t(`malfunction.${incident.kind}`);
      void running.run(() => pit.do('table:suspend', { table, reason }));
    } else goTo('table', table); // withdraw_card and press are done by the buttons of the desk.
  };
  const order = (action: Ordered, reason: string) =>
    void running.run(() =>
      action === 'resume'
        ? pit.do('table:resume', { table, sinceMs, reason })
        : pit.do(ORDERED[action].command, { table, reason }),
    );
  const payAgain = (reason: string) =>
    void running.run(async () => {
      if (game === null) return;
      const paid = await pit.do('payment:retry', { table, game, reason });
      setCause(paid.cause);
      setPlayers(paid.players ?? []); // a process of the version before names nobody
    });
  const shown = may.act ? actions : actions.filter((action) => ASKED_FOR[action] !== undefined);
  return (
    <section className={box.sheetBox} aria-labelledby="actions-title">
      <h2 id="actions-title">{own('incident.proposed')}</h2>
      <div className={layout.row}>
        {!isMine && (
          <button
            type="button"
            className={buttons.primary}
            data-do="take"
            onClick={() => void take()}
          >
            {own('incident.take')}
          </button>
        )}
        {shown.map((action) =>
          action === 'pay_again' ? (
            <WhyButton
              key={action}
              of="payment"
              label={own('action.pay_again')}
              question={own('incident.payAgain')}
              name={action}
              isDisabled={running.isBusy}
              onWhy={payAgain}
            />
          ) : isOrdered(action) ? (
            <WhyButton
              key={action === 'resume' ? `${action} ${sinceMs}` : action}
              of={ORDERED[action].of}
              label={own(`action.${action}`)}
              question={t(`ordered.${ORDERED[action].said}`)}
              name={action}
              isDisabled={running.isBusy}
              onWhy={(reason) => order(action, reason)}
            />
          ) : (
            <button
              key={action}
              type="button"
              data-action={action}
              aria-pressed={
                ASKED_FOR[action] === undefined ? undefined : ASKED_FOR[action] === asking
              }
              disabled={running.isBusy || (game === null && isOfRound(ASKED_FOR[action]))}
              onClick={() => act(action)}
            >
              {own(`action.${action}`)}
            </button>
          ),
        )}
        {shown.length === 0 && <span className={tones.dim}>{own('incident.nothingProposed')}</span>}
      </div>
      {running.fault !== undefined && <Fault fault={running.fault} />}
      {cause !== null && (
        <p role="alert" data-not-paid>
          {own('incident.notPaid', { cause })}{' '}
          {players.length > 0 && own('incident.notCredited', { players: players.join(', ') })}
        </p>
      )}
      {asking !== undefined && isOfShoe(asking) && (
        <AmendForm
          key={asking}
          table={table}
          game={null}
          currency=""
          cards={[]}
          ofShoe={[asking]}
          first={asking}
        />
      )}
      {asking !== undefined && !isOfShoe(asking) && game !== null && (
        <AmendRound
          key={asking}
          table={table}
          game={game}
          first={asking}
          player={asking === 'hand_pay' ? players[0] : undefined}
        />
      )}
    </section>
  );
};

const isOfRound = (kind: TableApprovalKind | undefined): boolean =>
  kind !== undefined && !isOfShoe(kind);
