/** What an event makes of the table's state. Every event the log holds is taken; deciding was done before. */
import { assert } from '../money/assert.js';
import { CARD_CHANGE_REASONS, type CardChangeReason } from './mishap.js';
import { corrected, correctedCard, withdrawn } from './mending.js';
import type { FourEyes, LoggedEvent, ShoeChangeReason, TableEvent } from './event.js';
import { parseScanCode } from './scan-code.js';
import { isShownTo } from './view.js';
import {
  type ScanAnswer,
  type TableState,
  inPhase,
  newShoe,
  phaseBeneath,
  roundOf,
  scanCodesOf,
  shoeOf,
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
        misreads: 0,
        dropped: 0,
        closing: false,
        streamLost: false,
      };
    case 'table_closed':
      return {
        ...state,
        phase: 'closed',
        suspension: null,
        dealer: null,
        opensAtMs: null,
        closing: false,
      };
    case 'dealer_changed':
      return { ...state, dealer: event.dealer };
    case 'settings_changed':
      return {
        ...state,
        nextSettings: event.settings,
        // Where no encoder is watched any more, no picture is missing.
        streamLost: event.settings.streamLostMs === null ? false : state.streamLost,
      };
    case 'shoe_change_started':
      return {
        ...state,
        phase: 'shoe_change',
        suspension: null,
        opensAtMs: null,
        shoe: state.shoe === null ? null : { ...state.shoe, burned: false, removed: true },
        cards: {
          ...state.cards,
          due: bringsNewCards(event.reason) ? event.reason : state.cards.due,
          shuffled: false,
          cut: false,
        },
      };
    case 'cards_brought':
      return {
        ...state,
        cards: {
          inUse: event.cards,
          dueAtMs: event.dueAtMs,
          warned: false,
          due: null,
          shuffled: false,
          cut: false,
        },
      };
    case 'cards_shuffled':
      return { ...state, cards: { ...state.cards, shuffled: true } };
    case 'shoe_cut':
      return { ...state, cards: { ...state.cards, cut: true } };
    case 'card_change_warned':
      return { ...state, cards: { ...state.cards, warned: true } };
    case 'cards_due':
      return { ...state, cards: { ...state.cards, due: event.reason } };
    case 'shoe_started':
      return {
        ...state,
        lastScan: null,
        misreads: 0,
        // In logs of before there were procedures, a shoe came without a word about its cards.
        cards: { ...state.cards, due: null, shuffled: true, cut: true },
        shoe: newShoe(event.shoe, state.nextSettings ?? state.settings),
      };
    case 'cards_burned':
      return {
        ...read(state, event, { kind: 'card', seq, card: event.card, seat: 'burn' }),
        shoe: {
          ...shoeOf(state),
          burned: true,
          seen: [event.card],
          unseen: event.unseen,
          codes: (isByHand(event) ? undefined : physicalOf(state, event.code)) ?? [],
        },
      };
    case 'betting_opened':
      return {
        ...state,
        phase: 'betting',
        // In older logs a void ended a suspension: what is done at no suspended table tells that it did.
        suspension: null,
        settings: state.nextSettings ?? state.settings,
        nextSettings: null,
        opensAtMs: null,
        refunded: false,
        dropped: 0,
        round: {
          game: event.game,
          roundInShoe: event.roundInShoe,
          paytable: event.paytable,
          lastBetsAtMs: event.lastBetsAtMs,
          closesAtMs: event.closesAtMs,
          bets: 0,
          stakes: '0',
          cards: [],
          codes: [],
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
        ...read(state, event, { kind: 'cut_card', seq }),
        shoe: { ...shoeOf(state), cutCardOut: true },
        round: round === null ? null : { ...round, isLast: event.thisCoupIsLast },
      };
    }
    case 'scan_refused':
      return {
        ...remember(state, event, { kind: 'refused', refusal: event.refusal }),
        misreads: event.refusal === 'unreadable_code' ? state.misreads + 1 : state.misreads,
      };
    case 'card_withdrawn':
      return withdrawn(state, event);
    case 'card_corrected':
      return correctedCard(state, event);
    case 'coup_confirmed':
      return state;
    case 'coup_decided': {
      const shoe = shoeOf(state);
      const { game, coup } = event;
      return {
        ...inPhase(state, 'resulted'),
        opensAtMs: event.opensAtMs,
        shoe: {
          ...shoe,
          beads: [...shoe.beads, event.bead],
          games: [...shoe.games, game],
          coups: [...shoe.coups, { game, coup, codes: roundOf(state).codes }],
        },
      };
    }
    case 'round_settled':
      return { ...inPhase(state, 'settled'), opensAtMs: event.opensAtMs };
    case 'round_voided':
      return { ...voided(state), refunded: false, opensAtMs: null };
    case 'round_refunded':
      return { ...inPhase(state, 'void'), refunded: true, opensAtMs: event.opensAtMs };
    case 'round_corrected':
      return corrected(state, event);
    case 'correction_paid': {
      const isOther = ({ game, correction }: TableState['corrections'][number]): boolean =>
        game !== event.game || correction !== event.correction;
      return { ...state, corrections: state.corrections.filter(isOther) };
    }
    case 'mishap_reported':
      return event.mishap === 'cards_dropped'
        ? { ...state, dropped: state.dropped + (event.cards ?? 1) }
        : state;
    case 'manager_called':
      return state;
    case 'stream_lost':
      return { ...state, streamLost: true };
    case 'stream_back':
      return { ...state, streamLost: false };
    case 'spot_closed':
      return { ...state, closedSpots: [...state.closedSpots, event.spot] };
    case 'spot_opened':
      return { ...state, closedSpots: state.closedSpots.filter((spot) => spot !== event.spot) };
    case 'closing_called':
      return { ...state, closing: true };
    case 'closing_called_off':
      return { ...state, closing: false };
    case 'table_suspended': {
      const from = phaseBeneath(state);
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

/** What was dealt of the round stays out of the shoe; should the round count after all, it is known. */
const voided = (state: TableState): TableState => {
  const { game, cards, codes } = roundOf(state);
  const shoe = shoeOf(state);
  return {
    ...inPhase(state, 'void'),
    shoe: { ...shoe, voids: [...shoe.voids, { game, cards, codes }] },
  };
};

const bringsNewCards = (reason: ShoeChangeReason): reason is CardChangeReason =>
  (CARD_CHANGE_REASONS as readonly string[]).includes(reason);

const cardDealt = (
  state: TableState,
  event: Extract<TableEvent, { kind: 'card_dealt' }>,
  seq: number,
): TableState => {
  const round = roundOf(state);
  const shoe = shoeOf(state);
  const seat = `${event.side}_${event.position}`;
  const physical = isByHand(event) ? undefined : physicalOf(state, event.code);
  return {
    ...read(state, event, { kind: 'card', seq, card: event.card, seat }),
    phase: 'dealing',
    round: {
      ...round,
      cards: [...round.cards, event.card],
      codes: [...round.codes, physical?.[0] ?? null],
    },
    shoe: {
      ...shoe,
      seen: [...shoe.seen, event.card],
      codes: physical === undefined ? shoe.codes : [...shoe.codes, ...physical],
      // A round counts from its first card on, though that may be withdrawn again.
      roundsDealt: Math.max(shoe.roundsDealt, round.roundInShoe),
    },
  };
};

/** Which card of the shoe a code names, where it names one. */
const physicalOf = (state: TableState, code: string): [string] | undefined => {
  const scanned = parseScanCode(code, scanCodesOf(state));
  return scanned?.kind === 'card' && scanned.physical !== null ? [scanned.physical] : undefined;
};

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

const isByHand = ({ manual }: { readonly manual?: FourEyes }): boolean => manual !== undefined;

/** What two persons said is no scan: the scanner's count stays where it was. */
const read = (
  state: TableState,
  event: Parameters<typeof remember>[1] & { readonly manual?: FourEyes },
  answer: ScanAnswer,
): TableState => (isByHand(event) ? state : remember(state, event, answer));

const remember = (
  state: TableState,
  { scanSeq, code }: { readonly scanSeq: number; readonly code: string },
  answer: ScanAnswer,
): TableState => ({
  ...state,
  lastScan: { scanSeq, code, answer },
  misreads: answer.kind === 'refused' ? state.misreads : 0,
});
