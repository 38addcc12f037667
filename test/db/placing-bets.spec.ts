import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BetKind, BetLine } from '../../src/ledger/bet-line.js';
import { type BetCommit, betPlacer, placeBets } from '../../src/ledger/place-bets.js';
import { sessionAccount, stakesAccount } from '../../src/money/chart-of-accounts.js';
import { MODES, type Mode, SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import { releaseLease, renewLeases, takeLease } from '../../src/table/lease.js';
import { writeBet } from '../kit/bet-by-sql.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable, connect } from '../kit/logged-table.js';
import { UNTIL_WAITED_FOR, asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';
import { writeEvent } from '../kit/written-log.js';
import { runs } from '../kit/runs.js';

let database: TestDatabase;
let table: LoggedTable;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
  await table.openBets();
});
afterEach(() => table.close());

const line = (spot: Spot, amount: number, mode: Mode = 'zero_commission'): BetLine => ({
  spot,
  mode,
  amount: BigInt(amount),
});

const commit = (
  { id, accountId }: CreditedPlayer,
  kind: BetKind,
  lines: readonly BetLine[],
  more: Partial<BetCommit> = {},
): BetCommit => ({
  playerId: id,
  accountId,
  betId: randomUUID(),
  kind,
  total: lines.reduce((sum, { amount }) => sum + amount, 0n),
  lines,
  noted: [],
  keepsMode: null,
  ...more,
});

const place = (player: CreditedPlayer, spot: Spot, amount: number): BetCommit =>
  commit(player, 'place', [line(spot, amount)]);

const eventAt = async (at: LoggedTable, seq: number) => {
  const { rows } = await database.pool.query<{
    epoch: string;
    kind: string;
    payload: string;
    hash: Buffer;
    at_ms: string;
  }>(
    'select epoch, kind, payload, hash, at_ms from table_events where table_id = $1 and seq = $2',
    [at.lease.table, seq],
  );
  return rows[0]!;
};

/** The digest as its rule says it, written down once more. */
const digestOf = (commits: readonly BetCommit[]): string =>
  createHash('sha256')
    .update(
      commits
        .map(({ playerId, betId, kind, lines }) => {
          const column = (text: (each: BetLine) => string) => `{${lines.map(text).join()}}`;
          return [
            playerId,
            betId,
            kind,
            column(({ spot }) => spot),
            column(({ mode }) => mode),
            column(({ amount }) => amount.toString()),
          ].join(' ');
        })
        .join('\n'),
    )
    .digest('hex');

const lying = async (game: string): Promise<bigint> => {
  const { rows } = await database.pool.query<{ sum: string }>(
    'select coalesce(sum(amount), 0) as sum from bets where game_number = $1',
    [game],
  );
  return BigInt(rows[0]!.sum);
};

