/** A viewer's copy of a table: the snapshot that a join brought, kept up by every message since. */
import { nextSeat } from '../punto-banco/coup.js';
import { parseCoup } from '../punto-banco/notation.js';
import { spotsOpen } from '../punto-banco/opening.js';
import { nextAction } from '../round/next-action.js';
import { seatDue } from '../round/snapshot.js';
import { CARDS_FOR_A_COUP } from '../round/state.js';
import type { TableMessage, TableSnapshotMessage } from '../protocol/table.js';

type Snapshot = Readonly<TableSnapshotMessage>;

type MessageOf<K extends TableMessage['kind']> = Extract<TableMessage, { kind: K }>;

export interface TableCopy extends Snapshot {
  /** Staff are told of burned cards, of what is left in the shoe, and of the scanner's numbers. */
  readonly isStaff: boolean;
}

export const copyOf = (snapshot: Snapshot, isStaff: boolean): TableCopy => ({
  ...snapshot,
  isStaff,
});

/**
 * The copy after `message`, which must be the next one. It is what a snapshot taken then would be. (`lastScanSeq` counts on a
 * scanner that begins at 1; a snapshot sets it right.)
 */
export const follow = (copy: TableCopy, message: TableMessage): TableCopy => {
  const next = { ...apply(copy, message), seq: message.seq };
  return next.desk === null ? next : { ...next, desk: looked(next, next.desk) };
};

