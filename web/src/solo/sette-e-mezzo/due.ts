/** What is said of a hand: what the player is to do, or how it ended. */
import { HALF_POINTS_MAX, isMattaAlone } from '../../../../src/sette-e-mezzo/points.js';
import type { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';

type View = ReturnType<typeof viewSetteEMezzo>;

/** What the player is to do, or to wait for. */
export const dueOf = ({ phase, choices, player }: View, isDealing: boolean) => {
  if (phase === 'stake') return 'place';
  if (phase === 'bank') return 'bankPlays';
  if (isDealing || choices.length === 0) return 'dealing';
  if (choices.includes('stand')) return 'choose';
  return isMattaAlone(player.cards) ? 'mustDrawMatta' : 'mustDrawBelow';
};

/** A bust of either side is said as such. Undefined while the hand is not over. */
export const resultOf = ({ phase, verdict, player, bank }: View) => {
  if (phase !== 'over' || verdict === undefined) return undefined;
  if (player.halfPoints > HALF_POINTS_MAX) return 'bust';
  return bank.halfPoints > HALF_POINTS_MAX ? 'bankBust' : verdict;
};
