/** A mode that is wished for while the bets are closed is chosen as soon as they open. */
import { useEffect, useState } from 'react';
import type { Mode } from '../../../src/punto-banco/spot.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatStore } from './seat-store.js';
import { isBetting } from './use-drawn.js';

export const useModeWish = (seat: SeatStore): ((mode: Mode) => void) => {
  const [wish, setWish] = useState<Mode>();
  const canChoose = useSeat(
    seat,
    ({ copy, known }) => isBetting(copy?.phase) && known !== undefined,
  );
  const mode = useSeat(seat, ({ known }) => known?.own.mode);
  useEffect(() => {
    if (wish === undefined || !canChoose) return;
    // A wish that was fulfilled is dropped, so that it does not undo what the player chooses later.
    const done = wish === mode ? Promise.resolve() : seat.bet({ kind: 'mode', mode: wish });
    void done.then(() => setWish(undefined));
  }, [seat, wish, canChoose, mode]);
  return setWish;
};
