/**
 * What every solo room has around its table: the bar above, the deck’s commitment, and the money
 * below.
 */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { classes } from '../classes.js';
import { moneyText } from '../money.js';
import type { PanelName } from '../panels/menu-bar.js';
import { useAccount } from '../studio/use-studio.js';
import { Deposit } from '../table/deposit.js';
import account from '../table/account-bar.module.css';
import type { SoloGame } from '../../../src/solo/game.js';
import { DiffersNote } from './differs-note.js';
import { Fairness } from './fairness.js';
import { RoomBar } from './room-bar.js';
import type { RoomProps } from './room-props.js';
import styles from './room-frame.module.css';
import { SaidNote } from './said-note.js';
import type { ProofOf, ShownStore } from './shown-store.js';
import { whyUnopened } from './why-unopened.js';
import { useSoloWords } from './words.js';

interface Props extends RoomProps {
  readonly game: SoloGame;
  readonly store: ShownStore;
  /** The least and the most that may be staked, as the bar says it. */
  readonly limits: string;
  /** What lies on the table. */
  readonly staked: bigint;
  /** What can still be staked. */
  readonly credit: bigint;
  readonly stage: ReactNode;
  /** Spots, chips and buttons. */
  readonly bets: ReactNode;
  /** What the player gives to the deck, to be changed before the stakes. */
  readonly ownPart: ReactNode;
  readonly proofOf: ProofOf;
  /** What is said of all of it to those who listen. */
  readonly voice: ReactNode;
}

export const RoomFrame = (given: Props) => {
  const { game, store, limits, staked, credit, stage, bets, ownPart, proofOf, voice, ...room } =
    given;
  const { t, i18n } = useTranslation();
  const own = useSoloWords();
  const rules = useStore(store, (view) => view.rules);
  const isAsked = useStore(store, (view) => view.asked !== undefined);
  const closedBecause = useStore(store, (view) => view.closedBecause);
  const isOpen = useAccount(({ session }) => session?.open !== false);
  const [isAsking, ask] = useState(false);
  const [opened, open] = useState<PanelName>();
  const currency = rules?.currency ?? 'EUR';
  const money = (value: bigint) => moneyText(value, currency, i18n.language);
  return (
    <main
      className={styles.room}
      data-part="room"
      data-game={game}
      data-asked={isAsked ? '' : undefined}
    >
      <RoomBar {...room} game={game} store={store} limits={limits} opened={opened} onOpen={open} />
      {rules === undefined ? (
        <section className={styles.stage}>
          <p className={styles.waiting} role="status" data-closed={closedBecause}>
            {closedBecause === undefined ? t('menu.loading') : own(whyUnopened(closedBecause))}
          </p>
        </section>
      ) : (
        <>
          <section className={styles.stage} data-part="stage" aria-label={t('stage.title')}>
            {stage}
          </section>
          <section className={styles.bets} aria-label={t('bets.title')}>
            {bets}
            {!isOpen && <Deposit currency={currency} />}
          </section>
          <Fairness
            store={store}
            isOpen={isAsking}
            onOpen={ask}
            ownPart={ownPart}
            proofOf={proofOf}
          />
        </>
      )}
      <footer className={classes(account.account, styles.sum)} data-part="account">
        <span className={account.money}>
          {t('money.totalBet')} <b data-total={staked.toString()}>{money(staked)}</b>
        </span>
        <span className={account.money}>
          {t('money.balance')} <b data-balance={credit.toString()}>{money(credit)}</b>
        </span>
      </footer>
      {voice}
      <DiffersNote store={store} />
      <SaidNote store={store} currency={currency} onCashier={() => open('cashier')} />
    </main>
  );
};
