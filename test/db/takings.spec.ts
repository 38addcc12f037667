/**
 * The takings that are kept of rounds: never older than what the report says, whoever works them
 * out and whenever, and named by the reconciliation where they were forged.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { readAdvantages } from '../../src/report/advantage-watch.js';
import { reconcile } from '../../src/reconcile/reconcile.js';
import { catchUpSome } from '../../src/report/caught-up.js';
import { catchUp, readDue, readLastDue } from '../../src/report/kept-takings.js';
import { UNFOLLOWED } from '../../src/report/prepared.js';
import { shiftCsv } from '../../src/report/shift-csv.js';
import { readShift } from '../../src/report/shift-report.js';
import { coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { queryOf } from '../kit/query-of.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const SETTINGS = { betMs: 3_600_000, lastBetsMs: 0, pauseMs: 0, opensItself: false };
const EVER = { fromMs: 0, toMs: 9_000_000_000_000 };
/** Of other suits each time, since a shoe holds eight cards of a face. */
const COUPS = ['P 9. K. . B 2. J.', 'P 2. K. . B 9. J.', 'P 8. Q. . B 2. T.'];
let played = 0;
const PROOF = 'What is kept of a round that ended, for reports, is what its log and its bets say.';
const noop = (): void => undefined;

let database: TestDatabase;
let pool: pg.Pool;
let table: RunningTable;
let player: string;
/** Each was played by one player, who had 100 on Punto. */
let games: [string, string, string];

beforeAll(async () => {
  database = await createDatabase();
  ({ pool } = database);
  player = (await openPlayers(pool, [5_000_000]))[0]!.id;
  table = await RunningTable.open(database, SETTINGS);
  await table.table.join(player);
  games = [await play(0), await play(1), await play(2)];
});
afterAll(async () => {
  await table.stop();
  await database.drop();
});

const dealt = (which: number) => {
  played += 1;
  return coup(COUPS[which]!.replaceAll(/(?<=[\dA-Z])\./g, 'hdcs'[played % 4]!));
};

const play = async (which: number): Promise<string> => {
  const game = await table.openBets();
  await table.bet(player, { kind: 'place', spot: 'punto', amount: amount(10_000) });
  await table.playRound(dealt(which));
  return game;
};

const due = async (): Promise<readonly string[]> => {
  const all = await readDue(pool, EVER);
  return [...new Set(all.map(({ game }) => game))].toSorted();
};
const catchUpAll = async () => catchUp(pool, await readLastDue(pool, 100), noop);
/** As the thread does, when the studio has nothing else for it. */
const catchUpLast = async () => {
  const client = await pool.connect();
  try {
    return await catchUpSome(client, UNFOLLOWED);
  } finally {
    client.release();
  }
};
const outcomeOf = async (game: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ outcome: string }>(
    'select outcome from round_takings where game_number = $1',
    [game],
  );
  return rows[0]?.outcome;
};
const totals = async () => {
  const { totals: lines, voided } = await readShift(pool, EVER);
  return { turnover: lines[0]?.turnover, payout: lines[0]?.payout, voided };
};

/** What the reconciliation says of the takings. */
const faults = async (): Promise<readonly string[]> => {
  const client = await pool.connect();
  try {
    const proof = (await reconcile(client)).find(({ says }) => says === PROOF);
    return proof?.first ?? expect.fail('the takings are proven');
  } finally {
    client.release();
  }
};

describe('a round', () => {
  it('is due from its end until its takings are kept', async () => {
    expect(await due()).toEqual(games);
    await catchUpAll();
    expect(await due()).toEqual([]);
    expect(await totals()).toEqual({ turnover: '30000', payout: '40000', voided: 0 });
  });

  it('is due again with each correction, and the report says what it became at once', async () => {
    const game = await play(0);
    await catchUpAll();
    await table.correct(game, 'void');
    expect(await due()).toEqual([game]);
    expect(await outcomeOf(game)).toBe('settled');
    expect(await totals()).toEqual({ turnover: '30000', payout: '40000', voided: 1 });
    expect(await outcomeOf(game)).toBe('void');
    expect(await due()).toEqual([]);
  });

  it('is worked out where it is in hand, and not kept', async () => {
    await table.openBets();
    await table.bet(player, { kind: 'place', spot: 'punto', amount: amount(10_000) });
    const inHand = await readShift(pool, EVER);
    expect(inHand).toMatchObject({ rounds: 5, unended: 1, unbalanced: [] });
    await table.playRound(dealt(1));
    expect(await readShift(pool, EVER)).toMatchObject({ rounds: 5, unended: 0 });
  });

  it.each(['keeps nothing', 'leaves it due'])(
    'of which somebody read too early %s',
    async (what) => {
      const game = await play(0);
      /** Between what is read of the round and what is kept of it. */
      const early = {
        query: async (...asked: Parameters<typeof queryOf>) => {
          const query = queryOf(...asked);
          if (query.text.includes('insert into round_takings')) {
            await table.correct(game, 'void');
            if (what === 'keeps nothing') await catchUpAll();
          }
          return pool.query(query);
        },
      } as Pick<pg.Pool, 'query'>;
      await catchUp(early, await readLastDue(pool, 100), noop);
      if (what === 'leaves it due') expect(await due()).toEqual([game]);
      await readShift(pool, EVER);
      expect(await outcomeOf(game)).toBe('void');
      expect(await due()).toEqual([]);
    },
  );

  it('that ended while nothing noted it is found', async () => {
    const game = await play(2);
    await asSuperuser(database, (client) =>
      client.query('delete from rounds_due where game_number = $1', [game]),
    );
    expect(await faults()).toEqual([`round ${game}: it has no takings`]);
    expect(await catchUpLast()).toEqual({ kept: 1, unclear: [] });
    expect(await outcomeOf(game)).toBe('settled');
  });
});

