/** What a request is about, and where it is seen: a round, a hand, or the shoe at a table. */
import type { Approval } from '../../../../src/protocol/approval.js';
import { makePlace } from '../place.js';

/** The number of the round or the hand, or the table. */
export const subjectNumber = ({ game, hand, table }: Approval): string =>
  game ?? hand ?? table ?? '';

export const placeOf = ({ game, hand, table }: Approval): string => {
  if (game !== null) return makePlace('rounds', game);
  return hand === null ? makePlace('table', table ?? '') : makePlace('solo', hand);
};
