/**
 * What is proposed for an incident: by its kind, the likeliest first, as far as the table and the
 * round allow it now.
 */
import type { IncidentAction, IncidentKind } from '../../protocol/incident.js';
import { burnIsDue, cutCardMayCome } from '../../round/scan.js';
import { type Phase, type TableState, awaitsPayment, phaseBeneath } from '../../round/state.js';

const PROPOSED: Readonly<Record<IncidentKind, readonly IncidentAction[]>> = {
  card_before_close: ['resume', 'void'],
  misread: ['withdraw_card', 'card_correction', 'resume', 'resettle', 'void'],
  wrong_order: ['withdraw_card', 'card_correction', 'resume', 'void'],
  extra_card: ['resume', 'void'],
  impossible_card: ['shoe_change', 'void', 'resume'],
  same_card_twice: ['resume', 'void', 'shoe_change'],
  card_exposed: ['void', 'resume'],
  cards_dropped: ['resume', 'void', 'shoe_change'],
  forgotten_button: ['press', 'resume'],
  scanner_dead: ['card', 'burn_card', 'cut_card', 'resume', 'void'],
  wrong_third_card: ['withdraw_card', 'card_correction', 'resettle', 'void', 'resume'],
  defective_barcode: ['card', 'resume', 'shoe_change', 'void'],
  stream_lost: ['resume', 'void', 'shoe_change'],
  wrong_payment: ['resettle', 'refund', 'void', 'resume'],
  other: ['resume', 'void', 'refund'],
  manager_called: ['suspend', 'press', 'void'],
  cards_due: ['shoe_change'],
  suspended: ['resume', 'void', 'refund'],
  impossible_state: ['void', 'closing', 'resume'],
  database_restored: ['void', 'shoe_change', 'resume'],
  stalled: ['press', 'suspend', 'void'],
  clock_skew: ['suspend', 'closing'],
  payment_failed: ['pay_again', 'hand_pay'],
  game_closed: [], // each of its hands has a page of its own
};

/**
 * `game`: the incident's round. The table is asked what it allows, wherever it runs. Where nothing
 * is known of it, as between two processes or of one that is not opened, everything is proposed.
 */
export const proposalsFor = (
  kind: IncidentKind,
  game: string | null,
  state: TableState | undefined,
): readonly IncidentAction[] =>
  PROPOSED[kind].filter((action) => state === undefined || isPossible(action, game, state));

/** The last round is paid, and no other has begun. */
const OVER: ReadonlySet<Phase> = new Set(['settled', 'shoe_change', 'closed']);

const isPossible = (action: IncidentAction, game: string | null, state: TableState): boolean => {
  const { round } = state;
  const phase = phaseBeneath(state);
  const isInHand = game !== null && round?.game === game;
  const isOver = game !== null && (!isInHand || OVER.has(phase));
  const isDealing = isInHand && (phase === 'bets_closed' || phase === 'dealing');
  const isAccepting = isInHand && phase === 'accepting_bets';
  const isBetting = isInHand && (phase === 'betting' || phase === 'last_bets');
  switch (action) {
    case 'suspend':
    case 'press':
      return state.phase !== 'suspended';
    case 'resume':
      return state.phase === 'suspended' && !state.streamLost;
    case 'pay_again':
    case 'hand_pay':
      return owes(game, state);
    case 'closing':
      return state.phase !== 'closed' && !state.closing;
    case 'withdraw_card':
    case 'card_correction':
      return isDealing && (round?.cards.length ?? 0) > 0;
    case 'card':
      return isDealing;
    case 'burn_card':
      return burnIsDue({ ...state, phase });
    case 'cut_card':
      return cutCardMayCome({ ...state, phase });
    case 'void':
      return isOver || isDealing || isBetting || isAccepting;
    case 'resettle':
    case 'refund':
      return isOver;
    case 'shoe_change':
      return state.phase !== 'closed' && phase !== 'shoe_change';
  }
};

/** Whether the table waits for a payment of this round: its own, its refund, or a correction's. */
const owes = (game: string | null, state: TableState): boolean =>
  (awaitsPayment(state) && state.round?.game === game) ||
  state.corrections.some((each) => each.game === game);
