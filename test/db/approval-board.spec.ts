/**
 * The board of requests: whoever waits hears of each what became of it, in whatever order it was
 * decided and looked at.
 */
import { PinoLogger } from 'nestjs-pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApprovalBoard } from '../../src/pit/approval/approval-board.service.js';
import type { PitBroadcast } from '../../src/pit/watch/pit-broadcast.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import type { Approval } from '../../src/protocol/approval.js';
import { APPROVER, ask, decideOn, putOnDuty } from '../kit/approvals.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { ManualClock } from '../kit/manual-clock.js';

let database: TestDatabase;
let table: LoggedTable;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
  await table.openBets();
  await putOnDuty(database.pool, APPROVER);
});

/** A board that has looked once, and the states of each request that it has published since. */
const startedBoard = async () => {
  const said: string[] = [];
  const broadcast = {
    ...{ isHeard: true, hasDesks: true },
    approval: ({ id, state }: Approval) => said.push(`${id} ${state}`),
  } as unknown as PitBroadcast;
  const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
  const poller = new Poller(new ManualClock(0), new Metrics(), logger);
  const board = new ApprovalBoard(database.pool, broadcast, poller);
  await board.look();
  return { board, said };
};

const card = () => {
  const { lease, game } = table;
  return { kind: 'card', table: lease.table, game, subject: { card: '9h' } } as const;
};

describe('a request that was decided before the next look', () => {
  it('is published with its verdict, once', async () => {
    const { board, said } = await startedBoard();
    const id = await ask(database.pool, card());
    await decideOn(database.pool, id, APPROVER, 'refused');
    await board.look();
    await board.look();
    expect(said).toEqual([`${id} refused`]);
    expect(board.open).toEqual([]);
  });

  it('is published as it goes on, where a look saw it', async () => {
    const { board, said } = await startedBoard();
    const id = await ask(database.pool, card());
    await board.look();
    expect(board.open).toMatchObject([{ id, state: 'pending' }]);
    await decideOn(database.pool, id, APPROVER, 'refused');
    await board.look();
    expect(said).toEqual([`${id} pending`, `${id} refused`]);
  });

  it('is no news to a board that has just begun', async () => {
    const refused = await ask(database.pool, card());
    await decideOn(database.pool, refused, APPROVER, 'refused');
    const open = await ask(database.pool, card());
    const { board, said } = await startedBoard();
    expect(said).toEqual([`${open} pending`]);
    await board.look();
    expect(said).toHaveLength(1);
  });
});
