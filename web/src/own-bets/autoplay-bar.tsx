/**
 * Autoplay at work: it bets while this page is there and shows how many rounds are left, with a
 * button that stops it. A page that is gone bets nothing.
 */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Studio } from '../studio/studio.js';
import { moneyText } from '../money.js';
import { useSeat, useStudio } from '../studio/use-studio.js';
import { type Autoplay, type AutoplayEnd, autoplay } from '../table/autoplay-store.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { afterRound, autoplayStep, isChangedByHand } from './autoplay-step.js';
import { useBetsWords } from './words.js';
import styles from './autoplay-bar.module.css';

const AutoplayBar = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { i18n } = useTranslation();
  const own = useBetsWords();
  const studio = useStudio();
  const { running, ended } = useStore(autoplay);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  useEffect(() => play(studio, seat), [studio, seat]);
  if (running === undefined) {
    if (ended === undefined) return null;
    return (
      <div className={styles.autoplay} role="status" data-autoplay={ended}>
        <span>{own(`autoplay.ended.${ended}`)}</span>
        <button type="button" onClick={() => autoplay.setState({ ended: undefined })}>
          {own('autoplay.seen')}
        </button>
      </div>
    );
  }
  const net = moneyText(running.net, currency, i18n.language, { signed: true, whole: true });
  return (
    <div
      className={styles.autoplay}
      role="group"
      aria-label={own('autoplay.title')}
      data-autoplay="on"
    >
      <span>
        {own('autoplay.left', { count: running.roundsLeft })} {own('autoplay.net', { net })}
      </span>
      <button type="button" onClick={() => end('stopped')}>
        {own('autoplay.stop')}
      </button>
    </div>
  );
};
export default AutoplayBar;

const end = (ended: AutoplayEnd): void => autoplay.setState({ running: undefined, ended });

/** Looks whenever something has changed, until the table is left. */
const play = (studio: Studio, seat: SeatViewStore): (() => void) => {
  let isAsking = false;
  const look = (): void => {
    const { running } = autoplay.getState();
    if (running === undefined || isAsking) return;
    const view = seat.store.getState();
    const counted = afterRound(running, view);
    if (counted !== running) {
      autoplay.setState({ running: counted }); // Looks again.
      return;
    }
    const { copy, known, asked, result, isHere } = view;
    const { session } = studio.account.getState();
    const { state, quality } = studio.line.getState();
    const step = autoplayStep(running, {
      isConnected: state === 'connected',
      isReached: isHere && quality !== 'lost' && session !== undefined,
      isOpen: session?.open !== false,
      credit: session?.balance ?? 0n,
      phase: copy?.phase,
      game: copy?.round?.game,
      result,
      hasBets: asked.length > 0 || (known?.own.stakes.size ?? 0) > 0,
      isChanged: isChangedByHand(running, view),
    });
    if (step === 'wait') return;
    if (step === 'bet') void place(running, copy?.round?.game);
    else end(step.ends);
  };
  const place = async (running: Autoplay, game: string | undefined): Promise<void> => {
    isAsking = true;
    const roundsLeft = running.roundsLeft - 1;
    autoplay.setState({ running: { ...running, roundsLeft, game, isIn: true } });
    const stakes = Object.fromEntries(
      [...running.stakes].map(([spot, stake]) => [spot, stake.toString()]),
    );
    const reply = await seat.bet({ kind: 'place_all', stakes });
    isAsking = false;
    if (autoplay.getState().running !== undefined && reply?.ok !== true) end('refused');
    look();
  };
  const off = [
    seat.store.subscribe(look),
    studio.line.subscribe(look),
    studio.account.subscribe(look),
    autoplay.subscribe(look),
  ];
  look();
  return () => {
    for (const each of off) each();
    autoplay.setState({ running: undefined, ended: undefined });
  };
};