const apply = (copy: TableCopy, message: TableMessage): TableCopy => {
  switch (message.kind) {
    case 'table_opened': {
      const codes = codesBeforeShoe(copy, message.settings);
      return {
        ...copy,
        phase: 'shoe_change',
        dealer: message.dealer,
        settings: message.settings,
        nextSettings: null,
        lastScanSeq: null,
        ...atDesk(copy, { dropped: 0, closing: false, streamLost: false, ...codes }),
      };
    }
    case 'table_closed':
      return {
        ...copy,
        phase: 'closed',
        dealer: null,
        opensAtMs: null,
        ...atDesk(copy, { closing: false }),
      };
    case 'dealer_changed':
      return { ...copy, dealer: message.dealer };
    case 'settings_changed': {
      const { settings } = message;
      const stream = settings.streamLostMs === null ? { streamLost: false } : {};
      const codes = codesBeforeShoe(copy, settings);
      return { ...copy, nextSettings: settings, ...atDesk(copy, { ...stream, ...codes }) };
    }
    case 'shoe_change_started':
      return {
        ...copy,
        phase: 'shoe_change',
        opensAtMs: null,
        shoe: copy.shoe && { ...copy.shoe, burned: false },
        ...atDesk(copy, {
          shuffled: false,
          cut: false,
          scanCodes: (copy.nextSettings ?? copy.settings).scanCodes,
          ...newCards(message.reason),
        }),
      };
    case 'cards_brought': {
      const { cards, dueAtMs } = message;
      const brought = { cards, cardsDueAtMs: dueAtMs, newCardsDue: false };
      return {
        ...copy,
        ...atDesk(copy, { ...brought, shuffled: false, cut: false }),
      };
    }
    case 'cards_shuffled':
      return { ...copy, ...atDesk(copy, { shuffled: true }) };
    case 'shoe_cut':
      return { ...copy, ...atDesk(copy, { cut: true }) };
    case 'cards_due':
      return { ...copy, ...atDesk(copy, { newCardsDue: true }) };
    case 'shoe_started':
      return {
        ...copy,
        lastScanSeq: null,
        ...atDesk(copy, {
          newCardsDue: false,
          shuffled: true,
          cut: true,
          scanCodes: (copy.nextSettings ?? copy.settings).scanCodes,
        }),
        shoe: {
          ordinal: message.shoe,
          burned: false,
          beads: [],
          cutCardOut: false,
          cardsLeft: copy.isStaff ? (copy.nextSettings ?? copy.settings).decks * 52 : null,
        },
      };
    case 'cards_burned':
      return burned(message.manual === undefined ? scanned(copy) : copy, message.unseen);
    case 'betting_opened': {
      const { game, roundInShoe, isLast, spots, lastBetsAtMs, closesAtMs } = message;
      return {
        ...copy,
        phase: 'betting',
        settings: copy.nextSettings ?? copy.settings,
        nextSettings: null,
        opensAtMs: null,
        round: { game, roundInShoe, isLast, spots, lastBetsAtMs, closesAtMs, cards: [] },
        ...atDesk(copy, { dropped: 0 }),
      };
    }
    case 'bets_accepted':
    case 'card_change_warned':
    case 'coup_confirmed':
    case 'correction_paid':
    case 'manager_called':
      return copy;
    case 'last_bets_called':
      return { ...copy, phase: 'last_bets' };
    case 'betting_closed':
      return { ...copy, phase: 'bets_closed' };
    case 'card_dealt':
      return {
        ...(message.manual === undefined ? scanned(copy) : copy),
        phase: 'dealing',
        round: copy.round && { ...copy.round, cards: [...copy.round.cards, message.card] },
        shoe: without(copy.shoe, 1),
      };
    case 'card_withdrawn': {
      const cards = (copy.round?.cards ?? []).slice(0, -1);
      return {
        ...inPhase(copy, cards.length === 0 ? 'bets_closed' : 'dealing'),
        round: copy.round && { ...copy.round, cards },
        shoe: message.setAside ? copy.shoe : without(copy.shoe, -1),
      };
    }
    case 'card_corrected':
      return { ...copy, round: copy.round && corrected(copy.round, message) };
    case 'cut_card_drawn':
      return {
        ...(message.manual === undefined ? scanned(copy) : copy),
        shoe: copy.shoe && { ...copy.shoe, cutCardOut: true },
        round: copy.round && { ...copy.round, isLast: message.thisCoupIsLast },
      };
    case 'scan_refused':
      return { ...copy, lastScanSeq: message.scanSeq };
    case 'coup_decided':
      return {
        ...inPhase(copy, 'resulted'),
        opensAtMs: message.opensAtMs,
        shoe: copy.shoe && { ...copy.shoe, beads: [...copy.shoe.beads, message.bead] },
      };
    case 'round_settled':
      return { ...inPhase(copy, 'settled'), opensAtMs: message.opensAtMs };
    case 'round_voided':
      return { ...inPhase(copy, 'void'), opensAtMs: null };
    case 'round_refunded':
      return { ...inPhase(copy, 'void'), opensAtMs: message.opensAtMs };
    case 'round_corrected': {
      const { game, coup, beads, moreCards } = message;
      const cards = coup === null ? undefined : parseCoup(coup)?.cards;
      const { round, shoe } = copy;
      return {
        ...copy,
        round:
          round?.game === game && cards !== undefined ? { ...round, cards: [...cards] } : round,
        shoe: beads === null ? shoe : without(shoe && { ...shoe, beads }, moreCards ?? 0),
      };
    }
    case 'mishap_reported': {
      if (message.mishap !== 'cards_dropped') return copy;
      return {
        ...copy,
        ...atDesk(copy, { dropped: (copy.desk?.dropped ?? 0) + (message.cards ?? 1) }),
      };
    }
    case 'stream_lost':
      return { ...copy, ...atDesk(copy, { streamLost: true }) };
    case 'stream_back':
      return { ...copy, ...atDesk(copy, { streamLost: false }) };
    case 'spot_closed':
      return withClosed(copy, [...copy.closedSpots, message.spot]);
    case 'spot_opened':
      return withClosed(
        copy,
        copy.closedSpots.filter((spot) => spot !== message.spot),
      );
    case 'closing_called':
      return { ...copy, ...atDesk(copy, { closing: true }) };
    case 'closing_called_off':
      return { ...copy, ...atDesk(copy, { closing: false }) };
    case 'table_suspended':
      return {
        ...copy,
        phase: 'suspended',
        suspended: { from: copy.phase, reason: message.reason },
      };
    case 'table_resumed':
      return resumed(copy, message.pausedMs);
  }
};