/** Done to what the application can never change, and undone. */
const whileChanged = async (
  change: string,
  back: string,
  work: () => Promise<void>,
): Promise<void> => {
  const perform = (text: string) =>
    asSuperuser(database, async (client) => {
      await client.query(`set session_replication_role = 'replica'`);
      await client.query(text);
    });
  await perform(change);
  try {
    await work();
  } finally {
    await perform(back);
  }
};

describe('a round that cannot be worked out', () => {
  /** A round on a paytable that nobody knows, and the one before it. */
  const withUnknownPaytable = async (
    work: (bad: string, good: string) => Promise<void>,
  ): Promise<void> => {
    await catchUpAll();
    const good = await play(1);
    const bad = await play(0);
    const { rows } = await pool.query<{ paytable: string }>(
      'select paytable from rounds where game_number = $1',
      [bad],
    );
    const set = (version: string) =>
      `update rounds set paytable = '${version}' where game_number = ${bad}`;
    await whileChanged(set('none'), set(rows[0]!.paytable), () => work(bad, good));
    expect(await readShift(pool, EVER)).toMatchObject({ unclear: [] });
    expect(await outcomeOf(bad)).toBe('settled');
  };
  const faultOf = (game: string) => `not so: round ${game} has a paytable that is known`;

  it('is named in the report and in its CSV, and left out of the sums', async () => {
    const before = await readShift(pool, EVER);
    await withUnknownPaytable(async (bad, good) => {
      const report = await readShift(pool, EVER);
      const { table: id, settings } = table.state;
      const named = { game: bad, table: id, tableName: settings.name, fault: faultOf(bad) };
      expect(report.unclear).toEqual([named]);
      expect(report.rounds).toBe(before.rounds + 2);
      expect(report.totals[0]?.rounds).toBe(before.totals[0]!.rounds + 1);
      expect(report.totals[0]?.turnover).toBe(String(Number(before.totals[0]!.turnover) + 10_000));
      expect(await outcomeOf(good)).toBe('settled');
      const csv = shiftCsv(report);
      expect(csv).toMatch(/^left out,not clear,,1,/m);
      expect(csv).toMatch(new RegExp(`^not clear,.*${bad},${id},.*${faultOf(bad)}`, 'm'));
      expect((await readShift(pool, { ...EVER, dealer: 'Dora' })).unclear).toEqual([named]);
      expect(await readAdvantages(pool, EVER)).toMatchObject({
        looked: before.rounds + 1,
        unclear: [named],
      });
    });
  });

  it('is named by the reconciliation, which goes on to the others', async () => {
    await withUnknownPaytable(async (bad) => {
      await pool.query(`update round_takings set dealer = 'Elio' where game_number = $1`, [
        games[0],
      ]);
      expect(await faults()).toEqual([
        `round ${games[0]}: dealer is kept as Elio, and is Dora`,
        `round ${bad}: it cannot be worked out: ${faultOf(bad)}`,
      ]);
      await pool.query(`insert into rounds_due (game_number) values ($1)`, [games[0]]);
    });
  });

  it('holds up no other, however often it is due, and is tried again later', async () => {
    await withUnknownPaytable(async (bad, good) => {
      await pool.query(
        'insert into rounds_due (game_number) select $1::bigint from generate_series(1, 200)',
        [bad],
      );
      const unclear = [{ game: bad, fault: faultOf(bad) }];
      expect(await catchUpLast()).toEqual({ kept: 0, unclear });
      expect(await catchUpLast()).toEqual({ kept: 1, unclear });
      expect(await outcomeOf(good)).toBe('settled');
      expect(await catchUpLast()).toEqual({ kept: 0, unclear: [] });
      await database.moveTimeTo(11 * 60_000);
      expect(await catchUpLast()).toEqual({ kept: 0, unclear });
      await database.moveTimeTo(0);
      expect(await due()).toEqual([bad]);
    });
  });

  it('is every round after an event that cannot be read, and no other', async () => {
    await catchUpAll();
    const rounds = [await play(1), await play(0), await play(2)] as const;
    const event = `table_id = '${table.state.table}' and kind = 'coup_decided' and payload::jsonb ->> 'game' = '${rounds[1]}'`;
    await whileChanged(
      `update table_events set payload = overlay(payload placing '9' from position('"coup_decided"' in payload) + 1 for 1)
        where ${event}`,
      `update table_events set payload = overlay(payload placing 'c' from position('9oup_decided"' in payload) for 1)
        where kind = 'coup_decided' and payload like '%9oup_decided"%'`,
      async () => {
        const { unclear } = await readShift(pool, EVER);
        expect(unclear.map(({ game }) => game)).toEqual([rounds[1], rounds[2]]);
        expect(await outcomeOf(rounds[0])).toBe('settled');
      },
    );
    expect(await readShift(pool, EVER)).toMatchObject({ unclear: [] });
  });

  it('is one whose correction can no longer be read, though its takings are kept', async () => {
    const game = await play(0);
    await table.correct(game, 'void');
    await catchUpAll();
    await whileChanged(
      `update table_events set payload = replace(payload, '"round_corrected"', '"round_amended"')
        where kind = 'round_corrected' and payload like '%"${game}"%'`,
      `update table_events set payload = replace(payload, '"round_amended"', '"round_corrected"')
        where kind = 'round_corrected' and payload like '%"${game}"%'`,
      async () => {
        const { unclear } = await readShift(pool, EVER);
        expect(unclear).toMatchObject([
          { game, fault: 'not so: events of the kind round_amended, of its version, are known' },
        ]);
      },
    );
  });

  it('is one that the database does not keep', async () => {
    await catchUpAll();
    const [bad, good] = [await play(0), await play(1)];
    await whileChanged(
      `alter table round_takings add constraint unwanted check (game_number <> ${bad})`,
      'alter table round_takings drop constraint unwanted',
      async () => {
        const { kept, unclear } = await catchUpLast();
        expect([kept, unclear.map(({ game }) => game)]).toEqual([1, [bad]]);
        expect(unclear[0]?.fault).toContain('unwanted');
        expect(await outcomeOf(good)).toBe('settled');
        // The report has worked it out by itself.
        expect((await readShift(pool, EVER)).unclear).toEqual([]);
      },
    );
    await catchUp(pool, await readDue(pool, EVER), noop);
    expect(await outcomeOf(bad)).toBe('settled');
  });
});

