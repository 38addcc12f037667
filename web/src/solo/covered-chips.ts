/**
 * Chips that the credit does not cover lie no longer: it has left the session, or was staked
 * elsewhere.
 */
import type { Studio } from '../studio/studio.js';
import { isDealing } from './hand-view-store.js';
import { type PlacedChips, totalOf } from './placed-chips.js';
import type { ShownStore } from './shown-store.js';

/**
 * A credit that is too low may have been reported in passing, and chips that are forgotten do not
 * come back. So the account is read first. A deal that is under way may have the credit.
 */
export const keepCovered = (
  studio: Pick<Studio, 'account' | 'readAccount'>,
  hands: Pick<ShownStore, 'getState' | 'subscribe'>,
  placed: PlacedChips,
): (() => void) => {
  let wasShort = false;
  const look = (): void => {
    const { session, isRead } = studio.account.getState();
    const hand = hands.getState();
    const lying = totalOf(placed.store.getState().stakes);
    const mayBeSent = hand.asked === undefined && !isDealing(hand);
    const isShort = mayBeSent && lying > (session?.balance ?? 0n);
    const isNew = isShort && !wasShort;
    wasShort = isShort;
    if (isShort && isRead) placed.forget();
    else if (isNew) void studio.readAccount();
  };
  // An answer changes the credit first, and then the hand.
  const lookSoon = () => queueMicrotask(look);
  const off = [studio.account, hands, placed.store].map((store) => store.subscribe(lookSoon));
  lookSoon();
  return () => {
    for (const each of off) each();
  };
};
