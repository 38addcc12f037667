/** What a request is about, and where it is seen: a round, a hand, a case, or a table’s shoe. */
import type { Approval, Preview } from '../../../../src/protocol/approval.js';
import { makePlace } from '../place.js';

/** The number of the round, the hand or the case, the table, or how many hands. */
export const subjectNumber = ({ game, hand, case: of, table, hands }: Approval): string =>
  game ?? hand ?? of ?? table ?? (hands === null ? '' : String(hands.count));

export const placeOf = ({ game, hand, case: of, table, hands }: Approval): string => {
  if (hands !== null) return makePlace('solo');
  if (game !== null) return makePlace('rounds', game);
  if (of !== null) return makePlace('wallets', of);
  return hand === null ? makePlace('table', table ?? '') : makePlace('solo', hand);
};

/** How many players a request concerns, of whatever currency. */
export const playersIn = (preview: Preview | null): number =>
  preview === null
    ? 0
    : [preview, ...(preview.further ?? [])].reduce((all, { players }) => all + players, 0);