describe('a batch of bets', () => {
  it('moves the stakes, and writes the bets, one entry and one event', async () => {
    const players = await openPlayers(database.pool, [1_000, 2_000]);
    const [one, other] = players as [CreditedPlayer, CreditedPlayer];
    const commits = [
      commit(one, 'repeat', [line('egalite', 150), line('punto', 300)], {
        noted: ['super_6', 'punto_pair'],
      }),
      place(other, 'banco', 700),
    ];
    const before = await eventAt(table, table.state.seq);
    const outcome = await table.placeBatch(commits);
    const { seq } = table.state;
    expect(outcome).toMatchObject({ fenced: false, placed: [550n, 1_300n] });
    expect(outcome.event!.seq).toBe(seq);

    const { rows: bets } = await database.pool.query(
      `select player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after, noted::text
         from bets where game_number = $1 order by player_id, line`,
      [table.game],
    );
    const common = { mode: 'zero_commission', game_number: table.game, seq: String(seq) };
    const repeat = {
      player_id: one.id,
      bet_id: commits[0]!.betId,
      kind: 'repeat',
      balance_after: '550',
      noted: '{super_6,punto_pair}',
    };
    expect(bets).toEqual([
      { ...common, ...repeat, line: 0, spot: 'egalite', amount: '150' },
      { ...common, ...repeat, line: 1, spot: 'punto', amount: '300' },
      {
        ...common,
        player_id: other.id,
        bet_id: commits[1]!.betId,
        kind: 'place',
        balance_after: '1300',
        noted: null,
        line: 0,
        spot: 'banco',
        amount: '700',
      },
    ]);

    const { rows: postings } = await database.pool.query(
      `select e.kind, s.id as source, d.name as destination, amount from entries e
         join postings p on p.entry_id = e.id
         join accounts s on s.id = source_id join accounts d on d.id = destination_id
        where e.key = $1 order by line`,
      [`bets:${table.lease.table}:${seq}`],
    );
    const destination = stakesAccount(table.game);
    expect(postings).toEqual([
      { kind: 'bets', source: one.accountId, destination, amount: '450' },
      { kind: 'bets', source: other.accountId, destination, amount: '700' },
    ]);
    expect((await balances(database.pool)).get(destination)).toBe(1_150n);

    const event = await eventAt(table, seq);
    expect(event).toMatchObject({
      kind: 'bets_accepted',
      epoch: table.lease.epoch.toString(),
      at_ms: String(table.nowMs),
    });
    expect(JSON.parse(event.payload)).toEqual({
      kind: 'bets_accepted',
      version: 1,
      game: table.game,
      bets: 2,
      change: '1150',
      digest: digestOf(commits),
    });
    expect(event.payload).toBe(outcome.event!.payload);
    const chained = [table.lease.table, seq, event.epoch, event.at_ms, event.kind, event.payload];
    expect(event.hash).toEqual(
      createHash('sha256').update(before.hash).update(chained.join('|')).digest(),
    );
  });

  it('leaves out those short of funds, and the rest stands', async () => {
    const players = await openPlayers(database.pool, [500, 499, 500, 0, 800]);
    const commits = players.map((player) => place(player, 'punto', 500));
    const outcome = await table.placeBatch(commits);
    const SHORT = 'insufficient_funds';
    expect(outcome.placed).toEqual([0n, SHORT, 0n, SHORT, 300n]);
    const all = await balances(database.pool);
    expect(players.map(({ id }) => all.get(`player:${id}:session`))).toEqual([
      0n,
      499n,
      0n,
      0n,
      300n,
    ]);
    const stood = commits.filter((_, index) => typeof outcome.placed[index] === 'bigint');
    expect(JSON.parse(outcome.event!.payload)).toMatchObject({
      bets: 3,
      change: '1500',
      digest: digestOf(stood),
    });
    expect(all.get(stakesAccount(table.game))).toBe(1_500n);
    const { rows } = await database.pool.query<{ bet_id: string }>(
      'select bet_id from bets where game_number = $1',
      [table.game],
    );
    expect(rows.map(({ bet_id }) => bet_id).sort()).toEqual(stood.map(({ betId }) => betId).sort());
  });

  it('of which nobody can pay leaves no trace', async () => {
    const players = await openPlayers(database.pool, [10, 20]);
    const before = await allRows(database.pool);
    const outcome = await table.placeBatch(players.map((player) => place(player, 'punto', 500)));
    const placed = ['insufficient_funds', 'insufficient_funds'];
    expect(outcome).toEqual({ fenced: false, placed, event: undefined });
    expect(await allRows(database.pool)).toEqual(before);
  });

  it('gives back what is taken from the spots, and holds what is staked', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    await table.placeBatch([
      commit(one, 'place', [line('punto', 300)]),
      commit(other, 'repeat', [line('banco', 200), line('super_6', 100)]),
    ]);
    const outcome = await table.placeBatch([
      commit(one, 'undo', [line('punto', -300)]),
      commit(other, 'double', [line('banco', 200), line('super_6', 100)]),
    ]);
    expect(outcome.placed).toEqual([1_000n, 400n]);
    expect(JSON.parse(outcome.event!.payload)).toMatchObject({ change: '0', bets: 2 });
    const { rows } = await database.pool.query(
      `select s.name as source, d.name as destination, amount from entries e
         join postings p on p.entry_id = e.id
         join accounts s on s.id = source_id join accounts d on d.id = destination_id
        where e.key = $1 order by line`,
      [`bets:${table.lease.table}:${table.state.seq}`],
    );
    const stakes = stakesAccount(table.game);
    expect(rows).toEqual([
      { source: stakes, destination: `player:${one.id}:session`, amount: '300' },
      { source: `player:${other.id}:session`, destination: stakes, amount: '300' },
    ]);
    expect((await balances(database.pool)).get(stakes)).toBe(600n);
    expect(await lying(table.game)).toBe(600n);
  });

  it('moves stakes to another mode without moving money, and keeps the mode for the next visit', async () => {
    const players = await openPlayers(database.pool, [1_000, 1_000, 1_000]);
    const [one, other, third] = players as [CreditedPlayer, CreditedPlayer, CreditedPlayer];
    await table.placeBatch([place(one, 'banco', 300)]);
    const before = await balances(database.pool);
    const normal = { keepsMode: 'normal' };
    const outcome = await table.placeBatch([
      commit(one, 'mode', [line('banco', -300), line('banco', 300, 'normal')], normal),
      commit(other, 'mode', [line('punto', 0, 'normal')], normal), // Nothing is staked.
    ]);
    expect(outcome.placed).toEqual([700n, 1_000n]);
    expect(await balances(database.pool)).toEqual(before);
    const { rows: entries } = await database.pool.query('select from entries where key = $1', [
      `bets:${table.lease.table}:${table.state.seq}`,
    ]);
    expect(entries).toEqual([]);
    const { rows: modes } = await database.pool.query<{ mode: string }>(
      'select mode from players where id = any($1::bigint[]) order by id',
      [[one.id, other.id, third.id]],
    );
    expect(modes.map(({ mode }) => mode)).toEqual(['normal', 'normal', 'zero_commission']);
    const { rows: lies } = await database.pool.query(
      `select player_id, spot, mode, sum(amount) from bets where game_number = $1
        group by 1, 2, 3 having sum(amount) <> 0`,
      [table.game],
    );
    expect(lies).toEqual([{ player_id: one.id, spot: 'banco', mode: 'normal', sum: '300' }]);
  });

  it('in which more is taken back than is staked is refused whole', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    await table.placeBatch([place(one, 'punto', 300)]);
    const before = await allRows(database.pool);
    await expect(
      table.placeBatch([
        commit(one, 'undo', [line('punto', -301)]),
        commit(other, 'mode', [line('punto', 0, 'normal')], { keepsMode: 'normal' }),
      ]),
    ).rejects.toMatchObject({ constraint: 'accounts_never_below_zero' });
    expect(await allRows(database.pool)).toEqual(before);
  });
});

