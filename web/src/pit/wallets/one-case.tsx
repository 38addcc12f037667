/** A case about a wallet: what it is about, how it stands, and what can be done. */
import { useState } from 'react';
import type { WalletCase, WalletCases } from '../../../../src/protocol/wallet-cases.js';
import { classes } from '../../classes.js';
import { AskAgain } from '../amend/ask-again.js';
import { AskForm } from '../amend/ask-form.js';
import { useRightWords } from '../amend/words.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { WhyButton } from '../parts/why-button.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import { useWalletWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './wallets-page.module.css';

interface Props {
  readonly of: WalletCase;
  /** The page was opened for this one. */
  readonly isChosen: boolean;
  readonly onRead: (cases: WalletCases) => void;
}

export const OneCase = ({ of, isChosen, onRead }: Props) => {
  const { t, own, dateTime, money } = useWalletWords();
  const { id, operator, movementId, kind, detail, movement, endedAs, openedAtMs, closedAtMs } = of;
  return (
    <li
      className={classes(box.sheetBox, isChosen && styles.chosen)}
      data-wallet-case={id}
      data-kind={kind}
      data-ended={endedAs ?? ''}
    >
      <h2>{own('case.title', { id, kind: own(`case.kind.${kind}`), operator })}</h2>
      <dl className={layout.facts}>
        <dt>{own('case.movement')}</dt>
        <dd className={styles.id}>
          {movementId}
          {movement !== null && ` · ${own(`case.verb.${movement.verb}`)}`}
        </dd>
        {movement !== null && (
          <>
            <dt>{own('case.amount')}</dt>
            <dd>{money(movement.amount, movement.currency)}</dd>
            <dt>{own('case.player')}</dt>
            <dd>
              <a href={makePlace('players', movement.player)}>{movement.name}</a>
            </dd>
            <dt>{own('case.status')}</dt>
            <dd>{own(`case.state.${movement.status}`)}</dd>
            <dt>{own('case.asked')}</dt>
            <dd>
              {own('case.tries', { at: dateTime(movement.askedAtMs), tries: movement.tries })}
            </dd>
          </>
        )}
        {detail !== '' && (
          <>
            <dt>{own('case.detail')}</dt>
            <dd>{detail}</dd>
          </>
        )}
        <dt>{own('case.opened')}</dt>
        <dd>{dateTime(openedAtMs)}</dd>
        {closedAtMs !== null && endedAs !== null && (
          <>
            <dt>{own('case.closed')}</dt>
            <dd>
              {dateTime(closedAtMs)} · {own(`case.ended.${endedAs}`)}
            </dd>
          </>
        )}
      </dl>
      {endedAs === null && <Remedies of={of} onRead={onRead} cancel={t('cancel')} />}
    </li>
  );
};

interface RemediesProps {
  readonly of: WalletCase;
  readonly onRead: (cases: WalletCases) => void;
  readonly cancel: string;
}

const Remedies = ({ of, onRead, cancel }: RemediesProps) => {
  const { t, own } = useWalletWords();
  const { own: rightWords } = useRightWords();
  const pit = usePit();
  const may = useMay();
  const action = useAction();
  const [isSettling, setSettling] = useState(false);
  const { id, movement } = of;
  const retry = (reason: string) =>
    void action.run(async () => {
      onRead(await pit.http.send<WalletCases>('POST', `pit/wallets/${id}/retry`, { reason }));
    });
  return (
    <>
      {action.fault !== undefined && <Fault fault={action.fault} />}
      <div className={layout.row}>
        {may.act && movement !== null && movement.nextTryAtMs !== null && (
          <WhyButton
            of="payment"
            name="send-again"
            label={own('case.again')}
            question={own('case.againSaid')}
            isDisabled={action.isBusy}
            onWhy={retry}
          />
        )}
        {may.approve && (
          <button
            type="button"
            data-do="settle"
            aria-expanded={isSettling}
            onClick={() => setSettling(!isSettling)}
          >
            {isSettling ? cancel : t('kind.settle_case')}
          </button>
        )}
      </div>
      {isSettling && (
        <AskAgain
          form={(onAsked) => (
            <AskForm
              part="settle-case"
              kind="settle_case"
              label={t('kind.settle_case')}
              subject={{ kind: 'settle_case', case: id }}
              isKnown
              onAsked={onAsked}
            >
              <p className={tones.dim}>{rightWords('amend.said.settle_case')}</p>
            </AskForm>
          )}
        />
      )}
    </>
  );
};
