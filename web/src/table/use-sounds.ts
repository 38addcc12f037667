/** Lets the player hear what happens at the table. */
import { useEffect } from 'react';
import { type ShownStep, inStepOf } from './in-step.js';
import type { SeatViewStore, SeatView } from './seat-view-store.js';
import { play } from './sounds.js';

export const useSounds = (seat: SeatViewStore, areOn: boolean): void => {
  useEffect(() => {
    if (!areOn) return;
    const offs = [
      seat.store.subscribe((now, before) => sound(now, before)),
      inStepOf(seat).store.subscribe((now, before) => soundOfPicture(now, before)),
    ];
    return () => offs.forEach((off) => off());
  }, [seat, areOn]);
};

const sound = (now: SeatView, before: SeatView): void => {
  if (now.asked.length > before.asked.length) play('chip');
  if (now.copy === before.copy || now.copy === undefined) return;
  if (now.copy.phase === before.copy?.phase) return;
  if (now.copy.phase === 'last_bets') play('lastBets');
  if (now.copy.phase === 'bets_closed') play('closed');
};

const soundOfPicture = (now: ShownStep, before: ShownStep): void => {
  if (now.result !== before.result && now.result !== undefined && wins(now.result)) play('win');
  const heard = cardSound(cardsOf(now), cardsOf(before));
  if (heard !== undefined) play(heard);
};

interface Cards {
  readonly dealt: number;
  /** Those that lie open. */
  readonly open: number;
}

const cardsOf = ({ copy }: ShownStep): Cards => {
  const dealt = copy?.round?.cards.length ?? 0;
  return { dealt, open: copy?.round?.faceDown?.open ?? dealt };
};

/** What is heard of a card: it comes and is turned, comes face down, or is turned where it lies. */
export const cardSound = (now: Cards, before: Cards): 'deal' | 'card' | 'flip' | undefined => {
  if (now.dealt > before.dealt) return now.open > before.open ? 'deal' : 'card';
  return now.dealt === before.dealt && now.open > before.open ? 'flip' : undefined;
};

const wins = ({ paid, stakes }: NonNullable<SeatView['result']>): boolean =>
  BigInt(paid) > BigInt(stakes);
