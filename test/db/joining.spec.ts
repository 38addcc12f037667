import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { AUDIENCES } from '../../src/round/audience.js';
import type { BetContent } from '../../src/table/seat.js';
import { SeatReads } from '../../src/table/seat-reads.js';
import { coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const MANY = 60;
const BET: BetContent = { kind: 'place', spot: 'punto', amount: amount(100) };

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => database.drop());

/** What Postgres is asked for by `work`, statement by statement. */
const askedBy = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const query = vi.spyOn(database.pool, 'query');
  await work();
  const asked = query.mock.calls.map(([given]) => given as string | pg.QueryConfig);
  query.mockRestore();
  return asked.map((given) => (typeof given === 'string' ? given : given.text));
};

const ofPlayers = (asked: readonly string[]): readonly string[] =>
  asked.filter((text) => text.includes('join players p') || text.includes('from players p'));

const creditOf = (count: number): readonly number[] => Array.from({ length: count }, () => 1_000);

describe('a bet while seats are read', () => {
  it.each(['sits at another process', 'sits here, and the table has just come back'])(
    'does not overtake another of the same player who %s',
    async (where) => {
      const table = await RunningTable.open(database);
      const [player, other] = await openPlayers(database.pool, [10_000, 10_000]);
      const { id } = player!;
      const connection = where === 'sits at another process' ? 'a connection' : undefined;
      await table.openBets();
      if (connection === undefined) {
        await table.table.join(id, 'own');
        await table.reopen({ sameProcess: true });
      }
      await table.table.join(other!.id, 'others');
      const bet = (content: BetContent) =>
        table.table.bet(
          { playerId: id, betId: randomUUID(), game: table.game, content },
          connection,
        );
      const first = table.holdSeats();
      const chip = bet({ kind: 'place', spot: 'punto', amount: amount(1_000) });
      await first.begun;
      const another = bet({ kind: 'place', spot: 'egalite', amount: amount(500) });
      const second = table.holdSeats();
      first.release();
      expect(await chip).toMatchObject({ ok: true });
      await second.begun;
      const undo = bet({ kind: 'undo' });
      // Whatever is in the mailbox by now is answered before this.
      await table.bet(other!.id, BET);
      second.release();
      expect(await another).toMatchObject({ ok: true });
      expect(await undo).toMatchObject({ ok: true });
      expect([...(await table.seat(id)).slip.stakes]).toEqual([['punto', 1_000n]]);
      await table.stop();
    },
  );
});

describe('players who come to a table', () => {
  it('are read in one statement when they come at once', async () => {
    const table = await RunningTable.open(database);
    const players = await openPlayers(database.pool, creditOf(MANY));
    const joins = () => Promise.all(players.map(({ id }) => table.table.join(id)));
    expect(await askedBy(joins)).toHaveLength(1);
    expect(table.table.published.connections.size).toBe(MANY);
    await table.stop();
  });

  it('are sent their credit as it is then, those too who sit there already', async () => {
    const table = await RunningTable.open(database);
    const [player] = await openPlayers(database.pool, [1_000]);
    expect((await table.table.join(player!.id))?.balance).toBe(1_000n);
    await table.openBets();
    await table.bet(player!.id, BET);
    expect((await table.table.join(player!.id, 'other'))?.balance).toBe(900n);
    await table.stop();
  });

  it('share one snapshot until something happens', async () => {
    const table = await RunningTable.open(database);
    await table.openBets();
    for (const audience of AUDIENCES) {
      const first = table.table.snapshotFor(audience);
      expect(table.table.snapshotFor(audience)).toBe(first);
    }
    const before = table.table.snapshotFor('player');
    await table.closeBets();
    expect(table.table.snapshotFor('player')).not.toBe(before);
    expect(table.table.snapshotFor('player').phase).toBe('bets_closed');
    await table.stop();
  });
});

describe('a player who comes back while the next bets are opened', () => {
  it('repeats the bets of the round before, and not older ones', async () => {
    const table = await RunningTable.open(database);
    const [player] = await openPlayers(database.pool, [10_000]);
    const { id } = player!;
    for (const stake of [100, 300]) {
      await table.openBets();
      await table.table.join(id);
      await table.bet(id, { ...BET, amount: amount(stake) });
      table.table.leave(id);
      await table.playRound(PUNTO_WINS);
    }
    const { begun, release } = table.holdSeats();
    const joining = table.table.join(id);
    await begun;
    await table.openBets();
    release();
    expect((await joining)?.seat.previous).toEqual(new Map([['punto', 300n]]));
    expect(await table.bet(id, { kind: 'repeat' })).toMatchObject({
      ok: true,
      change: new Map([['punto', 300n]]),
    });
    await table.stop();
  });
});

