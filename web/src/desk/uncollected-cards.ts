/**
 * The cards of a coup that is over stay on the table until the dealer has collected them, whatever
 * the table’s clock does meanwhile.
 */
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { TableMessage } from '../../../src/protocol/table.js';

export interface UncollectedCards {
  readonly game: string;
  /** Nobody won. */
  readonly isVoid: boolean;
}

/** What the dealer does next can be done on an empty table only. */
const ON_A_BARE_TABLE: ReadonlySet<TableMessage['kind']> = new Set([
  'table_opened',
  'cards_brought',
  'cards_shuffled',
  'shoe_cut',
  'shoe_started',
  'betting_opened',
]);

export const uncollectedAfter = (
  uncollected: UncollectedCards | undefined,
  message: TableMessage,
  { round }: TableCopy,
): UncollectedCards | undefined => {
  if (message.kind === 'coup_decided') return { game: message.game, isVoid: false };
  if (message.kind === 'round_voided') {
    const { game } = message;
    return round?.game === game && round.cards.length > 0 ? { game, isVoid: true } : undefined;
  }
  return ON_A_BARE_TABLE.has(message.kind) ? undefined : uncollected;
};

/**
 * For a table as it is found. `kept` is what this tab knew of it, `before` the table when it was
 * last seen.
 */
export const uncollectedIn = (
  copy: TableCopy,
  kept: UncollectedCards | undefined,
  before?: TableCopy,
): UncollectedCards | undefined => {
  const { round } = copy;
  const phase = phaseBeneath(copy);
  if (round === null || round.cards.length === 0) return undefined;
  if (phase === 'resulted' || phase === 'settled' || phase === 'void') {
    return { game: round.game, isVoid: phase === 'void' };
  }
  if (!COLLECTED_AT_LAST.has(phase)) return undefined;
  return kept?.game === round.game ? kept : endedUnseen(copy, before);
};

/**
 * The round was in hand when the table was last seen, and the table has gone on without new bets
 * since.
 */
const endedUnseen = (
  copy: TableCopy,
  before: TableCopy | undefined,
): UncollectedCards | undefined => {
  const { round, shoe, desk } = copy;
  if (round === null || before?.round?.game !== round.game) return undefined;
  const isAnotherShoe = shoe?.ordinal !== before.shoe?.ordinal;
  const isShuffled = phaseBeneath(copy) === 'shoe_change' && desk?.shuffled === true;
  if (!IN_HAND.has(phaseBeneath(before)) || isAnotherShoe || isShuffled) return undefined;
  // A round that is void leaves no bead.
  return { game: round.game, isVoid: beadsOf(copy) <= beadsOf(before) };
};

const beadsOf = ({ shoe }: TableCopy): number => shoe?.beads.length ?? 0;

const IN_HAND: ReadonlySet<TableCopy['phase']> = new Set([
  'betting',
  'last_bets',
  'accepting_bets',
  'bets_closed',
  'dealing',
]);

/** The table has gone on without new bets. */
export const COLLECTED_AT_LAST: ReadonlySet<TableCopy['phase']> = new Set([
  'shoe_change',
  'closed',
]);

export const phaseBeneath = ({ suspended, phase }: TableCopy): TableCopy['phase'] =>
  suspended?.from ?? phase;
