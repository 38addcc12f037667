/** A shoe that has left its table is read once, and stays what the log says of it. */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PastShoes } from '../../src/pit/approval/past-shoes.service.js';
import { PostgresApprovals } from '../../src/pit/approval/postgres-approvals.js';
import type { TableCommand } from '../../src/round/command.js';
import type { TableState } from '../../src/round/state.js';
import { coup } from '../kit/any-coup.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { queryOf } from '../kit/query-of.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = 'P 2h Kd 4s . B 7c Ks';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Shoes that are read from the database, and the queries for it. */
const counted = () => {
  const asked: string[] = [];
  const pool = {
    query: (...given: Parameters<typeof queryOf>) => {
      const query = queryOf(...given);
      asked.push(query.text);
      return database.pool.query(query);
    },
  } as Pick<pg.Pool, 'query'>;
  return { shoes: new PastShoes(new PostgresApprovals(pool)), asked };
};

const resettle = (game: string): TableCommand => ({
  kind: 'correct_round',
  game,
  correction: 1,
  fix: 'resettle',
  coup: BANCO_WINS,
  player: null,
  reason: 'misdeal',
  shoe: 1,
  requestedBy: 'Mona',
  approvedBy: 'Nora',
  approval: '1',
});

describe('a past shoe', () => {
  it('is read once, and then only what was corrected of it since', async () => {
    const table = await RunningTable.open(database);
    const game = await table.openBets();
    await table.playRound(PUNTO_WINS);
    const second = await table.openBets();
    await table.playRound(PUNTO_WINS);
    await table.do({ kind: 'start_shoe_change', by: 'Mona' });
    await table.openBets();
    expect(table.state.shoe?.ordinal).toBe(2);

    const { shoes, asked } = counted();
    const past = async (of = shoes) => {
      const command = await of.with(resettle(game), table.table);
      return command?.kind === 'correct_round' ? command.past : undefined;
    };
    const first = await past();
    expect(first?.ordinal).toBe(1);
    const once = asked.length;
    for (let time = 0; time < 10; time += 1) expect(await past()).toEqual(first);
    expect(asked.length).toBe(once + 10);
    for (const text of asked.slice(once)) expect(text).toContain(`kind = 'round_corrected'`);

    await table.correct(second, 'resettle', { coup: BANCO_WINS });
    const amended = await past();
    expect(amended).not.toEqual(first);
    expect(amended).toEqual(await past(counted().shoes));
    await table.stop();
  });

  it('is read again after a restore, without what was corrected in the lost part', async () => {
    const table = await RunningTable.open(database);
    const game = await table.openBets();
    await table.playRound(PUNTO_WINS);
    await table.do({ kind: 'start_shoe_change', by: 'Mona' });
    await table.openBets();
    const restored = table.state;

    const { shoes } = counted();
    const past = async (at: { state: TableState; timeline: number }, of = shoes) => {
      const command = await of.with(resettle(game), at);
      return command?.kind === 'correct_round' ? command.past : undefined;
    };
    const before = await past({ state: restored, timeline: 0 });
    await table.correct(game, 'resettle', { coup: BANCO_WINS });
    const { state } = table;
    expect(await past({ state, timeline: 0 })).not.toEqual(before);

    await table.stop();
    await asSuperuser(database, async (client) => {
      await client.query(`set session_replication_role = 'replica'`);
      await client.query('delete from table_events where table_id = $1 and seq > $2', [
        restored.table,
        restored.seq,
      ]);
    });
    expect(await past({ state: restored, timeline: 1 })).toEqual(before);
  });
});
