/**
 * A round or a hand was corrected before its wallet had the credit: the wallet is asked for the
 * correction once it has what was due before.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDue } from '../../src/wallet/wallet-rows.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;
let players: readonly string[];

beforeAll(async () => {
  database = await createDatabase();
  const opened = await openPlayers(database.pool, [1_000, 1_000]);
  players = opened.map(({ id }) => id);
  await asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    ),
  );
});
afterAll(() => database.drop());

interface Asked {
  readonly of: 'game' | 'hand';
  readonly number?: number;
  readonly kind: 'credit' | 'adjust';
  readonly amount?: number;
  readonly status?: 'due' | 'done';
  readonly player?: 0 | 1;
  readonly inS?: number;
}

/** In the journal, in this order. Without its guards: the rounds and the hands are not there. */
const journal = (asked: readonly Asked[]) =>
  asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query('delete from wallet_movements');
    for (const [at, each] of asked.entries()) {
      const { of, number = 7, kind, amount = 500, status = 'due', player = 0, inS = 0 } = each;
      await client.query(
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, status, ended_at, game_number, hand_number, next_try_at)
         values ('acme', $1, $2, $3, $4, 'key', $5, case when $5 = 'done' then studio_now() end, $6, $7, studio_now() + $8 * interval '1 s')`,
        [
          ...[`${at}.${kind}`, kind, players[player], amount, status],
          ...[of === 'game' ? number : null, of === 'hand' ? number : null, inS],
        ],
      );
    }
  });

const due = async (probes = false): Promise<readonly string[]> => {
  const wanted = { operator: 'acme', but: [], probes, limit: 10 };
  return (await readDue(database.pool, wanted)).map(({ movementId }) => movementId).sort();
};

beforeEach(() => journal([]));

for (const of of ['game', 'hand'] as const) {
  it(`a correction of a ${of} waits for the credit before it, whenever that is tried`, async () => {
    await journal([
      { of, kind: 'credit', inS: 60 },
      { of, kind: 'adjust', amount: -500 },
    ]);
    expect(await due()).toEqual([]);
    expect(await due(true)).toEqual(['0.credit']);
  });

  it(`a correction of a ${of} waits for one before it that gives, and for none that takes`, async () => {
    await journal([
      { of, kind: 'credit', status: 'done' },
      { of, kind: 'adjust', amount: 500, inS: 60 },
      { of, kind: 'adjust', amount: -500 },
    ]);
    expect(await due()).toEqual([]);
    await journal([
      { of, kind: 'credit', status: 'done' },
      { of, kind: 'adjust', amount: -500, inS: 60 },
      { of, kind: 'adjust', amount: 500 },
    ]);
    expect(await due()).toEqual(['2.adjust']);
  });

  it(`a correction of a ${of} waits for nothing of another, nor of another player`, async () => {
    await journal([
      { of, kind: 'credit', number: 6, inS: 60 },
      { of, kind: 'credit', number: 7, player: 1, inS: 60 },
      { of, kind: 'adjust', amount: -500 },
    ]);
    expect(await due()).toEqual(['2.adjust']);
  });
}
