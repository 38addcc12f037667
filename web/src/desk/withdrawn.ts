/** A card that was taken off its seat stops the table. Notices are then about that card. */
import type { Card } from '../../../src/cards/card.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { TableMessage } from '../../../src/protocol/table.js';

export interface Withdrawn {
  readonly card: Card;
  /** It stays out of the coup. Otherwise it is scanned again. */
  readonly setAside: boolean;
  readonly game: string;
  /** How many cards were left on the table. */
  readonly left: number;
}

const GOES_ON: ReadonlySet<TableMessage['kind']> = new Set([
  'table_resumed',
  'round_voided',
  'card_dealt',
]);

export const withdrawnAfter = (
  withdrawn: Withdrawn | undefined,
  message: TableMessage,
  { round }: Pick<TableCopy, 'round'>,
): Withdrawn | undefined => {
  if (message.kind === 'card_withdrawn' && message.card !== undefined) {
    const { card, setAside, game } = message;
    return { card, setAside, game, left: round?.cards.length ?? 0 };
  }
  return GOES_ON.has(message.kind) ? undefined : withdrawn;
};

/** For a table as it is found, `kept` is what this tab knew of it. */
export const withdrawnIn = (
  { suspended, round }: Pick<TableCopy, 'suspended' | 'round'>,
  kept: Withdrawn | undefined,
): Withdrawn | undefined => {
  if (suspended === null || round === null || kept?.game !== round.game) return undefined;
  return round.cards.length === kept.left ? kept : undefined;
};
