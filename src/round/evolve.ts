/** What an event makes of the table's state. Every event the log holds is taken; deciding was done before. */
import { assert } from '../money/assert.js';
import type { LoggedEvent, TableEvent } from './event.js';
import { isShownTo } from './view.js';
import {
  type Phase,
  type RoundState,
  type ScanAnswer,
  type ShoeState,
  type TableState,
} from './state.js';

/** The state after `logged`, which must be the next event of the log. */
export const evolve = (state: TableState, logged: LoggedEvent): TableState => {
  assert(logged.seq === state.seq + 1, 'events are taken in order, without a gap');
  const { seq, event } = logged;
  const { player, dealer, pit } = state.shown;
  return {
    ...apply(state, logged),
    seq,
    shown: {
      player: isShownTo(event, 'player') ? seq : player,
      dealer: isShownTo(event, 'dealer') ? seq : dealer,
      pit: isShownTo(event, 'pit') ? seq : pit,
    },
  };
};

const apply = (state: TableState, { event, seq, atMs }: LoggedEvent): TableState => {
  switch (event.kind) {
    case 'table_opened':
      return {
        ...state,
        phase: 'shoe_change',
        dealer: event.dealer,
        settings: event.settings,
        nextSettings: null,
        lastScan: null,
      };
    case 'table_closed':
      return { ...state, phase: 'closed', dealer: null, opensAtMs: null };
    case 'settings_changed':
      return { ...state, nextSettings: event.settings };
    case 'shoe_change_started':
      return {
        ...state,
        phase: 'shoe_change',
        opensAtMs: null,
        shoe: state.shoe === null ? null : { ...state.shoe, burned: false, removed: true },
      };
    case 'shoe_started':
      return {
        ...state,
        lastScan: null,
        shoe: newShoe(event.shoe, (state.nextSettings ?? state.settings).decks),
      };
    case 'cards_burned':
      return {
        ...remember(state, event, { kind: 'card', seq, card: event.card, seat: 'burn' }),
        shoe: {
          ...shoeOf(state),
          burned: true,
          seen: [event.card],
          unseen: event.unseen,
        },
      };
    case 'betting_opened':
      return {
        ...state,
        phase: 'betting',
        settings: state.nextSettings ?? state.settings,
        nextSettings: null,
        opensAtMs: null,
        refunded: false,
        round: {
          game: event.game,
          roundInShoe: event.roundInShoe,
          paytable: event.paytable,
          lastBetsAtMs: event.lastBetsAtMs,
          closesAtMs: event.closesAtMs,
          bets: 0,
          stakes: '0',
          cards: [],
          isLast: event.isLast,
        },
      };
    case 'bets_accepted': {
      const round = roundOf(state);
      return {
        ...state,
        round: {
          ...round,
          bets: round.bets + event.bets,
          stakes: (BigInt(round.stakes) + BigInt(event.change)).toString(),
        },
      };
    }
    case 'last_bets_called':
      return { ...state, phase: 'last_bets' };
    case 'betting_closed':
      return { ...state, phase: 'bets_closed' };
    case 'card_dealt':
      return cardDealt(state, event, seq);
    case 'cut_card_drawn': {
      const { round } = state;
      return {
        ...remember(state, event, { kind: 'cut_card', seq }),
        shoe: { ...shoeOf(state), cutCardOut: true },
        round: round === null ? null : { ...round, isLast: event.thisCoupIsLast },
      };
    }
    case 'scan_refused':
      return remember(state, event, { kind: 'refused', refusal: event.refusal });
    case 'coup_decided':
      return {
        ...state,
        phase: 'resulted',
        opensAtMs: event.opensAtMs,
        shoe: { ...shoeOf(state), beads: [...shoeOf(state).beads, event.bead] },
      };
    case 'round_settled':
      return { ...inPhase(state, 'settled'), opensAtMs: event.opensAtMs };
    case 'round_voided':
      return { ...state, phase: 'void', suspension: null, refunded: false, opensAtMs: null };
    case 'round_refunded':
      return { ...inPhase(state, 'void'), refunded: true, opensAtMs: event.opensAtMs };
    case 'table_suspended': {
      const from = state.phase;
      assert(from !== 'suspended' && from !== 'closed', 'only an open table is suspended');
      return {
        ...state,
        phase: 'suspended',
        suspension: { from, sinceMs: atMs, reason: event.reason },
      };
    }
    case 'table_resumed':
      return resumed(state, event.pausedMs);
  }
};

const newShoe = (ordinal: number, decks: number): ShoeState => ({
  ordinal,
  decks,
  burned: false,
  removed: false,
  seen: [],
  unseen: 0,
  roundsDealt: 0,
  cutCardOut: false,
  beads: [],
});

const cardDealt = (
  state: TableState,
  event: Extract<TableEvent, { kind: 'card_dealt' }>,
  seq: number,
): TableState => {
  const round = roundOf(state);
  const shoe = shoeOf(state);
  const isFirst = round.cards.length === 0;
  const seat = `${event.side}_${event.position}`;
  return {
    ...remember(state, event, { kind: 'card', seq, card: event.card, seat }),
    phase: 'dealing',
    round: { ...round, cards: [...round.cards, event.card] },
    shoe: {
      ...shoe,
      seen: [...shoe.seen, event.card],
      roundsDealt: shoe.roundsDealt + (isFirst ? 1 : 0),
    },
  };
};

/** The phase goes on beneath a suspension: a round that was being paid is paid all the same. */
const inPhase = (state: TableState, phase: Exclude<Phase, 'suspended' | 'closed'>): TableState =>
  state.suspension === null
    ? { ...state, phase }
    : { ...state, suspension: { ...state.suspension, from: phase } };

/** The table's clock stood still for `pausedMs`. */
const resumed = (state: TableState, pausedMs: number): TableState => {
  const { suspension, round, opensAtMs } = state;
  assert(suspension !== null, 'only a suspended table is resumed');
  return {
    ...state,
    phase: suspension.from,
    suspension: null,
    opensAtMs: opensAtMs === null ? null : opensAtMs + pausedMs,
    round:
      round === null
        ? null
        : {
            ...round,
            lastBetsAtMs: round.lastBetsAtMs + pausedMs,
            closesAtMs: round.closesAtMs + pausedMs,
          },
  };
};

const remember = (
  state: TableState,
  { scanSeq, code }: { readonly scanSeq: number; readonly code: string },
  answer: ScanAnswer,
): TableState => ({ ...state, lastScan: { scanSeq, code, answer } });

const roundOf = ({ round }: TableState): RoundState => {
  assert(round !== null, 'the event belongs to a round');
  return round;
};

const shoeOf = ({ shoe }: TableState): ShoeState => {
  assert(shoe !== null, 'the event belongs to a shoe');
  return shoe;
};
