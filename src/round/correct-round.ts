/**
 * The correction of a round that was settled (RULES 1.13). Which rounds there were, and what they
 * paid, the database knows. The machine checks persons, reason and roads.
 */
import { parseCoup } from '../punto-banco/notation.js';
import type { TableCommand } from './command.js';
import { type Decision, accept, refuse } from './decision.js';
import { fourEyesOf, missingPerson } from './four-eyes.js';
import { IN_HAND } from './idle.js';
import { cardCountsWithin, amendedShoe } from './amendment.js';
import { plainText } from './plain-text.js';
import { type TableState, isOwed, phaseBeneath } from './state.js';
import { sumsOf } from './sums-of.js';

type Of<K extends TableCommand['kind']> = Extract<TableCommand, { kind: K }>;

export const decideCorrection = (state: TableState, command: Of<'correct_round'>): Decision => {
  const { game, correction, fix, coup, player, reason } = command;
  if (isInHand(state, game) || isBeingCorrected(state, game)) return refuse('round_is_not_over');
  if ((fix === 'resettle') !== (coup !== null)) return refuse('coup_is_unsound');
  if (coup !== null && parseCoup(coup) === undefined) return refuse('coup_is_unsound');
  const inHand = state.shoe?.ordinal === command.shoe ? state.shoe : undefined;
  const amended = inHand && amendedShoe(inHand, command);
  const counted = amended ?? (command.past && amendedShoe(command.past, command));
  if (counted !== undefined && !cardCountsWithin(counted.shoe)) return refuse('card_exhausted');
  if (reason === '') return refuse('reason_is_missing');
  const missing = missingPerson(command);
  if (missing !== undefined) return refuse(missing);
  return accept({
    kind: 'round_corrected',
    game,
    correction,
    fix,
    coup,
    player,
    reason: plainText(reason),
    ...fourEyesOf(command),
    beads: amended === undefined ? null : amended.shoe.beads,
    moreCards: amended?.moreCards ?? 0,
  });
};

/** A correction is paid once. */
export const decideCorrectionPaid = (
  state: TableState,
  { game, correction, stakes, paid, shortfall, further }: Of<'finish_correction'>,
): Decision => {
  if (!isOwed(state, game, correction)) return refuse('correction_is_over');
  return accept({
    kind: 'correction_paid',
    ...{ game, correction, stakes, paid, shortfall },
    ...sumsOf(further, 'furtherStakes', ({ stakes }) => stakes),
    ...sumsOf(further, 'furtherPaid', ({ paid }) => paid),
    ...sumsOf(further, 'furtherShortfall', ({ shortfall }) => shortfall),
  });
};

/** One correction after the other: the next one begins with what the first makes of the round. */
const isBeingCorrected = ({ corrections }: TableState, game: string): boolean =>
  corrections.some((each) => each.game === game);

const isInHand = (state: TableState, game: string): boolean => {
  if (state.round?.game !== game) return false;
  const phase = phaseBeneath(state);
  return IN_HAND.has(phase) || (phase === 'void' && !state.refunded);
};
