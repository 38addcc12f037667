/**
 * A request that waits: who asks for what and why, what it would do, and the second person’s
 * decision.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Approval, ApprovalKind, ApprovalSubject } from '../../../../src/protocol/approval.js';
import { Left } from '../parts/age.js';
import { cardText, coupText } from '../parts/event-text.js';
import { Fault, useRefusal } from '../parts/fault.js';
import { SureButton } from '../parts/sure-button.js';
import { useAction } from '../parts/use-action.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { Effect } from '../amend/effect.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { classes } from '../../classes.js';
import { placeOf, playersIn } from './about.js';
import { Concerned } from './concerned.js';
import { Replaced } from './replaced.js';
import { type ApprovalWords, useApprovalWords } from './words.js';
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

/** What nobody can take back: money moves at once, and players hear of it. */
const MOVES_MONEY: ReadonlySet<ApprovalKind> = new Set([
  'void',
  'resettle',
  'refund',
  'hand_pay',
  'void_hand',
  'void_hands',
]);

const askedHands = ({ game, why, untilMs }: NonNullable<Approval['hands']>) => ({
  game,
  why,
  ...(untilMs !== null && { untilMs }),
});

/** The same request as a question: what would it do now? */
const subjectOf = (approval: Approval): ApprovalSubject => {
  const { kind, table, game, hand, hands, case: of, coup, player, card, seat } = approval;
  return {
    kind,
    ...(hands !== null && { hands: askedHands(hands) }),
    ...(table !== null && { table }),
    ...(hand !== null && { hand }),
    ...(of !== null && { case: of }),
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
  const { id, kind, table, state } = approval;
  const isPending = (state === 'pending' || state === 'approved') && approval.stands;
  /** Of a case no money moves in the studio. */
  const hasEffect = isPending && kind !== 'settle_case';
  const effect = useRead(hasEffect ? pit.reads.preview(subjectOf(approval)) : undefined);
  /** What moves money is approved by figures that are in view, and as new as the first press. */
  const isKnown = effect.value !== undefined && !effect.isAwaited;
  const decide = async (verdict: 'approved' | 'refused') => {
    const isDone = await action.run(async () => {
      const answer = await pit.do('approval:decide', { approval: id, verdict });
      pit.noteApproval(answer.approval);
      setObstacle(answer.obstacle);
    });
    if (isDone) onDecided();
  };
  const approveLabel = own(state === 'approved' ? 'approval.tryAgain' : 'approval.approve');
  const isOwn = approval.requestedBy === pit.who.id;
  return (
    <li className={classes(box.sheetBox, styles.request)} data-request={id} data-state={state}>
      <header>
        <h3>{titleOf(approval, t(`kind.${kind}`), own)}</h3>
        {state === 'pending' ? (
          <span className={styles.left}>
            {own('approval.left')} <Left untilMs={approval.expiresAtMs} />
          </span>
        ) : (
          <span className={styles[state]}>{own(`approval.state.${state}`)}</span>
        )}
      </header>
      <Asked approval={approval} />
      {hasEffect && <Replaced approval={approval} standing={effect?.value?.standing} />}
      {hasEffect && <Effect kind={kind} currency={currency} read={effect} />}
      {hasEffect && (
        <Concerned
          players={effect?.value?.concerned ?? []}
          all={playersIn(effect?.value?.preview ?? null)}
          currency={currency}
        />
      )}
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
          {MOVES_MONEY.has(kind) && !isOwn ? (
            <SureButton
              label={approveLabel}
              question={own('approval.sure', { what: t(`kind.${kind}`) })}
              name="approve"
              className={buttons.primary}
              isDisabled={action.isBusy || !isKnown}
              onAsk={effect.again}
              onSure={() => void decide('approved')}
            />
          ) : (
            <button
              type="button"
              className={isOwn ? styles.notYours : buttons.primary}
              data-do="approve"
              aria-describedby={isOwn ? `own-${id}` : undefined}
              disabled={action.isBusy}
              onClick={() => void decide('approved')}
            >
              {approveLabel}
            </button>
          )}
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

const titleOf = (
  { game, hand, hands, case: of, table }: Approval,
  what: string,
  own: ApprovalWords['own'],
): string => {
  if (of !== null) return own('approval.titleCase', { what, case: of });
  if (hands !== null) {
    return own('approval.titleHands', { what, game: own(`approval.games.${hands.game}`) });
  }
  if (hand !== null) return own('approval.titleHand', { what, hand });
  if (game === null) return own('approval.titleShoe', { what, table });
  return own('approval.title', { what, game });
};

const seeing = ({ game, hand, hands, case: of }: Approval) => {
  if (hands !== null) return 'approval.seeSolo';
  if (of !== null) return 'approval.seeCase';
  if (hand !== null) return 'approval.seeHand';
  return game === null ? 'approval.seeTable' : 'approval.seeRound';
};

/** Why, and on what exactly. */
const Asked = ({ approval }: { readonly approval: Approval }) => {
  const words = useWords();
  const { t } = words;
  const { own } = useApprovalWords();
  const { own: rightWords } = useRightWords();
  const { kind, reason, note, coup, player, card, seat, game, table, hands, case: of } = approval;
  return (
    <dl className={layout.facts}>
      {(game !== null || table !== null) && (
        <>
          <dt>{own('approval.round')}</dt>
          <dd>
            {game === null ? own('approval.shoe') : <a href={makePlace('rounds', game)}>{game}</a>}
          </dd>
        </>
      )}
      {hands !== null && (
        <>
          <dt>{own('approval.hands')}</dt>
          <dd data-hands={hands.count}>
            {own('approval.these', {
              shown: words.count(hands.count),
              why: own(`approval.handsWhy.${hands.why}`, {
                at: words.dateTime(hands.untilMs ?? 0),
              }),
            })}
          </dd>
        </>
      )}
      {of !== null && (
        <>
          <dt>{own('approval.case')}</dt>
          <dd>
            <a href={makePlace('wallets', of)}>{of}</a>
          </dd>
        </>
      )}
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
