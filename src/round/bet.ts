/**
 * A player's bet. It stands if betting is open on the round that it names and the slip takes it
 * (RULES 1.6–1.10).
 */
import { spotsOpen } from '../punto-banco/opening.js';
import {
  type Slip,
  type SlipChange,
  type SlipCommand,
  type SlipRules,
  changeSlip,
} from '../punto-banco/slip.js';
import type { BetRefusal } from './refusal.js';
import { settingsIn } from './currencies.js';
import { bettingRules } from './settings.js';
import type { TableState } from './state.js';

/**
 * The rules that hold for every bet of the round in hand. They change when the next bets open, and
 * when the pit closes or opens a spot. `group` is the player's limit group, and `currency` that of
 * the player's money, which the table takes.
 */
export const slipRules = (
  state: TableState,
  group: string | null,
  currency: string = state.settings.currency,
): SlipRules => ({
  ...bettingRules(settingsIn(state.settings, currency), group),
  open: spotsOpen(state.round?.roundInShoe ?? 1, state.closedSpots),
});

/**
 * What `command` makes of the player's slip, or why it is refused. Money is not checked: whether
 * the session can pay is for the ledger to say, when the bet is committed.
 */
export const decideBet = (
  state: TableState,
  game: string,
  slip: Slip,
  command: SlipCommand,
  rules: SlipRules,
): SlipChange | BetRefusal => {
  if (state.phase === 'closed') return 'table_is_closed';
  if (state.phase === 'suspended') return 'table_is_suspended';
  if (state.round?.game !== game) return 'wrong_round';
  if (state.phase !== 'betting' && state.phase !== 'last_bets') return 'betting_is_closed';
  return changeSlip(slip, command, rules);
};
