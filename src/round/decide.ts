/**
 * The table's machine: what a command does in a state, or why it is refused (RULES 1.1, 1.9, 1.11,
 * 1.13).
 */
import type { Circumstances, TableCommand } from './command.js';
import { decideCorrection, decideCorrectionPaid } from './correct-round.js';
import { isFurtherStill, takesUnknown } from './currencies.js';
import { type Decision, accept, refuse } from './decision.js';
import { decideTick } from './due.js';
import type { TableEvent } from './event.js';
import { evolve } from './evolve.js';
import { decideCount, decideMalfunction, decideStreamLoss, decideStreamReturn } from './fault.js';
import { missingPerson } from './four-eyes.js';
import { decideHandPay } from './hand-pay.js';
import { IN_HAND, whenIdle } from './idle.js';
import {
  decideBurnEntry,
  decideCardCorrection,
  decideConfirmation,
  decideCutCardEntry,
  decideEntry,
  decideShowing,
  decideWithdrawal,
} from './amend-card.js';
import { decideBettingOpening } from './open-betting.js';
import { plainText } from './plain-text.js';
import { decideClosing, decideSpot } from './pit-order.js';
import {
  decideCards,
  decideCut,
  decideOpening,
  decideRelief,
  decideShoe,
  decideShuffle,
} from './procedure.js';
import { decideBurn, decideScan } from './scan.js';
import { changedSettings, settingsRefusal } from './settings.js';
import { type Phase, type TableState, clockMs, phaseBeneath } from './state.js';
import { sumsOf } from './sums-of.js';

export { nextDueAtMs, roundDueAtMs, wasSetBack } from './due.js';

export const decide = (
  state: TableState,
  command: TableCommand,
  circumstances: Circumstances,
): Decision => {
  const { nowMs } = circumstances;
  switch (command.kind) {
    case 'open_table':
      return decideOpening(state, command.dealer);
    case 'relieve_dealer':
      return decideRelief(state, command);
    case 'close_table':
      return whenIdle(state, () => accept({ kind: 'table_closed', ...authored(command) }));
    case 'bring_cards':
      return decideCards(state, command, nowMs);
    case 'shuffle_cards':
      return decideShuffle(state, command);
    case 'cut_shoe':
      return decideCut(state, command);
    case 'new_shoe':
      return decideShoe(state, command);
    case 'burn':
      return decideBurn(state, command);
    case 'open_betting':
      return whenIdle(state, () => decideBettingOpening(state, circumstances, command.by));
    case 'scan':
      return decideScan(state, command, nowMs);
    case 'start_shoe_change':
      return whenIdle(state, () => startShoeChange(state, command));
    case 'withdraw_card':
      return decideWithdrawal(state, command);
    case 'enter_card':
      return decideEntry(state, command, nowMs);
    case 'enter_burn':
      return decideBurnEntry(state, command);
    case 'enter_cut_card':
      return decideCutCardEntry(state, command);
    case 'correct_card':
      return decideCardCorrection(state, command, nowMs);
    case 'show_card':
      return decideShowing(state, command, nowMs);
    case 'confirm_coup':
      return decideConfirmation(state, command, nowMs);
    case 'report_malfunction':
      return decideMalfunction(state, command);
    case 'count_card':
      return decideCount(state, command);
    case 'call_manager':
      if (state.phase === 'closed') return refuse('table_is_closed');
      return accept({ kind: 'manager_called', by: command.by });
    case 'lose_stream':
      return decideStreamLoss(state);
    case 'regain_stream':
      return decideStreamReturn(state);
    case 'tick':
      return decideTick(state, circumstances);
    case 'finish_acceptance':
      return decideAcceptance(state, command);
    case 'finish_settlement':
      return decideSettled(state, command, nowMs);
    case 'finish_refund':
      return decideRefunded(state, command, nowMs);
    case 'finish_correction':
      return decideCorrectionPaid(state, command);
    case 'suspend':
      if (state.phase === 'closed') return refuse('table_is_closed');
      if (state.phase === 'suspended') return refuse('table_is_suspended');
      if (command.reason === '') return refuse('reason_is_missing');
      return accept({
        kind: 'table_suspended',
        reason: plainText(command.reason),
        by: command.by,
      });
    case 'resume':
      return decideResume(state, command, nowMs);
    case 'void_round':
      return decideVoid(state, command, nowMs);
    case 'correct_round':
      return decideCorrection(state, command);
    case 'order_hand_pay':
      return decideHandPay(state, command);
    case 'close_spot':
    case 'open_spot':
      return decideSpot(state, command);
    case 'call_closing':
    case 'call_off_closing':
      return decideClosing(state, command);
    case 'change_settings':
      return decideSettings(state, command);
  }
};

type Of<K extends TableCommand['kind']> = Extract<TableCommand, { kind: K }>;

/** Who did it, where a person did. */
const authored = ({ by }: { readonly by?: string }) => (by === undefined ? {} : { by });

/**
 * The changes of several people add up: each begins where the last ended. One that replaces a
 * further currency as a whole may say what it was made of, so that it undoes no other.
 */