describe('a bet id', () => {
  it('used before in the round is left out, and the rest of the batch stands', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    const first = place(one, 'punto', 300);
    await table.placeBatch([first]);
    const again = [first, { ...place(one, 'egalite', 100), betId: first.betId }];
    for (const reused of again) {
      const alone = await allRows(database.pool);
      const nothing = { fenced: false, placed: ['bet_id_reused'], event: undefined };
      expect(await table.placeBatch([reused])).toEqual(nothing);
      expect(await allRows(database.pool)).toEqual(alone);
      const before = (await balances(database.pool)).get(sessionAccount(other.id))!;
      const outcome = await table.placeBatch([place(other, 'banco', 100), reused]);
      expect(outcome.placed).toEqual([before - 100n, 'bet_id_reused']);
    }
    const outcome = await table.placeBatch([
      commit(other, 'mode', [line('punto', 0, 'normal')], { keepsMode: 'normal' }),
      first,
    ]);
    expect(outcome.placed).toEqual([800n, 'bet_id_reused']);
    expect((await balances(database.pool)).get(sessionAccount(one.id))).toBe(700n);
    expect(await lying(table.game)).toBe(500n);
  });

  it('is used up for ever: in a later round, on another spot, in another mode, at another table', async () => {
    const [one] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
    const first = place(one, 'punto', 300);
    const mode = commit(one, 'mode', [line('punto', 0)], { keepsMode: 'zero_commission' });
    await table.placeBatch([first]);
    await table.placeBatch([mode]);
    await table.placeBatch([commit(one, 'clear', [line('punto', -300)])]);
    await table.closeBets();
    await table.deal({ cards: ['9h', '2c', 'Kd', 'Ks'] });
    await table.openBets();
    const elsewhere = await LoggedTable.open(database);
    await elsewhere.openBets();
    const before = await allRows(database.pool);
    for (const { betId } of [first, mode]) {
      for (const at of [table, elsewhere]) {
        for (const again of [
          { ...place(one, 'egalite', 100), betId },
          commit(one, 'place', [line('banco', 100, 'normal')], { betId }),
          commit(one, 'mode', [line('punto', 0, 'normal')], { betId, keepsMode: 'normal' }),
        ]) {
          expect((await at.placeBatch([again])).placed).toEqual(['bet_id_reused']);
        }
      }
    }
    expect(await allRows(database.pool)).toEqual(before);
    await elsewhere.close();
  });

  it('that is on its way at another table is waited for, but not for long', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    const writer = await connect(database);
    const betId = randomUUID();
    await writer.query('begin');
    await writer.query(
      `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
       values ($1, $2, 0, 'punto', 'zero_commission', 'place', 100, $3, 1, 0)`,
      [one.id, betId, table.game],
    );
    const before = await allRows(database.pool);
    const batch = [{ ...place(one, 'punto', 100), betId }, place(other, 'banco', 100)];
    await expect(table.placeBatch(batch)).rejects.toMatchObject({ code: '55P03' });
    expect(await allRows(database.pool)).toEqual(before);
    await writer.query('commit');
    await writer.end();
    expect((await table.placeBatch(batch)).placed).toEqual(['bet_id_reused', 900n]);
  });

  it('is found to be used by a table that takes none for used, and the rest stands', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    const first = place(one, 'punto', 100);
    await table.placeBatch([first]);
    const before = await allRows(database.pool);
    const at = await table.place();
    const plainly = placeBets(table.client, at, [first, place(other, 'banco', 100)], {
      withCare: false,
    });
    await expect(plainly).rejects.toMatchObject({ code: '23505', constraint: 'bets_pkey' });
    expect(await allRows(database.pool)).toEqual(before);
    const placer = betPlacer(table.client);
    const batch = [first, place(other, 'banco', 100)];
    expect(await placer(at, batch)).toMatchObject({ placed: ['bet_id_reused', 900n] });
  });

  it.each([true, false])(
    'is said to be used to a player who is short of funds, too: with care %s',
    async (withCare) => {
      const [player] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
      const first = place(player, 'punto', 600);
      await table.placeBatch([first]);
      const { betId } = place(player, 'punto', 600);
      const batch = [first, { ...first, betId }];
      for (const [commit, why] of [
        [batch[0]!, 'bet_id_reused'],
        [batch[1]!, 'insufficient_funds'],
      ] as const) {
        const place = await table.place();
        const outcome = await placeBets(table.client, place, [commit], { withCare });
        expect(outcome).toEqual({ fenced: false, placed: [why], event: undefined });
      }
    },
  );

  it('may be used by two players', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    const first = place(one, 'punto', 300);
    const outcome = await table.placeBatch([
      first,
      { ...place(other, 'punto', 300), betId: first.betId },
    ]);
    expect(outcome.placed).toEqual([700n, 700n]);
  });
});

