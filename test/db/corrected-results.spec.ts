import type pg from 'pg';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeenTables } from '../../src/edge/seen-tables.service.js';
import { EdgeTableCopy } from '../../src/edge/table-copy.js';
import { amount } from '../../src/money/amount.js';
import { SeatCommands } from '../../src/player/seat.commands.js';
import { SEAT_COMMANDS } from '../../src/protocol/player.js';
import { Publications } from '../../src/table/published.js';
import { SeatReads } from '../../src/table/seat-reads.js';
import { coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { queryOf } from '../kit/query-of.js';
import { RunningTable } from '../kit/running-table.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const EGALITE = coup('P 7h Kd . B 7c Ks');
const NOTHING = () => undefined;

let database: TestDatabase;
let table: RunningTable;
let id: string;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await RunningTable.open(database);
  id = (await openPlayers(database.pool, [10_000]))[0]!.id;
});
afterEach(() => table.stop());

/** The player bets on Punto and leaves, and the round is settled. Its game number. */
const play = async (dealt = PUNTO_WINS): Promise<string> => {
  const game = await table.openBets();
  await table.table.join(id);
  const bet = { kind: 'place', spot: 'punto', amount: amount(500) } as const;
  expect(await table.bet(id, bet)).toMatchObject({ ok: true });
  table.table.leave(id);
  await table.playRound(dealt);
  return game;
};

/** The table as another process follows it. */
const copyOf = async (reads: Pick<pg.Pool, 'query'> = database.pool): Promise<EdgeTableCopy> => {
  const publisher = {
    toTable: NOTHING,
    toPlayers: NOTHING,
    toPlayer: NOTHING,
    correctionToPlayer: NOTHING,
    cutOff: NOTHING,
  };
  const { table: name, settings } = table.state;
  const copy = await EdgeTableCopy.open(
    {
      reads,
      seats: new SeatReads(reads),
      ...{ publisher, publications: new Publications(), players: () => [] },
    },
    { table: name, settings, timeline: 0 },
  );
  return copy!;
};

/** The credit is the seat's, wherever the player sits down. */
const ownOf = (seen: Pick<EdgeTableCopy, 'resultOf' | 'correctionOf'>) => {
  const credit = { balance: 'as of now' };
  const [result, correction] = [seen.resultOf(id), seen.correctionOf(id)];
  return {
    result: result && { ...result, ...credit },
    correction: correction && { ...correction, ...credit },
  };
};

/** What a player who sits down now is sent of the last round, wherever that is asked. */
const sent = async () => {
  const copy = await copyOf();
  await copy.join(id, 'a');
  const here = ownOf(table.table);
  expect(ownOf(copy)).toEqual(here);
  await table.reopen();
  expect(ownOf(table.table)).toEqual(here);
  return here;
};

describe('a player who comes back after the last round was corrected', () => {
  it('is sent the correction, and not the result from before it', async () => {
    const game = await play();
    expect((await sent()).result).toMatchObject({ outcome: 'settled', paid: '1000' });
    await table.correct(game, 'void');
    const { result, correction } = await sent();
    expect(result).toBeUndefined();
    expect(correction).toMatchObject({ game, fix: 'void', was: '1000', paid: '500' });
  });

  it('is sent the last of several', async () => {
    const game = await play();
    await table.correct(game, 'refund', { player: id });
    await table.correct(game, 'resettle', { coup: 'P 8h Kd . B 2c Ks' });
    const { result, correction } = await sent();
    expect(result).toBeUndefined();
    expect(correction).toMatchObject({ fix: 'resettle', was: '500', paid: '1000' });
  });

  it('is sent the result as long as the correction is not paid, or changes nothing for her', async () => {
    const game = await play();
    table.isPaying = false;
    await table.correct(game, 'void');
    expect(await sent()).toMatchObject({ result: { paid: '1000' }, correction: undefined });
    await table.correctNow(game, 1);
    expect(await sent()).toMatchObject({ result: undefined, correction: { paid: '500' } });

    const equal = await play(EGALITE);
    await table.correct(equal, 'void');
    expect(await sent()).toMatchObject({ result: { paid: '500' }, correction: undefined });
  });

  it('is sent the result of the last round where an earlier one was corrected', async () => {
    const earlier = await play();
    const game = await play();
    await table.correct(earlier, 'void');
    expect(await sent()).toMatchObject({ result: { game, paid: '1000' }, correction: undefined });
  });

  it('is sent it while the next bets are open, and not once that round has ended', async () => {
    const game = await play();
    const copy = await copyOf();
    await table.openBets();
    await table.correct(game, 'void');
    await copy.catchUp();
    await copy.join(id, 'a');
    for (const each of [copy, table.table]) {
      expect(each.resultOf(id)).toBeUndefined();
      expect(each.correctionOf(id)).toMatchObject({ game, paid: '500' });
    }
    await table.playRound(PUNTO_WINS);
    await copy.catchUp();
    await copy.join(id, 'a');
    for (const each of [copy, table.table]) expect(each.correctionOf(id)).toBeUndefined();
  });

  it('is sent it where it is paid while the seat is read', async () => {
    const game = await play();
    let paid: () => void = NOTHING;
    const isPaid = new Promise<void>((resolve) => (paid = resolve));
    let begun: () => void = NOTHING;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const query = async (...asked: Parameters<typeof queryOf>) => {
      const given = queryOf(...asked);
      const answer = await database.pool.query(given);
      if (!given.text.includes('correction_payouts')) return answer;
      begun();
      await isPaid;
      return answer;
    };
    const copy = await copyOf({ query } as Pick<pg.Pool, 'query'>);
    const joining = copy.join(id, 'a');
    await hasBegun;
    await table.correct(game, 'void');
    await copy.catchUp();
    paid();
    await joining;
    expect(copy.resultOf(id)).toBeUndefined();
    expect(copy.correctionOf(id)).toMatchObject({ game, paid: '500' });
  });

  it('has it in the answer to joining, with the credit of the seat', async () => {
    const game = await play();
    const seen = { find: () => table.table, nowMs: 0 } as unknown as SeenTables;
    const { handlers } = new SeatCommands(seen, database.pool);
    const socket = { id: 'a', connected: true, data: {}, join: NOTHING } as unknown as Socket;
    const asker = { socket, caller: { id } };
    type Asker = Parameters<(typeof handlers)['table:join']>[1];
    const join = async () => {
      const reply = await handlers['table:join']({ table: table.state.table }, asker as Asker);
      if (!reply.ok) throw new Error(reply.refusal);
      return SEAT_COMMANDS['table:join'].reply.extend({ ok: z.literal(true) }).parse(reply);
    };
    const before = await join();
    expect(before.result).toMatchObject({ game });
    expect(before).not.toHaveProperty('correction');
    await table.correct(game, 'void');
    await table.openBets();
    const bet = { kind: 'place', spot: 'punto', amount: amount(100) } as const;
    expect(await table.bet(id, bet)).toMatchObject({ ok: true });
    expect(await join()).toMatchObject({
      result: null,
      correction: { game, was: '1000', paid: '500', balance: '9900' },
    });
  });
});