describe('a table that has lost its connection', () => {
  it('comes back before it reads who sits there, and reads them together when they bet', async () => {
    const table = await RunningTable.open(database);
    const players = await openPlayers(database.pool, creditOf(MANY));
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    await table.openBets();
    await Promise.all(players.map(({ id }) => table.bet(id, BET)));
    await table.playRound(PUNTO_WINS);
    await table.openBets();
    const lone = players[0]!.id;
    await table.bet(lone, BET);

    const back = await askedBy(() => table.reopen({ sameProcess: true }));
    // Only the seat of the one who has bet in the round in hand.
    expect(ofPlayers(back)).toHaveLength(1);
    expect(table.table.published.connections.size).toBe(MANY);

    const rest = players.slice(1);
    const repeats = () =>
      Promise.all(
        rest.map(async ({ id }) => {
          const reply = await table.bet(id, { kind: 'repeat' });
          expect(reply).toMatchObject({ ok: true, change: new Map([['punto', 100n]]) });
        }),
      );
    expect(ofPlayers(await askedBy(repeats))).toHaveLength(1);
    await table.stop();
  });

  it('keeps the order of a player’s commands while the seat is read', async () => {
    const table = await RunningTable.open(database);
    const [player] = await openPlayers(database.pool, [1_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.reopen({ sameProcess: true });
    const kinds = ['double', 'double', 'undo'] as const;
    const replies = await Promise.all([
      table.bet(player!.id, BET),
      ...kinds.map((kind) => table.bet(player!.id, { kind })),
    ]);
    expect(replies.map((reply) => reply.ok && reply.balance)).toEqual([900n, 800n, 600n, 800n]);
    await table.stop();
  });

  it('has not answered a player whose bet waits for the seat', async () => {
    const table = await RunningTable.open(database);
    const [player] = await openPlayers(database.pool, [1_000]);
    const { id } = player!;
    await table.table.join(id);
    await table.openBets();
    const { game } = table.state.round!;
    await table.reopen({ sameProcess: true });
    const { betting } = await asSuperuser(database, async (client) => {
      await client.query('begin; lock table players');
      const betting = table.bet(id, BET);
      const hasAnswered = await table.table.hasAnswered(id, game, randomUUID());
      await client.query('rollback');
      expect(hasAnswered).toBe(false);
      return { betting };
    });
    expect(await betting).toMatchObject({ ok: true, balance: 900n });
    expect(await table.table.hasAnswered(id, game, randomUUID())).toBe(true);
    await table.stop();
  });

  it('does not take a bet of somebody who has left while the seat was read', async () => {
    const table = await RunningTable.open(database);
    const [player] = await openPlayers(database.pool, [1_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.reopen({ sameProcess: true });
    const reply = table.bet(player!.id, BET);
    table.table.leave(player!.id);
    expect(await reply).toEqual({ ok: false, refusal: 'not_joined' });
    await table.stop();
  });
});

describe('a seat', () => {
  it('costs the same few look-ups however many rounds the table has dealt', async () => {
    const table = await RunningTable.open(database);
    const [player, onlooker] = await openPlayers(database.pool, [1_000, 1_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.bet(player!.id, BET);
    const { game } = table;
    const id = table.state.table;
    await addRounds(id, game, 600);
    const { bets, rounds } = await lookUps(id, [player!.id, onlooker!.id]);
    expect(bets).toBeLessThanOrEqual(2 * 3);
    expect(rounds).toBeLessThanOrEqual(2 * 2);
    const seats = await new SeatReads(database.pool).seats(id, [player!.id], null);
    expect(seats.get(player!.id)?.previous).toEqual(new Map([['punto', 100n]]));
    await table.stop();
  });
});

describe('seats at several tables', () => {
  it('are read together, each as of its own table and round', async () => {
    const tables = [await RunningTable.open(database), await RunningTable.open(database)];
    const [first, second] = tables.map(({ state }) => state.table);
    const [one, other] = await openPlayers(database.pool, [1_000, 2_000]);
    for (const table of tables) {
      await table.table.join(one!.id);
      await table.openBets();
    }
    await tables[0]!.bet(one!.id, BET);
    const { game } = tables[0]!;
    const statements: string[] = [];
    const query = async (...asked: Parameters<typeof database.pool.query>) => {
      statements.push((asked[0] as unknown as { readonly text: string }).text);
      return database.pool.query(...asked) as unknown as Promise<unknown>;
    };
    const reads = new SeatReads({ query } as unknown as typeof database.pool);
    const unknown = '999999999';
    const [past, inHand, elsewhere] = await Promise.all([
      reads.seats(first!, [other!.id, unknown, one!.id], null),
      reads.seats(first!, [one!.id], game),
      reads.seats(second!, [one!.id, unknown, other!.id], null),
    ]);
    expect(statements).toHaveLength(1);
    const stakes = (seats: typeof past) =>
      [...seats].map(([id, { previous, balance }]) => [id, [...previous], balance]);
    expect(stakes(past)).toEqual([
      [other!.id, [], 2_000n],
      [one!.id, [['punto', 100n]], 900n],
    ]);
    expect(stakes(inHand)).toEqual([[one!.id, [], 900n]]);
    expect(stakes(elsewhere)).toEqual([
      [one!.id, [], 900n],
      [other!.id, [], 2_000n],
    ]);

    const bets = await Promise.all([
      reads.bets([game, game], [one!.id, other!.id]),
      reads.bets([tables[1]!.game], [one!.id]),
    ]);
    expect(statements).toHaveLength(2);
    expect(bets.map((each) => each.map(({ playerId }) => playerId))).toEqual([
      [one!.id, one!.id],
      [],
    ]);
    expect(bets[0][0]!.lines).toEqual([{ spot: 'punto', mode: 'zero_commission', amount: 100n }]);
    for (const table of tables) await table.stop();
  });
});

/** Rounds of the table after `game`, in which nobody bet. */
const addRounds = (table: string, game: string, count: number): Promise<void> =>
  asSuperuser(database, async (client) => {
    await client.query(`set session_replication_role = 'replica'`);
    await client.query(
      `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id)
       select $2::bigint + 1000000 + i, $1, 1, i, paytable, 'betting', opened_seq + i, opened_at, stakes_account_id
         from rounds cross join generate_series(1, $3::int) as i where game_number = $2`,
      [table, game, count],
    );
    await client.query('analyze');
  });

interface LookUps {
  readonly bets: number;
  readonly rounds: number;
}

/** How often the indexes of bets and rounds are searched while these seats are read. */
const lookUps = async (table: string, players: readonly string[]): Promise<LookUps> => {
  const client = await database.pool.connect();
  // What the connection has counted, of earlier statements too.
  const counted = async (): Promise<LookUps> => {
    const { rows } = await client.query<LookUps>(
      `select sum(pg_stat_get_xact_numscans(indexrelid)) filter (where indrelid = 'bets'::regclass)::int as bets,
              sum(pg_stat_get_xact_numscans(indexrelid)) filter (where indrelid = 'rounds'::regclass)::int as rounds
         from pg_index`,
    );
    return rows[0]!;
  };
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const before = await counted();
    await new SeatReads(client).seats(table, players, null);
    const after = await counted();
    await client.query('rollback');
    return { bets: after.bets - before.bets, rounds: after.rounds - before.rounds };
  } finally {
    client.release();
  }
};

describe('a player who is connected to another process', () => {
  it('bets by the limit group of the launch before sitting down, also in the middle of play', async () => {
    const table = await RunningTable.open(database, {
      ...{ betMs: 3_600_000, lastBetsMs: 0, pauseMs: 0, opensItself: false },
      groupLimits: { vip: { punto: { min: '100', max: '700' } } },
    });
    const [player] = await openPlayers(database.pool, [100_000]);
    const { id: playerId } = player!;
    const game = await table.openBets();
    const bets = (value: number, connection: string) => {
      const content: BetContent = { kind: 'place', spot: 'punto', amount: amount(value) };
      return table.table.bet({ playerId, betId: randomUUID(), game, content }, connection);
    };
    expect(await bets(100, 'the first')).toMatchObject({ ok: true });
    await database.pool.query(`update players set limit_group = 'vip' where id = $1`, [playerId]);
    expect(await bets(500, 'the first')).toMatchObject({ ok: true });
    expect(await bets(200, 'the second')).toMatchObject({
      ok: false,
      refusal: 'stake_above_maximum',
    });
    expect(await bets(100, 'the second')).toMatchObject({ ok: true });
    expect((await table.seat(playerId)).slip.stakes.get('punto'), 'they lie there').toBe(700n);
    await table.stop();
  });
});
