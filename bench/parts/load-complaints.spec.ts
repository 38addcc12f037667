import { describe, expect, it } from 'vitest';
import { type LoadEnd, complaintsOf, isOver, missedGoals } from './load-complaints.js';
import type { SeenFault } from './load-faults.js';
import { Histogram } from './histogram.js';
import { findingsAsText } from './load-report.js';

const BOOKS = { unpaidRounds: 0, voidedRounds: 0, standing: 90, wronglyStanding: 0 };
const RIGHT: LoadEnd = {
  ...{ players: 20, seated: 20, gaps: 0, repeats: 0, unsure: 0, stood: 90 },
  ...{ behind: 0, resultsMissed: 0 },
  ...{ faults: [], inBooks: BOOKS },
};
const KILLED: SeenFault = {
  ...{ fault: 'owner-killed', of: 'table 4', atMs: 0 },
  its: { tables: 5, stalled: 0, withinMs: 2_400 },
  all: { tables: 8, stalled: 0, withinMs: 3_100 },
  ...{ players: 9, playersBack: 9, playersWithinMs: 1_800 },
};
const RESTARTED: SeenFault = {
  ...{ fault: 'rolling-restart', of: 'every process', atMs: 0 },
  all: { tables: 5, stalled: 0, withinMs: 1_200 },
  ...{ players: 20, playersBack: 20, playersWithinMs: 900 },
};
const STALLED = { tables: 5, stalled: 5, withinMs: null };
const NO_BOOKS: LoadEnd = { ...RIGHT, inBooks: undefined };

const ENDS: readonly (readonly [LoadEnd, readonly string[]])[] = [
  [RIGHT, []],
  [NO_BOOKS, []],
  [{ ...RIGHT, faults: [KILLED] }, []],
  [{ ...RIGHT, stood: 0, inBooks: { ...BOOKS, standing: 0 } }, ['no bet stood']],
  [{ ...NO_BOOKS, stood: 0 }, ['no bet stood']],
  [{ ...RIGHT, seated: 18 }, ['2 of 20 players do not sit at their table']],
  [{ ...RIGHT, gaps: 1 }, ['1 messages of a table were missed']],
  [{ ...RIGHT, repeats: 2 }, ['2 messages of a table came twice']],
  [{ ...RIGHT, behind: 10 }, ['10 players have not heard their table up to its last message']],
  [{ ...RIGHT, resultsMissed: 4 }, ['4 results of settled rounds did not come']],
  [{ ...RIGHT, unsure: 3 }, ['of 3 bets nobody says what became of them']],
  [{ ...RIGHT, inBooks: { ...BOOKS, unpaidRounds: 2 } }, ['2 rounds with bets are not paid']],
  [{ ...RIGHT, inBooks: { ...BOOKS, voidedRounds: 4 } }, ['4 rounds were voided']],
  [{ ...RIGHT, inBooks: { ...BOOKS, standing: 89 } }, ['of 90 bets that were said to stand 89 do']],
  [{ ...RIGHT, inBooks: { ...BOOKS, wronglyStanding: 1 } }, ['1 bets stand that were said not to']],
  [
    { ...RIGHT, faults: [KILLED, { ...KILLED, its: { ...STALLED, stalled: 2 } }] },
    ['owner-killed (table 4): 2 of its 5 tables did not go on'],
  ],
  [
    { ...RIGHT, faults: [{ ...KILLED, its: { tables: 0, stalled: 0, withinMs: null } }] },
    ['owner-killed (table 4): it ran no table, so that nothing was tried'],
  ],
  [
    { ...RIGHT, faults: [{ ...KILLED, all: STALLED }] },
    ['owner-killed (table 4): 5 of all 5 tables wrote nothing afterwards'],
  ],
  [
    { ...RIGHT, faults: [{ ...KILLED, playersBack: 6 }] },
    ['owner-killed (table 4): 3 of the 9 players who were cut off were not back'],
  ],
  [{ ...RIGHT, faults: [RESTARTED] }, []],
  [
    { ...RIGHT, faults: [{ ...RESTARTED, all: STALLED }] },
    ['rolling-restart (every process): 5 of all 5 tables wrote nothing afterwards'],
  ],
  [
    { ...RIGHT, faults: [{ ...RESTARTED, all: { ...STALLED, tables: 0, stalled: 0 } }] },
    ['rolling-restart (every process): there was no table'],
  ],
];

describe('what is not in order after a load', () => {
  it.each(ENDS)('of %j is %j', (end, complaints) => {
    expect(complaintsOf(end)).toEqual(complaints);
  });
});

describe('the last rounds', () => {
  const COUNTS = { seated: 20, unsure: 0, inPlay: 0 };

  it('are over once everybody sits and has the result of every bet', () => {
    expect(isOver(COUNTS, 20, 0)).toBe(true);
    expect(isOver(COUNTS, 20), 'of a studio that is not the load’s own').toBe(true);
    expect(isOver(COUNTS, 20, 1)).toBe(false);
    expect(isOver({ ...COUNTS, seated: 19 }, 20)).toBe(false);
    expect(isOver({ ...COUNTS, unsure: 1 }, 20)).toBe(false);
    expect(isOver({ ...COUNTS, inPlay: 1 }, 20)).toBe(false);
  });
});

describe('the goals that were missed', () => {
  it('are three seconds for tables, and five for players', () => {
    expect(missedGoals([KILLED, RESTARTED])).toEqual([]);
    const slow = { ...KILLED, its: { ...KILLED.its!, withinMs: 3_114 }, playersWithinMs: 5_001 };
    expect(missedGoals([KILLED, slow])).toEqual([
      'owner-killed (table 4): its tables went on within 3114 ms, and not 3000',
      'owner-killed (table 4): players were back within 5001 ms, and not 5000',
    ]);
    expect(missedGoals([{ ...RESTARTED, playersWithinMs: 90_000 }]), 'takes its time').toEqual([]);
  });
});

describe('the line of a fault', () => {
  const lineOf = (fault: SeenFault): string => {
    const none = new Histogram();
    const histograms = { joins: none, acks: none, late: none, spreads: none, hops: none };
    const text = findingsAsText({ summary: {}, faults: [fault], histograms, complaints: [] });
    return text.split('\n').find((line) => line.includes(fault.fault))!;
  };

  it('says how soon everything went on', () => {
    expect(lineOf(KILLED)).toContain('9 players lost the connection, all were back within 1800 ms');
    expect(lineOf(KILLED)).toContain('; its 5 tables went on within 2400 ms; all 8 tables');
    expect(lineOf(RESTARTED)).toContain('; all 5 tables went on within 1200 ms of its end');
  });

  it('says what did not', () => {
    const some = lineOf({
      ...KILLED,
      its: { tables: 5, stalled: 2, withinMs: 2_400 },
      playersBack: 7,
    });
    expect(some).toContain('9 players lost the connection, 7 were back within 1800 ms');
    expect(some).toContain('3 of its 5 tables went on within 2400 ms');
    const none = { its: STALLED, playersBack: 0, playersWithinMs: null };
    expect(lineOf({ ...KILLED, ...none })).toContain('none was back; none of its 5 tables went on');
    expect(lineOf({ ...RESTARTED, all: STALLED })).toContain('; none of all 5 tables went on');
  });

  it('says that a process ran no table', () => {
    const idle = { its: { tables: 0, stalled: 0, withinMs: null } };
    expect(lineOf({ ...KILLED, ...idle })).toContain('; it ran no table;');
  });
});