const decideSettings = (state: TableState, command: Of<'change_settings'>): Decision => {
  const held = state.nextSettings ?? state.settings;
  if (!isFurtherStill(held, command.was?.further)) return refuse('settings_moved_on');
  const settings = changedSettings(held, command.settings);
  const refusal = settingsRefusal(settings);
  if (refusal !== undefined) return refuse(refusal);
  if (takesUnknown(settings, held)) return refuse('unknown_currency');
  return accept({ kind: 'settings_changed', settings, ...authored(command) });
};

const startShoeChange = (state: TableState, command: Of<'start_shoe_change'>): Decision => {
  if (state.closing) return refuse('table_is_closing');
  return state.phase === 'shoe_change'
    ? refuse('shoe_change_is_due')
    : accept({
        kind: 'shoe_change_started',
        reason: state.cards.due ?? 'shift_manager',
        ...authored(command),
      });
};

/** Phases in which no more is dealt at a table that is to close. */
const OVER: ReadonlySet<Phase> = new Set(['shoe_change', 'settled', 'void']);

/**
 * Nobody deals while the stream is lost. The table may only be closed. A table that was to close
 * meanwhile, and deals no round, closes.
 */
const decideResume = (
  state: TableState,
  { by, sinceMs }: Of<'resume'>,
  nowMs: number,
): Decision => {
  const { suspension } = state;
  if (suspension === null) return refuse('table_is_not_suspended');
  if (sinceMs !== undefined && sinceMs !== suspension.sinceMs) return refuse('other_suspension');
  const isOver = OVER.has(phaseBeneath(state));
  if (state.streamLost && !(state.closing && isOver)) return refuse('stream_is_lost');
  const pausedMs = Math.max(0, nowMs - suspension.sinceMs);
  const resumed: TableEvent = { kind: 'table_resumed', by, pausedMs };
  const closes = state.closing && suspension.from === 'shoe_change';
  return closes ? accept(resumed, { kind: 'table_closed' }) : accept(resumed);
};

/** Also during a suspension: the wallets have had their time all the same. */
const decideAcceptance = (state: TableState, command: Of<'finish_acceptance'>): Decision => {
  if (state.round?.game !== command.game) return refuse('wrong_round');
  if (phaseBeneath(state) !== 'accepting_bets') return refuse('nothing_is_due');
  return accept({ ...command, kind: 'stakes_taken' });
};

const decideSettled = (
  state: TableState,
  command: Extract<TableCommand, { kind: 'finish_settlement' }>,
  nowMs: number,
): Decision => {
  if (state.round?.game !== command.game) return refuse('wrong_round');
  if (phaseBeneath(state) !== 'resulted') return refuse('round_is_over');
  return accept({
    kind: 'round_settled',
    game: command.game,
    stakes: command.stakes,
    paid: command.paid,
    ...sumsOf(command.further, 'furtherStakes', ({ stakes }) => stakes),
    ...sumsOf(command.further, 'furtherPaid', ({ paid }) => paid),
    opensAtMs: Math.max(clockMs(state, nowMs), state.opensAtMs ?? 0),
  });
};

const decideRefunded = (
  state: TableState,
  command: Extract<TableCommand, { kind: 'finish_refund' }>,
  nowMs: number,
): Decision => {
  if (state.round?.game !== command.game) return refuse('wrong_round');
  if (phaseBeneath(state) !== 'void' || state.refunded) return refuse('round_is_over');
  return accept({
    kind: 'round_refunded',
    game: command.game,
    stakes: command.stakes,
    ...sumsOf(command.further, 'furtherStakes', ({ stakes }) => stakes),
    opensAtMs: clockMs(state, nowMs) + state.settings.pauseMs,
  });
};

/**
 * A round can be voided, suspended or not, until its coup is decided and its bets are being paid.
 */
const isVoidable = (state: TableState): boolean => {
  const phase = phaseBeneath(state);
  return IN_HAND.has(phase) && phase !== 'resulted';
};

/** So long after the wallets' time no verdict is on its way any more. */
const VERDICTS_LATE_MS = 2_000;

/** Where the studio cannot take the verdicts, the round can be voided all the same. */
const areBeingAccepted = (state: TableState, nowMs: number): boolean =>
  phaseBeneath(state) === 'accepting_bets' &&
  nowMs < (state.round?.acceptedByMs ?? 0) + VERDICTS_LATE_MS;

const decideVoid = (
  state: TableState,
  command: Extract<TableCommand, { kind: 'void_round' }>,
  nowMs: number,
): Decision => {
  if (state.round?.game !== command.game) return refuse('wrong_round');
  if (!isVoidable(state)) return refuse('round_is_over');
  if (areBeingAccepted(state, nowMs)) return refuse('bets_are_being_accepted');
  if (command.reason === '') return refuse('reason_is_missing');
  const { requestedBy, approvedBy, approval } = command;
  const missing = missingPerson(command);
  if (missing !== undefined) return refuse(missing);
  const voided: TableEvent = {
    kind: 'round_voided',
    game: command.game,
    reason: plainText(command.reason),
    requestedBy,
    approvedBy,
    ...(approval !== undefined && { approval }),
  };
  if (state.round.stakes !== '0') return accept(voided);
  const after = evolve(state, { seq: state.seq + 1, atMs: nowMs, event: voided });
  const refunded = decideRefunded(
    after,
    { kind: 'finish_refund', game: command.game, stakes: '0' },
    nowMs,
  );
  return accept(voided, ...refunded.events);
};
