/**
 * A request that waits: who asks for what and why, what it would do, and the second person’s
 * decision.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Approval, ApprovalSubject } from '../../../../src/protocol/approval.js';
import { Left } from '../parts/age.js';
import { cardText, coupText } from '../parts/event-text.js';
import { Fault, useRefusal } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { Effect } from '../amend/effect.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { classes } from '../../classes.js';
import { placeOf } from './about.js';
import { useApprovalWords } from './words.js';
import { useRightWords } from '../amend/words.js';
import buttons from '../../look/button.module.css';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './request.module.css';

interface Props {
  readonly approval: Approval;
  readonly onDecided: () => void;
}

/** The same request as a question: what would it do now? */
const subjectOf = (approval: Approval): ApprovalSubject => {
  const { kind, table, game, hand, coup, player, card, seat } = approval;
  return {
    kind,
    ...(table !== null && { table }),
    ...(hand !== null && { hand }),
    ...(game !== null && { game }),
    ...(coup !== null && { coup }),
    ...(player !== null && { player }),
    ...(card !== null && { card }),
    ...(seat !== null && { seat }),
  };
};

export const Request = ({ approval, onDecided }: Props) => {
  const { t, own, time } = useApprovalWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const refusal = useRefusal();
  const [obstacle, setObstacle] = useState<string | null>(null);
  const currency = useStore(
    pit.wall.store,
    (view) => view.tables.get(approval.table ?? '')?.currency ?? 'EUR',
  );
  const { id, kind, table, game, hand, state } = approval;
  const isPending = state === 'pending' || state === 'approved';
  const effect = useRead(isPending ? pit.reads.preview(subjectOf(approval)) : undefined);
  const decide = async (verdict: 'approved' | 'refused') => {
    const isDone = await action.run(async () => {
      const answer = await pit.do('approval:decide', { approval: id, verdict });
      pit.noteApproval(answer.approval);
      setObstacle(answer.obstacle);
    });
    if (isDone) onDecided();
  };
  const isOwn = approval.requestedBy === pit.who.id;
  return (
    <li className={classes(box.sheetBox, styles.request)} data-request={id} data-state={state}>
      <header>
        <h3>
          {hand !== null
            ? own('approval.titleHand', { what: t(`kind.${kind}`), hand })
            : game === null
              ? own('approval.titleShoe', { what: t(`kind.${kind}`), table })
              : own('approval.title', { what: t(`kind.${kind}`), game })}
        </h3>
        {state === 'pending' ? (
          <span className={styles.left}>
            {own('approval.left')} <Left untilMs={approval.expiresAtMs} />
          </span>
        ) : (
          <span className={styles[state]}>{own(`approval.state.${state}`)}</span>
        )}
      </header>
      <Asked approval={approval} />
      {isPending && <Effect kind={kind} currency={currency} read={effect} />}
      {action.fault !== undefined && <Fault fault={action.fault} />}
      {obstacle !== null && (
        <p className={tones.fault} role="alert" data-obstacle={obstacle}>
          {own('approval.obstacle')} {refusal(obstacle)}
        </p>
      )}
      {state === 'done' && (
        <p className={tones.said} role="status">
          {own('approval.done')} <a href={placeOf(approval)}>{own(seeing(approval))}</a>
        </p>
      )}
      {isPending && may.approve && (
        <div className={layout.row}>
          <button
            type="button"
            className={isOwn ? styles.notYours : buttons.primary}
            data-do="approve"
            aria-describedby={isOwn ? `own-${id}` : undefined}
            disabled={action.isBusy}
            onClick={() => void decide('approved')}
          >
            {own(state === 'approved' ? 'approval.tryAgain' : 'approval.approve')}
          </button>
          {state === 'pending' && (
            <button
              type="button"
              className={pitButtons.danger}
              data-do="refuse"
              disabled={action.isBusy}
              onClick={() => void decide('refused')}
            >
              {own('approval.refuse')}
            </button>
          )}
          {isOwn && state === 'pending' && action.fault === undefined && (
            <span id={`own-${id}`} className={styles.own}>
              {own('approval.own')}
            </span>
          )}
        </div>
      )}
      <footer className={tones.dim}>
        {table !== null && (
          <>
            <a href={makePlace('table', table)}>{table}</a>
            {' · '}
          </>
        )}
        {own('approval.askedAt', { by: approval.requestedBy, at: time(approval.requestedAtMs) })}
      </footer>
    </li>
  );
};

const seeing = ({ game, hand }: Approval) => {
  if (hand !== null) return 'approval.seeHand';
  return game === null ? 'approval.seeTable' : 'approval.seeRound';
};

/** Why, and on what exactly. */
const Asked = ({ approval }: { readonly approval: Approval }) => {
  const words = useWords();
  const { t } = words;
  const { own } = useApprovalWords();
  const { own: rightWords } = useRightWords();
  const { kind, reason, note, coup, player, card, seat, game } = approval;
  return (
    <dl className={layout.facts}>
      <dt>{own('approval.round')}</dt>
      <dd>
        {game === null ? own('approval.shoe') : <a href={makePlace('rounds', game)}>{game}</a>}
      </dd>
      {game === null && (
        <>
          <dt>{own('approval.what')}</dt>
          <dd>{rightWords(`amend.said.${kind}`)}</dd>
        </>
      )}
      <dt>{own('approval.why')}</dt>
      <dd>
        {t(`reason.${reason}`)}
        {note !== '' && ` · ${note}`}
      </dd>
      {coup !== null && (
        <>
          <dt>{own('approval.coup')}</dt>
          <dd>{coupText(coup, words)}</dd>
        </>
      )}
      {player !== null && (
        <>
          <dt>{own('approval.player')}</dt>
          <dd>
            <a href={makePlace('players', player)}>{player}</a>
          </dd>
        </>
      )}
      {card !== null && (
        <>
          <dt>{own('approval.card')}</dt>
          <dd>
            {cardText(card)}
            {seat !== null && ` · ${t(`seat.${seat}`)}`}
          </dd>
        </>
      )}
    </dl>
  );
};