describe('a stale writer', () => {
  it('is fenced off, and nothing of its batch is written', async () => {
    const [one, other] = (await openPlayers(database.pool, [1_000, 1_000])) as [
      CreditedPlayer,
      CreditedPlayer,
    ];
    await table.placeBatch([place(one, 'punto', 300)]);
    const at = await table.place();
    const commits = [
      commit(one, 'undo', [line('punto', -300)]),
      commit(other, 'mode', [line('punto', 0, 'normal')], { keepsMode: 'normal' }),
    ];
    const stale = [
      { ...at, epoch: at.epoch - 1n },
      { ...at, epoch: at.epoch + 1n },
      { ...at, owner: randomUUID() },
      { ...at, table: 'no-such-table' },
    ];
    const before = await allRows(database.pool);
    for (const each of stale) {
      const outcome = await placeBets(table.client, each, commits);
      expect(outcome).toEqual({ fenced: true });
    }
    expect(await allRows(database.pool)).toEqual(before);

    await releaseLease(database.pool, table.lease);
    await takeLease(database.pool, table.lease.table, randomUUID(), 60_000);
    expect(await placeBets(table.client, at, commits)).toMatchObject({ fenced: true });
  });

  it('keeps the lease from changing hands while its batch is under way, but not from being renewed', async () => {
    const [one] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
    const owner = randomUUID();
    const at = await table.place();
    const { table: id } = table.lease;
    const runOut = () =>
      database.pool.query(
        `update table_leases set expires_at = now() - interval '1 s' where table_id = $1`,
        [id],
      );
    await runOut();
    void table.client.query('begin');
    await placeBets(table.client, at, [place(one, 'punto', 300)]);
    expect(await renewLeases(database.pool, [table.lease], 60_000)).toEqual(
      new Map([[id, 'renewed']]),
    );
    await runOut();
    expect(await takeLease(database.pool, id, owner, 60_000)).toBeUndefined();
    // Whoever takes it by other means waits.
    let taken = false;
    const taking = database.pool
      .query('update table_leases set epoch = epoch + 1, owner = $2 where table_id = $1', [
        id,
        owner,
      ])
      .then(() => (taken = true));
    await untilWaitingForLocks(database, 1);
    expect(taken).toBe(false);
    await table.client.query('commit');
    await taking;
    expect(await lying(at.game)).toBe(300n);
    expect(await placeBets(table.client, at, [place(one, 'punto', 300)])).toEqual({ fenced: true });
    expect(await takeLease(database.pool, id, owner, 60_000)).toMatchObject({
      owner,
      epoch: at.epoch + 2n,
    });
  });
});

