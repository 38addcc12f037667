/** The table's machine: what a command does in a state, or why it is refused (RULES 1.1, 1.9, 1.11, 1.13). */
import { assert } from '../money/assert.js';
import type { Circumstances, TableCommand } from './command.js';
import { evolve } from './evolve.js';
import { type Decision, accept, refuse } from './decision.js';
import type { ShoeChangeReason, TableEvent } from './event.js';
import { decideBurn, decideScan } from './scan.js';
import { isSound } from './settings.js';
import { type Phase, type TableState, phaseBeneath, shoeIsSpent } from './state.js';

export const decide = (
  state: TableState,
  command: TableCommand,
  circumstances: Circumstances,
): Decision => {
  switch (command.kind) {
    case 'open_table':
      return openTable(state, command.dealer);
    case 'close_table':
      return whenIdle(state, () => accept({ kind: 'table_closed' }));
    case 'new_shoe':
      return whenIdle(state, () =>
        state.phase === 'shoe_change'
          ? accept({ kind: 'shoe_started', shoe: (state.shoe?.ordinal ?? 0) + 1 })
          : refuse('shoe_change_is_not_due'),
      );
    case 'burn':
      return decideBurn(state, command);
    case 'open_betting':
      return whenIdle(state, () => openBetting(state, circumstances));
    case 'scan':
      return decideScan(state, command, circumstances.nowMs);
    case 'start_shoe_change':
      return whenIdle(state, () =>
        state.phase === 'shoe_change'
          ? refuse('shoe_change_is_due')
          : accept(shoeChange('shift_manager')),
      );
    case 'tick':
      return decideTick(state, circumstances);
    case 'finish_settlement':
      return decideSettled(state, command, circumstances.nowMs);
    case 'finish_refund':
      return decideRefunded(state, command, circumstances.nowMs);
    case 'suspend':
      if (state.phase === 'closed') return refuse('table_is_closed');
      if (state.phase === 'suspended') return refuse('table_is_suspended');
      if (command.reason === '') return refuse('reason_is_missing');
      return accept({ kind: 'table_suspended', reason: command.reason, by: command.by });
    case 'resume':
      if (state.suspension === null) return refuse('table_is_not_suspended');
      return accept({
        kind: 'table_resumed',
        by: command.by,
        pausedMs: Math.max(0, circumstances.nowMs - state.suspension.sinceMs),
      });
    case 'void_round':
      return decideVoid(state, command, circumstances.nowMs);
    case 'change_settings':
      return isSound(command.settings)
        ? accept({ kind: 'settings_changed', settings: command.settings })
        : refuse('settings_are_unsound');
  }
};

/** A round is in hand: bet on, dealt, or being paid. */
const IN_HAND: ReadonlySet<Phase> = new Set([
  'betting',
  'last_bets',
  'bets_closed',
  'dealing',
  'resulted',
]);

/** Between rounds, with the table open and nothing owed: when the dealer may open, change or close. */
const whenIdle = (state: TableState, then: () => Decision): Decision => {
  if (state.phase === 'closed') return refuse('table_is_closed');
  if (state.phase === 'suspended') return refuse('table_is_suspended');
  if (IN_HAND.has(state.phase)) return refuse('round_in_hand');
  if (state.phase === 'void' && !state.refunded) return refuse('round_in_hand');
  return then();
};

/** A table that opens after standing idle gets new cards, whatever is left in its shoe (RULES 1.11). */
const openTable = (state: TableState, dealer: string): Decision => {
  if (state.phase !== 'closed') return refuse('table_is_open');
  const settings = state.nextSettings ?? state.settings;
  if (!isSound(settings)) return refuse('settings_are_unsound');
  return accept({ kind: 'table_opened', dealer, settings }, shoeChange('table_opened'));
};

const shoeChange = (reason: ShoeChangeReason): TableEvent => ({
  kind: 'shoe_change_started',
  reason,
});

const openBetting = (state: TableState, { nowMs, nextGame }: Circumstances): Decision => {
  const { shoe } = state;
  if (shoe === null || (state.phase === 'shoe_change' && !shoe.burned)) {
    return refuse('shoe_is_not_ready');
  }
  if (shoeIsSpent(state)) return refuse('shoe_change_is_due');
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
  });
};

/** What the clock does when `dueAtMs` has come. */
const decideTick = (state: TableState, circumstances: Circumstances): Decision => {
  const { nowMs } = circumstances;
  const dueAtMs = nextDueAtMs(state);
  if (dueAtMs === null || nowMs < dueAtMs) return refuse('nothing_is_due');
  const { round } = state;
  if (state.phase === 'settled' || state.phase === 'void') {
    return shoeIsSpent(state)
      ? accept(shoeChange('last_coup_dealt'))
      : openBetting(state, circumstances);
  }
  assert(round !== null, 'a table that bets has a round');
  const events: TableEvent[] = [];
  if (state.phase === 'betting') events.push({ kind: 'last_bets_called', game: round.game });
  if (nowMs >= round.closesAtMs) events.push({ kind: 'betting_closed', game: round.game });
  return accept(...events);
};

/** When the table's clock has something to do next; null while it waits for people or for the settlement. */
export const nextDueAtMs = (state: TableState): number | null => {
  const { phase, round, settings } = state;
  if (phase === 'betting') return round?.lastBetsAtMs ?? null;
  if (phase === 'last_bets') return round?.closesAtMs ?? null;
  const isOver = phase === 'settled' || (phase === 'void' && state.refunded);
  if (!isOver) return null;
  return settings.opensItself || shoeIsSpent(state) ? state.opensAtMs : null;
};

/** The table's clock stands still while the table is suspended: `table_resumed` moves what it shows then. */
const clockMs = ({ suspension }: TableState, nowMs: number): number =>
  suspension === null ? nowMs : suspension.sinceMs;

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
    opensAtMs: clockMs(state, nowMs) + state.settings.pauseMs,
  });
};

/** A round can be voided, suspended or not, until its coup is decided and its bets are being paid. */
const isVoidable = (state: TableState): boolean => {
  const phase = phaseBeneath(state);
  return IN_HAND.has(phase) && phase !== 'resulted';
};

const decideVoid = (
  state: TableState,
  command: Extract<TableCommand, { kind: 'void_round' }>,
  nowMs: number,
): Decision => {
  if (state.round?.game !== command.game) return refuse('wrong_round');
  if (!isVoidable(state)) return refuse('round_is_over');
  if (command.reason === '') return refuse('reason_is_missing');
  const { requestedBy, approvedBy } = command;
  if (requestedBy === '' || approvedBy === '' || requestedBy === approvedBy) {
    return refuse('second_person_is_missing');
  }
  const voided: TableEvent = {
    kind: 'round_voided',
    game: command.game,
    reason: command.reason,
    requestedBy,
    approvedBy,
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
