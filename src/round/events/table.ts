/**
 * The table itself: opened and closed, dealt at by somebody, its settings, its suspension, and the
 * spots that the pit closes.
 */
import { assert } from '../../money/assert.js';
import { defineEvent } from '../define-event.js';
import { forPit, forStaff, maybe, of } from '../field.js';
import { type TableState, phaseBeneath } from '../state.js';

/** Where a person did it, and not the rules. */
const byHand = maybe(forStaff(of('text', 'who did it, where a person did')));
const by = forPit(of('text'));

export const TABLE_EVENTS = {
  table_opened: defineEvent({
    means: 'A dealer opened the table. New cards are due, and these settings hold.',
    visibility: 'all',
    moves: true,
    fields: { dealer: of('text'), settings: of('settings') },
    fold: (state, { dealer, settings }) => ({
      ...state,
      phase: 'shoe_change',
      dealer,
      settings,
      nextSettings: null,
      lastScan: null,
      misreads: 0,
      dropped: 0,
      closing: false,
      streamLost: false,
    }),
  }),

  table_closed: defineEvent({
    means: 'The dealer has left. Nothing is dealt until the table opens again.',
    visibility: 'all',
    moves: true,
    fields: { by: byHand },
    fold: (state) => ({
      ...state,
      phase: 'closed',
      suspension: null,
      dealer: null,
      opensAtMs: null,
      closing: false,
    }),
  }),

  dealer_changed: defineEvent({
    means: 'Another dealer deals from now on.',
    visibility: 'all',
    fields: { dealer: of('text'), was: of('text', 'who dealt before') },
    fold: (state, { dealer }) => ({ ...state, dealer }),
  }),

  settings_changed: defineEvent({
    means:
      'Settings that hold from the next round; `decks` and `scanCodes` from the next shoe, `cardsMaxMs` from the next new cards, `streamLostMs` at once.',
    visibility: 'all',
    fields: { settings: of('settings'), by: byHand },
    fold: (state, { settings }) => ({
      ...state,
      nextSettings: settings,
      // Where no encoder is watched any more, no stream is missing.
      streamLost: settings.streamLostMs === null ? false : state.streamLost,
    }),
  }),

  table_suspended: defineEvent({
    means: 'A malfunction: everything waits for the shift manager, and the clock stands still.',
    visibility: 'all',
    moves: true,
    fields: {
      reason: of(
        'text',
        'a [malfunction](#malfunctions), `impossible_state`, `database_restored`, or free text',
      ),
      by,
    },
    fold: (state, { reason }, { atMs }) => {
      const from = phaseBeneath(state);
      assert(from !== 'suspended' && from !== 'closed', 'only an open table is suspended');
      return { ...state, phase: 'suspended', suspension: { from, sinceMs: atMs, reason } };
    },
  }),

  table_resumed: defineEvent({
    means: 'Play goes on as if nothing had happened.',
    visibility: 'all',
    moves: true,
    fields: {
      by,
      pausedMs: of('duration', 'how long its clock stood still: every time moves by it'),
    },
    fold: (state, { pausedMs }) => resumed(state, pausedMs),
  }),

  /** The table closes by itself once the round in hand has ended. */
  closing_called: defineEvent({
    means: 'The table closes once the round in hand has ended.',
    visibility: 'all',
    fields: { by },
    fold: (state) => ({ ...state, closing: true }),
  }),

  closing_called_off: defineEvent({
    means: 'The table does not close after all.',
    visibility: 'all',
    fields: { by },
    fold: (state) => ({ ...state, closing: false }),
  }),

  spot_closed: defineEvent({
    means: 'No bet is taken on the spot any more. Stakes that are on it stand.',
    visibility: 'all',
    fields: { spot: of('spot'), by },
    fold: (state, { spot }) => ({ ...state, closedSpots: [...state.closedSpots, spot] }),
  }),

  spot_opened: defineEvent({
    means: 'The spot is open again, where the round’s position in the shoe allows.',
    visibility: 'all',
    fields: { spot: of('spot'), by },
    fold: (state, { spot }) => ({
      ...state,
      closedSpots: state.closedSpots.filter((each) => each !== spot),
    }),
  }),
} as const;

/** The table's clock stood still for `pausedMs`. */
const resumed = (state: TableState, pausedMs: number): TableState => {
  const { suspension, round, opensAtMs } = state;
  assert(suspension !== null, 'only a suspended table is resumed');
  return {
    ...state,
    phase: suspension.from,
    suspension: null,
    misreads: 0,
    opensAtMs: opensAtMs === null ? null : opensAtMs + pausedMs,
    round: round && {
      ...round,
      lastBetsAtMs: round.lastBetsAtMs + pausedMs,
      closesAtMs: round.closesAtMs + pausedMs,
      faceDown: round.faceDown && {
        ...round.faceDown,
        showsAtMs: round.faceDown.showsAtMs + pausedMs,
      },
    },
  };
};
