/** What was asked to be changed of operators, and what became of it; another one decides. */
import type { KeptChange } from '../../../../src/protocol/operator-changes.js';
import { WhyButton } from '../parts/why-button.js';
import { usePit } from '../use-pit.js';
import { Changed } from './changed.js';
import { useOperatorWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly changes: readonly KeptChange[];
  readonly isBusy: boolean;
  readonly onDecide: (id: string, verdict: 'approve' | 'refuse', reason: string) => void;
}

export const AskedChanges = ({ changes, isBusy, onDecide }: Props) => {
  const { own, dateTime } = useOperatorWords();
  const waiting = changes.filter(({ state }) => state === 'pending');
  const over = changes.filter(({ state }) => state !== 'pending');
  return (
    <>
      {waiting.map((change) => (
        <Waiting key={change.id} of={change} isBusy={isBusy} onDecide={onDecide} />
      ))}
      {over.length > 0 && (
        <details className={box.sheetBox} data-part="changes-over">
          <summary>{own('change.over')}</summary>
          <ul className={layout.plain}>
            {over.map(({ id, operator, kind, state, requestedBy, decidedBy, requestedAtMs }) => (
              <li key={id} data-change={id} data-state={state}>
                {dateTime(requestedAtMs)} · {own(`change.kind.${kind}`, { operator })} ·{' '}
                {own('change.by', { by: requestedBy })} ·{' '}
                {own(`change.state.${state}`, { by: decidedBy ?? '' })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

interface WaitingProps extends Omit<Props, 'changes'> {
  readonly of: KeptChange;
}

const Waiting = ({ of, isBusy, onDecide }: WaitingProps) => {
  const { own, dateTime } = useOperatorWords();
  const { who } = usePit();
  const { id, operator, kind, before, after, reason, requestedBy, expiresAtMs } = of;
  return (
    <section
      className={box.sheetBox}
      aria-labelledby={`change-${id}`}
      data-change={id}
      data-state="pending"
    >
      <h2 id={`change-${id}`}>{own(`change.kind.${kind}`, { operator })}</h2>
      <p>
        {own('change.by', { by: requestedBy })} · {reason} ·{' '}
        <span className={tones.dim}>{own('change.until', { at: dateTime(expiresAtMs) })}</span>
      </p>
      {'kid' in after ? (
        <p>
          {own('change.key')} <code>{after.kid}</code>
        </p>
      ) : (
        <Changed before={before} after={after} />
      )}
      {requestedBy === who.id && <p className={tones.dim}>{own('change.own')}</p>}
      <div className={layout.row}>
        {requestedBy !== who.id && (
          <WhyButton
            of="operator"
            name="approve"
            label={own('change.approve')}
            question={own('change.approveAsked')}
            isDisabled={isBusy}
            isFirst
            onWhy={(why) => onDecide(id, 'approve', why)}
          />
        )}
        <WhyButton
          of="operator"
          name="refuse"
          label={own('change.refuse')}
          question={own('change.refuseAsked')}
          isDisabled={isBusy}
          onWhy={(why) => onDecide(id, 'refuse', why)}
        />
      </div>
    </section>
  );
};
