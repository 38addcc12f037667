/** How far a shoe is: as long as this stays, the same cards are left in it. */
import type { TableCopy } from '../../../../src/client/table-copy.js';

type Situation = Pick<TableCopy, 'shoe' | 'round'>;

/** A card may leave without a seat, lie face down, or be another than was read. */
export const shoeAt = ({ shoe, round }: Situation): string =>
  [shoe?.ordinal, shoe?.cardsLeft, shoe?.beads.length, round?.game, ...(round?.cards ?? [])].join(
    ' ',
  );
