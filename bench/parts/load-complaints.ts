/** What is not as it should be after a load, a sentence each. Empty where all is in order. */
import type { SeenFault } from './load-faults.js';

/** What was counted, and looked up in the books of a studio of the load's own. */
export interface LoadEnd {
  readonly players: number;
  /** Of those, when the last rounds were over. */
  readonly seated: number;
  /** Messages that were missed, or came again. */
  readonly gaps: number;
  readonly repeats: number;
  /** Of those seated, the ones who have not heard their table up to its last message. */
  readonly behind: number;
  /** Rounds of a player that were settled, with a bet of theirs, of which they had no result. */
  readonly resultsMissed: number;
  /** Bets of which nobody has said what became of them. */
  readonly unsure: number;
  /** Bets that were said to stand. */
  readonly stood: number;
  readonly faults: readonly SeenFault[];
  readonly inBooks:
    | undefined
    | {
        /** Rounds with bets, some time after the last of them. */
        readonly unpaidRounds: number;
        readonly voidedRounds: number;
        /** Of the bets that were said to stand, and of those that were said not to. */
        readonly standing: number;
        readonly wronglyStanding: number;
      };
}

/** Whether the last rounds are over. Of a studio that runs already nobody knows `unpaidRounds`. */
export const isOver = (
  counts: Readonly<Record<'seated' | 'unsure' | 'inPlay', number>>,
  players: number,
  unpaidRounds = 0,
): boolean =>
  unpaidRounds === 0 && counts.unsure === 0 && counts.inPlay === 0 && counts.seated === players;

export const complaintsOf = (end: LoadEnd): readonly string[] => {
  const { players, seated, gaps, repeats, unsure, stood, faults, inBooks } = end;
  const { behind, resultsMissed } = end;
  const complaints: string[] = [];
  const complain = (isSo: boolean, what: string): void => {
    if (isSo) complaints.push(what);
  };
  complain(stood === 0, 'no bet stood');
  complain(seated < players, `${players - seated} of ${players} players do not sit at their table`);
  complain(gaps > 0, `${gaps} messages of a table were missed`);
  complain(repeats > 0, `${repeats} messages of a table came twice`);
  complain(behind > 0, `${behind} players have not heard their table up to its last message`);
  complain(resultsMissed > 0, `${resultsMissed} results of settled rounds did not come`);
  complain(unsure > 0, `of ${unsure} bets nobody says what became of them`);
  if (inBooks !== undefined) {
    const { unpaidRounds, voidedRounds, standing, wronglyStanding } = inBooks;
    complain(unpaidRounds > 0, `${unpaidRounds} rounds with bets are not paid`);
    complain(voidedRounds > 0, `${voidedRounds} rounds were voided`);
    complain(standing !== stood, `of ${stood} bets that were said to stand ${standing} do`);
    complain(wronglyStanding > 0, `${wronglyStanding} bets stand that were said not to`);
  }
  for (const { fault, of, its, all, players: cut, playersBack } of faults) {
    const away = cut - playersBack;
    const name = `${fault} (${of})`;
    if (its !== undefined) {
      const { tables, stalled } = its;
      complain(tables === 0, `${name}: it ran no table, so that nothing was tried`);
      complain(stalled > 0, `${name}: ${stalled} of its ${tables} tables did not go on`);
    }
    complain(away > 0, `${name}: ${away} of the ${cut} players who were cut off were not back`);
    const { tables, stalled } = all;
    complain(tables === 0, `${name}: there was no table`);
    complain(stalled > 0, `${name}: ${stalled} of all ${tables} tables wrote nothing afterwards`);
  }
  return complaints;
};

/** What the studio is built to: how long a table may stand still, and a player be away, in ms. */
const GOES_ON_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 5_000;

/**
 * The goals that were missed, a sentence each. They hold where the processors have something left
 * for what the load asks of them, so that no load fails by them alone.
 */
export const missedGoals = (faults: readonly SeenFault[]): readonly string[] =>
  faults.flatMap(({ fault, of, its, playersWithinMs }) => {
    const name = `${fault} (${of})`;
    const stoodMs = its?.withinMs ?? 0;
    const awayMs = playersWithinMs ?? 0;
    return [
      ...(stoodMs > GOES_ON_WITHIN_MS
        ? [`${name}: its tables went on within ${stoodMs} ms, and not ${GOES_ON_WITHIN_MS}`]
        : []),
      ...(fault !== 'rolling-restart' && awayMs > BACK_WITHIN_MS
        ? [`${name}: players were back within ${awayMs} ms, and not ${BACK_WITHIN_MS}`]
        : []),
    ];
  });
