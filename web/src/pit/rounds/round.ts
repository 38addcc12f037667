/** A round as the studio reports it, and what the page makes of it. */
import type { Card } from '../../../../src/cards/card.js';
import { parseCoup } from '../../../../src/punto-banco/notation.js';
import type { ReplayStep, RoundReport } from '../../../../src/protocol/report.js';

/** The sides’ cards in the order in which they were dealt. */
export const dealingOrder = ({
  punto,
  banco,
}: Pick<ReplayStep, 'punto' | 'banco'>): readonly Card[] =>
  [punto[0], banco[0], punto[1], banco[1], punto[2], banco[2]].filter((card) => card !== undefined);

/** The last correction of the round as a whole: void, or paid by other cards. */
export const correctedBy = ({
  corrections,
}: Pick<RoundReport, 'corrections'>): RoundReport['corrections'][number] | undefined =>
  corrections.findLast(({ fix }) => fix !== 'refund');

/**
 * What became of a round whose last correction as a whole was `fix`: one that was void, and settled
 * with its cards later, is settled.
 */
export const outcomeOf = (
  status: RoundReport['status'],
  fix: RoundReport['corrections'][number]['fix'] | null,
): RoundReport['status'] => {
  if (fix === 'void') return 'refunded';
  return fix === 'resettle' ? 'settled' : status;
};

/** The same of a round as the studio reports it. */
export const statusOf = (
  round: Pick<RoundReport, 'status' | 'corrections'>,
): RoundReport['status'] => outcomeOf(round.status, correctedBy(round)?.fix ?? null);

/** The cards that are, or were, on the layout: those by which it was paid again, where it was. */
export const cardsOfRound = (round: RoundReport): readonly Card[] => {
  const { replay } = round;
  const coup = correctedBy(round)?.coup ?? round.coup;
  const decided = coup === null ? undefined : parseCoup(coup);
  if (decided !== undefined) return decided.cards;
  const last = replay.at(-1);
  return last === undefined ? [] : dealingOrder(last);
};

/** How many bets stood after the event `seq`: stakes of one player on one spot. */
export const betsAt = ({ bets }: Pick<RoundReport, 'bets'>, seq: number): number => {
  const lying = new Map<string, bigint>();
  for (const bet of bets) {
    if (bet.seq > seq) continue;
    const key = `${bet.player} ${bet.spot}`;
    lying.set(key, (lying.get(key) ?? 0n) + BigInt(bet.amount));
  }
  return [...lying.values()].filter((stake) => stake > 0n).length;
};

/**
 * Where a slider stops: each card, and what opens, closes and ends the round. It passes over
 * batches of bets.
 */
export const stopsOf = (replay: readonly ReplayStep[]): readonly ReplayStep[] =>
  replay.filter(
    ({ kind }, index) => kind !== 'bets_accepted' || replay[index + 1]?.kind !== 'bets_accepted',
  );

export const isGameNumber = (text: string): boolean => /^[1-9]\d{9}$/.test(text);
