/** What carries approvals out reads from a database in memory, each call by a line to it. */
import type { ApprovalStore, AskedRound, ShoeOnRecord } from '../../src/pit/approval/store.js';
import { parseState } from '../../src/round/past-events.js';
import { type MemoryDatabase, loggedOf } from './memory-database.js';
import type { Line } from './memory-stores.js';

export const memoryApprovals = (
  database: MemoryDatabase,
  line: Pick<Line, 'call'>,
): ApprovalStore => {
  const { approvals } = database;
  return {
    read: (id) => line.call(() => approvals.read(id)),
    readOpen: () => line.call(() => approvals.readOpen()),
    stillStands: (id) => line.call(() => approvals.stillStands(id)),
    readRound: (game) => line.call(() => askedRound(database, game)),
    readHandPay: (game, player) => line.call(() => database.handPayDue(game, player)),
    readPastShoe: (table, ordinal) => line.call(() => pastShoe(database, table, ordinal)),
    readCorrections: (table, afterSeq, untilSeq) =>
      line.call(() =>
        database
          .log(table)
          .slice(afterSeq, untilSeq)
          .filter(({ kind }) => kind === 'round_corrected')
          .map(loggedOf),
      ),
  };
};

/** Any store of approvals, each call by a line to it. */
export const linedApprovals = (store: ApprovalStore, line: Pick<Line, 'call'>): ApprovalStore => ({
  read: (id) => line.call(() => store.read(id)),
  readOpen: () => line.call(() => store.readOpen()),
  stillStands: (id) => line.call(() => store.stillStands(id)),
  readRound: (game) => line.call(() => store.readRound(game)),
  readHandPay: (...asked) => line.call(() => store.readHandPay(...asked)),
  readPastShoe: (...asked) => line.call(() => store.readPastShoe(...asked)),
  readCorrections: (...asked) => line.call(() => store.readCorrections(...asked)),
});

const askedRound = (database: MemoryDatabase, game: string): AskedRound | undefined => {
  const round = database.rounds.find(game);
  if (round === undefined) return undefined;
  const { table, status, shoe } = round;
  const corrections = database.corrections.of(game);
  const last = corrections.findLast(({ fix }) => fix !== 'refund');
  const coup = last === undefined ? round.coup : last.coup;
  return { table, status, shoe, coup, corrections: corrections.length };
};

/** A snapshot is kept as each shoe is started. */
const pastShoe = (
  database: MemoryDatabase,
  table: string,
  ordinal: number,
): ShoeOnRecord | undefined => {
  const snapshots = database.snapshots.get(table) ?? [];
  const at = snapshots.findIndex(({ state }) => parseState(state).shoe?.ordinal === ordinal);
  const [started, next] = [snapshots[at], snapshots[at + 1]];
  if (started === undefined || next === undefined) return undefined;
  return {
    start: parseState(started.state),
    events: database
      .log(table)
      .slice(started.seq, next.seq - 1)
      .map(loggedOf),
    nextSeq: next.seq,
  };
};
