/** What the events of a hand move: stakes from the player, and what is paid at its end. */
import { type Amount, sum } from '../money/amount.js';

/** `taken` is taken from the player's credit, `paid` is given to it, stakes included. */
interface HandEvent {
  readonly kind: string;
  readonly taken?: Amount;
  readonly paid?: Amount;
}

/** The sums that the transaction of these events has to take and to pay, in minor units. */
export const moved = (
  events: readonly HandEvent[],
): { readonly taken: Amount; readonly paid: Amount } => ({
  taken: sum(events.map(({ taken = 0n }) => taken)),
  paid: sum(events.map(({ paid = 0n }) => paid)),
});