describe('takings', () => {
  /** Changes the first round's, says what is wrong, and puts them right again. */
  const forged = async (change: string): Promise<readonly string[]> => {
    await pool.query(`update round_takings set ${change} where game_number = $1`, [games[0]]);
    const found = await faults();
    await pool.query(`insert into rounds_due (game_number) values ($1)`, [games[0]]);
    await catchUpAll();
    expect(await faults()).toEqual([]);
    return found;
  };
  const set = (path: string, value: string) =>
    `takings = jsonb_set(takings, '${path}', '${value}')`;

  it.each([
    ['outcome', `outcome = 'void'`, 'outcome is kept as void, and is settled'],
    ['the dealer', `dealer = 'Elio'`, 'dealer is kept as Elio, and is Dora'],
    ['the cards', 'cards_seen = 7', 'cards seen is kept as 7, and is 1'],
    ['stakes', 'staked = 5', 'stakes is kept as 5, and is 10000'],
    ['the balance', 'is_balanced = false', 'balance is kept as false, and is true'],
    ['the turnover', set('{all,drop}', '"1"'), 'turnover of all bets is kept as 1, and is 10000'],
    ['a bet', set('{byBet,0,taken,payout}', '"1"'), 'payout of punto is kept as 1, and is 20000'],
    ['nothing', 'takings = null', 'bets of all bets is kept as (none), and is 1'],
    [
      'an advantage',
      `advantages = '[{"mode":"normal","spot":"punto","n":"11","d":"10"}]'`,
      'return of punto normal is kept as 11/10, and is (none)',
    ],
  ])('that were forged are named: %s', async (_, change, says) => {
    expect(await forged(change)).toContain(`round ${games[0]}: ${says}`);
  });

  it('of which the chance was forged are named, too', async () => {
    const [first] = await forged(set('{all,mean}', '1'));
    expect(first).toMatch(/mean of all bets is kept as 1, and is 98\d\d\./);
  });

  it('of a round that was never opened are named, and of one that has not ended', async () => {
    const inHand = await table.openBets();
    await asSuperuser(database, async (client) => {
      const copied = `insert into round_takings select $1, outcome, dealer, cards_seen, staked, is_balanced, takings, advantages
                        from round_takings where game_number = $2`;
      for (const game of ['9999999999', inHand]) await client.query(copied, [game, games[0]]);
    });
    expect(await faults()).toEqual([
      'takings of round 9999999999, which was never opened',
      `round ${inHand}: it has takings before its end`,
    ]);
  });

  it('are never deleted', async () => {
    await expect(pool.query('delete from round_takings')).rejects.toThrow(/denied|insert-only/);
    await asSuperuser(database, (client) =>
      expect(client.query('delete from round_takings')).rejects.toThrow('insert-only'),
    );
  });
});
