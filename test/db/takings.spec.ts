/**
 * The takings that are kept of rounds: never older than what the report says, whoever works them
 * out and whenever, and named by the reconciliation where they were forged.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { reconcile } from '../../src/reconcile/reconcile.js';
import { catchUpSome } from '../../src/report/caught-up.js';
import { catchUp, readDue, readLastDue } from '../../src/report/kept-takings.js';
import { UNFOLLOWED } from '../../src/report/prepared.js';
import { readShift } from '../../src/report/shift-report.js';
import { coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
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
const catchUpAll = async (): Promise<void> => catchUp(pool, await readLastDue(pool, 100), noop);
const outcomeOf = async (game: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ outcome: string }>(
    'select outcome from round_takings where game_number = $1',
    [game],
  );
  return rows[0]?.outcome;
};
const totals = async () => {
  const { totals: lines, voided } = await readShift(pool, EVER);
  return { drop: lines[0]?.drop, payout: lines[0]?.payout, voided };
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
    expect(await totals()).toEqual({ drop: '30000', payout: '40000', voided: 0 });
  });

  it('is due again with each correction, and the report says what it became at once', async () => {
    const game = await play(0);
    await catchUpAll();
    await table.correct(game, 'void');
    expect(await due()).toEqual([game]);
    expect(await outcomeOf(game)).toBe('settled');
    expect(await totals()).toEqual({ drop: '30000', payout: '40000', voided: 1 });
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
        query: async (...asked: [string, unknown[]]) => {
          if (asked[0].includes('insert into round_takings')) {
            await table.correct(game, 'void');
            if (what === 'keeps nothing') await catchUpAll();
          }
          return pool.query(...asked);
        },
      } as Pick<pg.Pool, 'query'>;
      await catchUp(early, await readLastDue(pool, 100), noop);
      if (what === 'leaves it due') expect(await due()).toEqual([game]);
      await readShift(pool, EVER);
      expect(await outcomeOf(game)).toBe('void');
      expect(await due()).toEqual([]);
    },
  );

  it('that cannot be worked out holds up no other', async () => {
    const bad = await play(0);
    const good = await play(1);
    const setPaytable = (version: string) =>
      asSuperuser(database, async (client) => {
        await client.query(`set session_replication_role = 'replica'`);
        await client.query('update rounds set paytable = $2 where game_number = $1', [
          bad,
          version,
        ]);
      });
    const { rows } = await pool.query<{ paytable: string }>(
      'select paytable from rounds where game_number = $1',
      [bad],
    );
    await setPaytable('none');
    await expect(catchUpAll()).rejects.toThrow('has a paytable that is known');
    expect(await due()).toEqual([bad]);
    expect(await outcomeOf(good)).toBe('settled');
    await setPaytable(rows[0]!.paytable);
    await catchUpAll();
    expect(await outcomeOf(bad)).toBe('settled');
  });

  it('that ended while nothing noted it is found', async () => {
    const game = await play(2);
    await asSuperuser(database, (client) =>
      client.query('delete from rounds_due where game_number = $1', [game]),
    );
    expect(await faults()).toEqual([`round ${game}: it has no takings`]);
    const client = await pool.connect();
    try {
      expect(await catchUpSome(client, UNFOLLOWED)).toBe(1);
    } finally {
      client.release();
    }
    expect(await outcomeOf(game)).toBe('settled');
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
    ['the drop', set('{all,drop}', '"1"'), 'drop of all bets is kept as 1, and is 10000'],
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
