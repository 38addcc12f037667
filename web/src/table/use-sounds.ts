/** Lets the player hear what happens at the table. */
import { useEffect } from 'react';
import type { SeatStore, SeatView } from './seat-store.js';
import { play } from './sounds.js';

export const useSounds = (seat: SeatStore, areOn: boolean): void => {
  useEffect(() => {
    if (!areOn) return;
    return seat.store.subscribe((now, before) => sound(now, before));
  }, [seat, areOn]);
};

const sound = (now: SeatView, before: SeatView): void => {
  if (now.asked.length > before.asked.length) play('chip');
  if (now.result !== before.result && now.result !== undefined && wins(now.result)) play('win');
  if (now.copy === before.copy || now.copy === undefined) return;
  const dealt = now.copy.round?.cards.length ?? 0;
  if (dealt > (before.copy?.round?.cards.length ?? 0)) play('card');
  if (now.copy.phase === before.copy?.phase) return;
  if (now.copy.phase === 'last_bets') play('lastBets');
  if (now.copy.phase === 'bets_closed') play('closed');
};

const wins = ({ paid, stakes }: NonNullable<SeatView['result']>): boolean =>
  BigInt(paid) > BigInt(stakes);
