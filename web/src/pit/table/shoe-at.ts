/** How far a shoe is: as long as this stays, the same cards are left in it. */
import type { TableCopy } from '../../../../src/client/table-copy.js';

type Situation = Pick<TableCopy, 'shoe' | 'round'>;

/**
 * A card may leave without a seat, lie face down, or be another than was read. `correctedSeq`: the
 * last message that may have changed which cards an earlier round was dealt.
 */
export const shoeAt = ({ shoe, round }: Situation, correctedSeq: number): string => {
  const dealt = [shoe?.beads.length, round?.game, ...(round?.cards ?? [])];
  return [shoe?.ordinal, shoe?.cardsLeft, correctedSeq, ...dealt].join(' ');
};
