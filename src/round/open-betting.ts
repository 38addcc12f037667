/** The opening of a round's bets (RULES 1.9): by hand, or by the table's clock. */
import type { Circumstances } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import { type TableState, shoeIsSpent } from './state.js';

/** `by` is who opens them by hand. */
export const decideBettingOpening = (
  state: TableState,
  { nowMs, nextGame }: Circumstances,
  by?: string,
): Decision => {
  const { shoe, closedSpots } = state;
  if (state.closing) return refuse('table_is_closing');
  if (shoe === null || (state.phase === 'shoe_change' && !shoe.burned)) {
    return refuse('shoe_is_not_ready');
  }
  if (state.phase === 'shoe_change' && state.cards.due !== null) return refuse('new_cards_are_due');
  if (shoeIsSpent(state)) return refuse('shoe_change_is_due');
  if (state.streamLost) return refuse('stream_is_lost');
  const settings = state.nextSettings ?? state.settings;
  const closesAtMs = nowMs + settings.betMs;
  return accept({
    kind: 'betting_opened',
    game: nextGame,
    roundInShoe: shoe.roundsDealt + 1,
    isLast: shoe.cutCardOut,
    paytable: settings.paytable,
    lastBetsAtMs: closesAtMs - settings.lastBetsMs,
    closesAtMs,
    ...(closedSpots.length > 0 && { closedSpots }),
    ...(by !== undefined && { by }),
  });
};
