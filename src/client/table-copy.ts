/** A viewer's copy of a table: the snapshot that a join brought, kept up by every message since. */
import type { TableMessage, TableSnapshotMessage } from '../protocol/table.js';

type Snapshot = Readonly<TableSnapshotMessage>;

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
export const follow = (copy: TableCopy, message: TableMessage): TableCopy => ({
  ...apply(copy, message),
  seq: message.seq,
});

const apply = (copy: TableCopy, message: TableMessage): TableCopy => {
  switch (message.kind) {
    case 'table_opened':
      return {
        ...copy,
        phase: 'shoe_change',
        dealer: message.dealer,
        settings: message.settings,
        nextSettings: null,
        lastScanSeq: null,
      };
    case 'table_closed':
      return { ...copy, phase: 'closed', dealer: null, opensAtMs: null };
    case 'settings_changed':
      return { ...copy, nextSettings: message.settings };
    case 'shoe_change_started':
      return {
        ...copy,
        phase: 'shoe_change',
        opensAtMs: null,
        shoe: copy.shoe && { ...copy.shoe, burned: false },
      };
    case 'shoe_started':
      return {
        ...copy,
        lastScanSeq: null,
        shoe: {
          ordinal: message.shoe,
          burned: false,
          beads: [],
          cutCardOut: false,
          cardsLeft: copy.isStaff ? (copy.nextSettings ?? copy.settings).decks * 52 : null,
        },
      };
    case 'cards_burned':
      return burned(copy, message.unseen);
    case 'betting_opened': {
      const { game, roundInShoe, isLast, spots, lastBetsAtMs, closesAtMs } = message;
      return {
        ...copy,
        phase: 'betting',
        settings: copy.nextSettings ?? copy.settings,
        nextSettings: null,
        opensAtMs: null,
        round: { game, roundInShoe, isLast, spots, lastBetsAtMs, closesAtMs, cards: [] },
      };
    }
    case 'bets_accepted':
      return copy;
    case 'last_bets_called':
      return { ...copy, phase: 'last_bets' };
    case 'betting_closed':
      return { ...copy, phase: 'bets_closed' };
    case 'card_dealt':
      return {
        ...scanned(copy),
        phase: 'dealing',
        round: copy.round && { ...copy.round, cards: [...copy.round.cards, message.card] },
        shoe: without(copy.shoe, 1),
      };
    case 'cut_card_drawn':
      return {
        ...scanned(copy),
        shoe: copy.shoe && { ...copy.shoe, cutCardOut: true },
        round: copy.round && { ...copy.round, isLast: message.thisCoupIsLast },
      };
    case 'scan_refused':
      return { ...copy, lastScanSeq: message.scanSeq };
    case 'coup_decided':
      return {
        ...copy,
        phase: 'resulted',
        opensAtMs: message.opensAtMs,
        shoe: copy.shoe && { ...copy.shoe, beads: [...copy.shoe.beads, message.bead] },
      };
    case 'round_settled':
      return { ...inPhase(copy, 'settled'), opensAtMs: message.opensAtMs };
    case 'round_voided':
      return { ...copy, phase: 'void', suspended: null, opensAtMs: null };
    case 'round_refunded':
      return { ...inPhase(copy, 'void'), opensAtMs: message.opensAtMs };
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
  ...scanned(copy),
  shoe: without(copy.shoe && { ...copy.shoe, burned: true }, 1 + (unseen ?? 0)),
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