describe('a row that somebody else holds', () => {
  const hold = async (sql: string, id: string) => {
    const holder = await connect(database);
    await holder.query('begin');
    await holder.query(`${sql} where id = $1 for update`, [id]);
    return async () => {
      await holder.query('rollback');
      await holder.end();
    };
  };

  it('leaves out the command of its player at once, and the others stand', async () => {
    const players = await openPlayers(database.pool, [1_000, 1_000, 1_000]);
    const [one, held, third] = players as [CreditedPlayer, CreditedPlayer, CreditedPlayer];
    const letGo = await hold('select from accounts', held.accountId);
    const batch = players.map((player) => place(player, 'punto', 300));
    const outcome = await table.placeBatch(batch);
    expect(outcome.placed).toEqual([700n, 'player_is_busy', 700n]);
    expect(JSON.parse(outcome.event!.payload)).toMatchObject({
      bets: 2,
      digest: digestOf([batch[0]!, batch[2]!]),
    });
    await letGo();
    expect((await table.placeBatch([batch[1]!])).placed).toEqual([700n]);
    for (const { id } of [one, held, third]) {
      expect((await balances(database.pool)).get(sessionAccount(id))).toBe(700n);
    }
  });

  it('that is being barred leaves out its player, and afterwards the stakes of that player', async () => {
    const players = await openPlayers(database.pool, [1_000, 1_000]);
    const [barred, other] = players as [CreditedPlayer, CreditedPlayer];
    expect((await table.placeBatch([place(barred, 'punto', 100)])).placed).toEqual([900n]);
    const bar = await connect(database);
    try {
      await bar.query('begin');
      await bar.query(
        `insert into play_bars (operator_id, ref, kind, source, by, reason)
         select operator_id, ref, 'bar', 'staff', 'Mona', 'x' from players where id = $1`,
        [barred.id],
      );
      const both = () => [place(barred, 'punto', 300), place(other, 'punto', 100)];
      expect((await table.placeBatch(both())).placed).toEqual(['player_is_busy', 900n]);
      await bar.query('commit');
      expect((await table.placeBatch(both())).placed).toEqual(['barred_from_play', 800n]);
    } finally {
      await bar.end();
    }
    const back = commit(barred, 'undo', [line('punto', -100)]);
    for (const withCare of [true, false]) {
      const stake = () => [place(barred, 'punto', 300)];
      const at = await table.place();
      expect(await placeBets(table.client, at, stake(), { withCare })).toMatchObject({
        placed: ['barred_from_play'],
      });
    }
    expect((await table.placeBatch([back])).placed).toEqual([1_000n]);
    const written = writeBet(table.client, barred.id);
    await expect(written).rejects.toMatchObject({ code: 'SB070' });
  });

  it('that limits a player leaves out afterwards what would be over the limit', async () => {
    const players = await openPlayers(database.pool, [1_000, 1_000]);
    const [limited, other] = players as [CreditedPlayer, CreditedPlayer];
    expect((await table.placeBatch([place(limited, 'punto', 300)])).placed).toEqual([700n]);
    await database.pool.query(
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
       select operator_id, ref, 'stake', 'day', currency, 500, 'staff', 'Mona', 'x' from players where id = $1`,
      [limited.id],
    );
    const both = (amount: number) => [place(limited, 'punto', amount), place(other, 'punto', 100)];
    expect((await table.placeBatch(both(201))).placed).toEqual(['stake_limit_reached', 900n]);
    for (const withCare of [true, false]) {
      const at = await table.place();
      expect(
        await placeBets(table.client, at, [place(limited, 'punto', 201)], { withCare }),
      ).toMatchObject({ placed: ['stake_limit_reached'] });
    }
    expect((await table.placeBatch(both(200))).placed).toEqual([500n, 800n]);
    const written = table.client.query(
      `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
       select player_id, gen_random_uuid(), line, spot, mode, 'place', 1, game_number, seq, balance_after
         from bets where player_id = $1 limit 1`,
      [limited.id],
    );
    await expect(written).rejects.toMatchObject({ code: 'SB072' });
  });

  it('and is not changed leaves out what has come to be over a limit meanwhile, and the rest stands', async () => {
    const limit = (id: string, most: number) =>
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
       select operator_id, ref, 'stake', 'day', currency, ${most}, 'staff', 'Mona', 'x' from players where id = ${id}`;
    const raced = async () => {
      const players = await openPlayers(database.pool, [1_000, 1_000]);
      const [limited, other] = players as [CreditedPlayer, CreditedPlayer];
      await database.pool.query(limit(limited.id, 900));
      const placer = betPlacer(table.client);
      const at = await table.place();
      return asSuperuser(database, async (client) => {
        await client.query(
          `begin;
           -- Past the trigger that changes the row: it is only locked.
           set local session_replication_role = replica;
           select from accounts where id = ${limited.accountId} for update;
           ${limit(limited.id, 200)}`,
        );
        const meanwhile = client.query(`${UNTIL_WAITED_FOR}; commit`);
        const placed = placer(at, [place(limited, 'punto', 300), place(other, 'punto', 100)]);
        await meanwhile;
        return placed;
      });
    };
    await expect
      .poll(raced, { timeout: 60_000 })
      .toMatchObject({ placed: ['stake_limit_reached', 900n] });
  });

  it('that has the mode of a player leaves out the choice of another, and no bet', async () => {
    const players = await openPlayers(database.pool, [1_000, 1_000]);
    const [held, other] = players as [CreditedPlayer, CreditedPlayer];
    const letGo = await hold('select from players', held.id);
    const chooses = (player: CreditedPlayer) =>
      commit(player, 'mode', [line('punto', 0, 'normal')], { keepsMode: 'normal' });
    expect((await table.placeBatch([chooses(held), chooses(other)])).placed).toEqual([
      'player_is_busy',
      1_000n,
    ]);
    expect((await table.placeBatch([place(held, 'punto', 300)])).placed).toEqual([700n]);
    await letGo();
    expect((await table.placeBatch([chooses(held)])).placed).toEqual([700n]);
  });
});

describe('after the close', () => {
  const LATE = { code: 'SB005' };
  const INSERT = `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
    values ($1, gen_random_uuid(), 0, 'punto', 'zero_commission', 'place', 100, $2, 1, 0)`;

  it('no batch is taken, and nothing of it is written', async () => {
    const [one] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
    const at = await table.place();
    await table.closeBets();
    const before = await allRows(database.pool);
    await expect(placeBets(table.client, at, [place(one, 'punto', 100)])).rejects.toMatchObject(
      LATE,
    );
    await table.deal({ cards: ['9h', '2c', 'Kd', 'Ks'] });
    const after = await allRows(database.pool);
    await expect(placeBets(table.client, at, [place(one, 'punto', 100)])).rejects.toMatchObject(
      LATE,
    );
    expect(await allRows(database.pool)).toEqual(after);
    expect(after['bets']).toEqual(before['bets']);
  });

  it('no bet is taken by direct SQL either, nor for a round that was never opened', async () => {
    const [one] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
    const { pool } = database;
    await pool.query(INSERT, [one.id, table.game]); // while the bets are open the trigger is silent
    await expect(pool.query(INSERT, [one.id, '1999999999'])).rejects.toMatchObject(LATE);
    await table.closeBets();
    await expect(pool.query(INSERT, [one.id, table.game])).rejects.toMatchObject(LATE);
    const several = `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
      select $1, gen_random_uuid(), 0, 'punto', 'zero_commission', 'place', 100, game, 1, 0
        from unnest($2::bigint[]) as game`;
    const other = await LoggedTable.open(database);
    await other.openBets();
    await expect(pool.query(several, [one.id, [other.game, table.game]])).rejects.toMatchObject(
      LATE,
    );
    await other.close();
  });

  /** Of the studio's login: whatever it makes, and names before the studio's own schema. */
  it.each([
    [
      'another table of rounds',
      `create schema mine; create table mine.rounds (like public.rounds);
       set search_path = mine, public`,
      'mine.rounds',
    ],
    [
      'an operator of its own',
      `create schema mine;
       create function mine.never(bet_kind, bet_kind) returns boolean language sql as 'select false';
       create operator mine.<> (function = mine.never, leftarg = bet_kind, rightarg = bet_kind);
       set search_path = mine, pg_catalog, public`,
      undefined,
    ],
  ])('no bet is taken by %s', async (_, made, rounds) => {
    const [one] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
    const login = new pg.Client({ connectionString: database.studioUrl });
    await login.connect();
    try {
      await login.query('begin');
      await login.query(made);
      if (rounds !== undefined) {
        const copy = `insert into ${rounds} select * from public.rounds where game_number = $1`;
        await login.query(copy, [table.game]);
      }
      await table.closeBets();
      await expect(login.query(INSERT, [one.id, table.game])).rejects.toMatchObject(LATE);
    } finally {
      await login.end();
    }
  });

  it('the round cannot be opened again', async () => {
    const { pool } = database;
    const { game } = table;
    const change = (set: string) =>
      pool.query(`update rounds set ${set} where game_number = $1`, [game]);
    await expect(change(`status = 'closed'`)).rejects.toMatchObject({ code: '23514' });
    await table.closeBets();
    await expect(change(`status = 'betting'`)).rejects.toMatchObject({ code: '23514' });
    const closedForGood = { code: 'SB007' };
    await expect(change(`status = 'betting', closed_seq = null`)).rejects.toMatchObject(
      closedForGood,
    );
    await expect(change('closed_seq = closed_seq + 5')).rejects.toMatchObject(closedForGood);
  });

  it('a bet that raced the close stands before it or not at all', async () => {
    const [one] = (await openPlayers(database.pool, [1_000])) as [CreditedPlayer];
    const bettor = await connect(database);
    // The bet is first: the close waits for it.
    await bettor.query('begin');
    await bettor.query(INSERT, [one.id, table.game]);
    let closed = false;
    const closing = table.closeBets().then(() => (closed = true));
    await untilWaitingForLocks(database, 1);
    expect(closed).toBe(false);
    await bettor.query('commit');
    await closing;
    await table.deal({ cards: ['9h', '2c', 'Kd', 'Ks'] });

    // The close is first: the bet waits for it, and is refused.
    const game = await table.openBets();
    const closer = await connect(database);
    await closer.query('begin');
    await writeEvent(closer, table.lease.table, 'betting_closed', { game });
    await closer.query(
      `update rounds set status = 'closed', closed_seq = $2 where game_number = $1`,
      [game, table.state.seq + 1],
    );
    const betting = bettor.query(INSERT, [one.id, game]).then(
      () => 'stands',
      (error: pg.DatabaseError) => error.code,
    );
    await untilWaitingForLocks(database, 1);
    await closer.query('commit');
    expect(await betting).toBe('SB005');
    await bettor.end();
    await closer.end();
  });
});

describe('batches one behind the other', () => {
  it('are answered in their order, whatever they hold, even when the answers come together', async () => {
    const players = await openPlayers(database.pool, [1_000, 1_000, 1_000, 1_000]);
    const at = await table.place();
    const done: number[] = [];
    const flights = players.map((player, index) => {
      const commits =
        index % 2 === 0
          ? [commit(player, 'mode', [line('punto', 0, 'normal')], { keepsMode: 'normal' })]
          : [place(player, 'punto', 100)];
      return placeBets(table.client, at, commits).then((outcome) => {
        if (!outcome.fenced) done.push(outcome.event!.seq);
      });
    });
    await new Promise(setImmediate); // they are on the wire
    const until = performance.now() + 100;
    // All answers are in the socket when the process looks again.
    while (performance.now() < until);
    await Promise.all(flights);
    const first = table.state.seq + 1;
    expect(done).toEqual([first, first + 1, first + 2, first + 3]);
  });
});

describe('any batches', () => {
  it('hold what can be paid and no more, at two tables at once', async () => {
    const other = await LoggedTable.open(database);
    await other.openBets();
    const tables = [table, other];
    const spot = fc.constantFrom(...SPOTS);
    const mode = fc.constantFrom(...MODES);
    const command = fc.record({
      player: fc.nat(4),
      kind: fc.constantFrom('place', 'place', 'place', 'undo', 'mode'),
      spot,
      mode,
      amount: fc.integer({ min: 1, max: 400 }),
    });
    const batch = fc.array(command, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(batch, batch), { maxLength: 4 }), async (rounds) => {
        const players = await openPlayers(database.pool, [1_000, 700, 300, 100, 50]);
        const slips = tables.map(() => new Map<string, bigint>());
        for (const batches of rounds) {
          const attempts = batches.map((drawn, index) => commitsOf(drawn, players, slips[index]!));
          const outcomes = await Promise.all(
            attempts.map((commits, index) => tables[index]!.placeBatch(commits)),
          );
          for (const [index, { placed }] of outcomes.entries()) {
            for (const [ord, { playerId, lines }] of attempts[index]!.entries()) {
              const after = placed[ord]!;
              if (typeof after === 'string') continue;
              expect(after).toBeGreaterThanOrEqual(0n);
              for (const { spot: on, mode: inMode, amount } of lines) {
                const key = `${playerId} ${on} ${inMode}`;
                slips[index]!.set(key, (slips[index]!.get(key) ?? 0n) + amount);
              }
            }
          }
        }
        const all = await balances(database.pool);
        for (const at of tables) {
          expect(all.get(stakesAccount(at.game))).toBe(await lying(at.game));
        }
        const staked = slips.flatMap((slip) => [...slip.values()]);
        const left = players.map(({ id }) => all.get(`player:${id}:session`)!);
        expect([...staked, ...left].reduce((sum, each) => sum + each, 0n)).toBe(2_150n);
        expect([...all.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n);
      }),
      { numRuns: runs(15) },
    );
    await other.close();
  });
});

/** Commands as a table would send them: one a player, and nothing taken back that is not staked. */
const commitsOf = (
  drawn: readonly { player: number; kind: string; spot: Spot; mode: Mode; amount: number }[],
  players: readonly CreditedPlayer[],
  slip: ReadonlyMap<string, bigint>,
): readonly BetCommit[] => {
  const byPlayer = new Map(drawn.map((each) => [each.player, each]));
  return [...byPlayer.values()]
    .toSorted((a, b) => a.player - b.player)
    .map(({ player: index, kind, spot, mode, amount }) => {
      const player = players[index]!;
      const lies = slip.get(`${player.id} ${spot} ${mode}`) ?? 0n;
      if (kind === 'undo' && lies > 0n)
        return commit(player, 'undo', [line(spot, Number(-lies), mode)]);
      const other = mode === 'normal' ? 'zero_commission' : 'normal';
      if (kind === 'mode' && lies > 0n) {
        const moved = [line(spot, Number(-lies), mode), line(spot, Number(lies), other)];
        return commit(player, 'mode', moved, { keepsMode: other });
      }
      return commit(player, 'place', [line(spot, amount, mode)]);
    });
};