const burned = (copy: TableCopy, unseen: number | undefined): TableCopy => ({
  ...copy,
  ...atDesk(copy, { toBurn: unseen ?? null }),
  shoe: without(copy.shoe && { ...copy.shoe, burned: true }, 1 + (unseen ?? 0)),
});

type Desk = NonNullable<Snapshot['desk']>;

/** What changes at the desk, where the viewer is told of it. */
const atDesk = ({ desk }: TableCopy, change: Partial<Desk>): Pick<TableCopy, 'desk'> => ({
  desk: desk && { ...desk, ...change },
});

/** Where no shoe is in place, the codes are read that are set for the next one. */
const codesBeforeShoe = (
  { shoe, desk }: TableCopy,
  { scanCodes }: Snapshot['settings'],
): Partial<Desk> => (shoe !== null && desk?.cut === true ? {} : { scanCodes });

/** New cards are due after every change of shoe, but those for which the cards stay. */
const newCards = (reason: MessageOf<'shoe_change_started'>['reason']): Partial<Desk> =>
  reason === 'last_coup_dealt' || reason === 'shift_manager' ? {} : { newCardsDue: true };

/** What the desk shows follows from the table as it stands. */
const looked = (copy: TableCopy, desk: Desk): Desk => {
  const { phase, settings, round, opensAtMs } = copy;
  const shoe = copy.shoe && { burned: copy.shoe.burned, isSpent: isSpent(copy, desk) };
  return {
    ...desk,
    next: nextAction({ ...desk, phase, settings, shoe, round, opensAtMs }),
    seat: seatDue(phase, round?.cards ?? []),
    toBurn: shoe?.burned === true ? desk.toBurn : null,
    confirms: settings.confirms,
  };
};

const isSpent = ({ shoe, round }: TableCopy, { newCardsDue }: Desk): boolean =>
  newCardsDue ||
  (shoe?.cardsLeft ?? 0) < CARDS_FOR_A_COUP ||
  (shoe?.cutCardOut === true && round?.isLast === true);

type Round = NonNullable<Snapshot['round']>;

const corrected = (round: Round, message: MessageOf<'card_corrected'>): Round => {
  const { side, position, card } = message;
  const index = round.cards.findIndex((_, at) => {
    const seat = nextSeat(round.cards.slice(0, at));
    return seat?.side === side && seat.position === position;
  });
  return { ...round, cards: round.cards.map((was, at) => (at === index ? card : was)) };
};

const withClosed = (copy: TableCopy, closedSpots: TableCopy['closedSpots']): TableCopy => ({
  ...copy,
  closedSpots,
  round: copy.round && {
    ...copy.round,
    spots: [...spotsOpen(copy.round.roundInShoe, closedSpots)],
  },
});

/** One more scan was taken. */
const scanned = (copy: TableCopy): TableCopy =>
  copy.isStaff ? { ...copy, lastScanSeq: (copy.lastScanSeq ?? 0) + 1 } : copy;

const without = (shoe: Snapshot['shoe'], cards: number): Snapshot['shoe'] =>
  shoe && { ...shoe, cardsLeft: shoe.cardsLeft === null ? null : shoe.cardsLeft - cards };

/** The phase goes on beneath a suspension. */
const inPhase = (copy: TableCopy, phase: Snapshot['phase']): TableCopy =>
  copy.suspended === null
    ? { ...copy, phase }
    : { ...copy, suspended: { ...copy.suspended, from: phase } };

/** The table's clock stood still for `pausedMs`. */
const resumed = (copy: TableCopy, pausedMs: number): TableCopy => {
  const { round, opensAtMs } = copy;
  return {
    ...copy,
    phase: copy.suspended?.from ?? copy.phase,
    suspended: null,
    opensAtMs: opensAtMs === null ? null : opensAtMs + pausedMs,
    round: round && {
      ...round,
      lastBetsAtMs: round.lastBetsAtMs + pausedMs,
      closesAtMs: round.closesAtMs + pausedMs,
    },
  };
};
