/**
 * Sealed periods: gaming days that are over are closed with what everybody held, written to files,
 * and proven from them alone. Whatever is changed in the files is found.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { amount } from '../../src/money/amount.js';
import { NotSealed, closePeriod } from '../../src/period/close-period.js';
import { exportPeriod } from '../../src/period/export-period.js';
import { numberRanges } from '../../src/period/number-ranges.js';
import { SPOTS } from '../../src/punto-banco/spot.js';
import type { Seal } from '../../src/period/seal.js';
import { verifyPeriod } from '../../src/period/verify-period.js';
import { isInOrder, makeReport, proveBooks } from '../../src/reconcile/reconcile.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { coup } from '../kit/any-coup.js';
import { changeFile } from '../kit/changed-period.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { FURTHER } from '../kit/currencies.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { STANDING_CLOCK, handsProcess } from '../kit/hands-process.js';
import { runs } from '../kit/runs.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const DAY_MS = 86_400_000;
const PUNTO = coup('P 9h Kd . B 2c Ks');
const BANCO = coup('P 2h Kd 4s . B 7c Ks');

const key = makeUpAnchorKey();
const TRUSTED = [parsePublicKey(key.publicKey)!];
const root = mkdtempSync(path.join(os.tmpdir(), 'sabot-periods-'));
const folderOf = (period: number): string => path.join(root, `period-${period}`);
let database: TestDatabase;
let tables: readonly RunningTable[];
let players: readonly CreditedPlayer[];
/** How far the database's time is ahead; and the first of the days, at noon UTC. */
let aheadMs = 0;
let firstDayMs: number;
let games: Record<'voided' | 'late' | 'corrected' | 'open', string>;
let sessions: Sessions;
const seals: Seal[] = [];

const dayOf = (index: number): string =>
  new Date(firstDayMs + index * DAY_MS).toISOString().slice(0, 10);

/** Moves the world to that moment after the noon of the first day. */
const moveTo = async (sinceMs: number): Promise<void> => {
  const next = firstDayMs + sinceMs - Date.now();
  for (const at of tables) at.forward(next - aheadMs);
  aheadMs = next;
  await database.moveTimeTo(aheadMs);
};

const place = (minorUnits: number, spot: 'punto' | 'banco' = 'punto') =>
  ({ kind: 'place', spot, amount: amount(minorUnits) }) as const;

const bet = async (at: RunningTable, minorUnits = 100): Promise<void> => {
  for (const { id } of players) {
    await at.table.join(id);
    await at.bet(id, place(minorUnits));
    await at.bet(id, place(30, 'banco'));
    await at.bet(id, { kind: 'undo' });
  }
};

/** Time that was moved on may have closed the bets already. */
const finish = async (at: RunningTable, dealt: typeof PUNTO): Promise<void> => {
  if (at.state.phase === 'betting') await at.closeBets();
  await at.deal(dealt);
};

const play = async (at: RunningTable, dealt: typeof PUNTO): Promise<string> => {
  await at.openBets();
  const { game } = at;
  await bet(at);
  await finish(at, dealt);
  return game;
};

const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  asSuperuser(database, work);

/** What the seals that were written have sent to Postgres, in order. */
const sent: string[] = [];

const seal = (untilDay: string): Promise<Seal> =>
  asOwner(async (client) => {
    const query = vi.spyOn(client, 'query');
    const sealed = await closePeriod(client, untilDay, key);
    for (const [given] of query.mock.calls as readonly (readonly unknown[])[]) {
      sent.push((typeof given === 'string' ? given : (given as pg.QueryConfig).text).trim());
    }
    return sealed;
  });

beforeAll(async () => {
  database = await createDatabase();
  firstDayMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  tables = [];
  await moveTo(0);
  const { pool } = database;
  sessions = new Sessions(pool, pool, new LedgerWallet(pool, { shortfallRecovery: 'cash_out' }));
  players = [
    ...(await openPlayers(pool, [50_000, 50_000, 50_000], 5_000)),
    ...(await openPlayers(pool, [50_000], 5_000, 'CHF')),
  ];
  const settings = {
    ...{ betMs: 60_000, lastBetsMs: 0, pauseMs: 0, opensItself: false },
    oppositeBets: 'allow' as const,
    chips: ['1'],
    // No new cards are due on any of the days.
    cardsMaxMs: 30 * DAY_MS,
    limits: Object.fromEntries(
      SPOTS.map((spot) => [spot, { min: '1', max: '100000' }]),
    ) as typeof DEFAULT_SETTINGS.limits,
  };
  tables = [
    await RunningTable.open(database, { ...settings, further: { CHF: FURTHER.CHF } }),
    await RunningTable.open(database, settings),
  ];
  for (const at of tables) at.forward(aheadMs);
  await playDays();
});

afterAll(async () => {
  for (const at of tables) await at.stop();
  await database.drop();
  rmSync(root, { recursive: true });
});

const playDays = async (): Promise<void> => {
  const [one, other] = tables as readonly [RunningTable, RunningTable];
  const corrected = await play(one, PUNTO);
  await play(other, BANCO);
  await one.openBets();
  const voided = one.game;
  await bet(one);
  await one.voidRound();
  const [player] = players;
  await sessions.cashOut(player!.id, randomUUID());
  await sessions.buyIn(player!.id, amount(20_000), randomUUID());

  // Over midnight: opened on the first day, settled on the second.
  await moveTo(DAY_MS / 2 - 20 * 60_000);
  await other.openBets();
  const late = other.game;
  await bet(other);
  await moveTo(DAY_MS / 2 + 60_000);
  await play(one, BANCO);
  await finish(other, PUNTO);
  await moveTo(DAY_MS);
  await one.correct(corrected, 'resettle', { coup: 'P 2h Kd 4s . B 7c Ks' });
  const again = await play(other, BANCO);
  await other.correct(again, 'refund', { player: players[2]!.id });
  await sessions.cashOut(players[1]!.id, randomUUID());
  await sessions.buyIn(players[1]!.id, amount(10_000), randomUUID());

  await moveTo(2 * DAY_MS);
  await one.openBets();
  games = { voided, late, corrected, open: one.game };
  await bet(one);
  await moveTo(3 * DAY_MS);
};

/** In one snapshot: the logs and the books. */
const expectInOrder = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  const verdicts = await verifyDatabase(client, { keys: TRUSTED, witnesses: [] });
  const proofs = await proveBooks(client);
  await client.end();
  expect(isInOrder(proofs), makeReport(proofs)).toBe(true);
  const faults = verdicts.flatMap((verdict) => verdict.faults);
  // The kit writes its staff straight into the database, and voids for a reason of its own.
  const ours = /^the account |^the use of its approval has reason_code/;
  expect(faults.filter(({ says }) => !ours.test(says))).toEqual([]);
};

const refusalOf = async (untilDay: string): Promise<string> => {
  try {
    await seal(untilDay);
    return 'sealed';
  } catch (error) {
    if (error instanceof NotSealed) return error.refusal;
    throw error;
  }
};

describe('a period', () => {
  it('is sealed when all that was begun in it is over, day after day', async () => {
    await expectInOrder();
    expect(await refusalOf(dayOf(3))).toBe('not_over');
    expect(await refusalOf(dayOf(2))).toBe('round_in_hand');
    seals.push(await seal(dayOf(0)));
    expect(await refusalOf(dayOf(0))).toBe('nothing_new');
    seals.push(await seal(dayOf(1)));
    const [one] = tables;
    await finish(one!, BANCO);
    // Two at a time: the other one finds that it is done.
    const both = await Promise.allSettled([seal(dayOf(2)), seal(dayOf(2))]);
    seals.push(...both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
    const refused = both.map((each) => (each.status === 'rejected' ? String(each.reason) : ''));
    expect(refused.join('')).toMatch(/^NotSealed: nothing_new/);
    expect(seals.map(({ number }) => number)).toEqual([1n, 2n, 3n]);
    await expectInOrder();
  });

  // From its first row on, a transaction keeps out of operators’ feeds what others write.
  it('is read as a whole before its first row is written', () => {
    const each = sent.join('\0').split('\0commit');
    expect(each.length).toBeGreaterThan(3);
    for (const statements of each.slice(0, -1).map((text) => text.split('\0'))) {
      const first = statements.findIndex((text) => /\binsert into\b/.test(text));
      expect(first).toBeGreaterThan(0);
      expect(statements.slice(first).filter((text) => !text.startsWith('insert into'))).toEqual([]);
    }
  });

  it('has each round on the day on which it was opened', async () => {
    const { rows } = await asOwner((client) =>
      client.query<{ name: string; number: string }>(
        `select name, number from jsonb_each_text($1) as given(name, game) join periods on games @> game::bigint order by name`,
        [games],
      ),
    );
    expect(Object.fromEntries(rows.map(({ name, number }) => [name, number]))).toEqual({
      corrected: '1',
      late: '1',
      open: '3',
      voided: '1',
    });
  });

  it('holds in the end what every account holds', async () => {
    const { rows } = await asOwner((client) =>
      client.query<{ name: string; balance: string }>(
        `select name, b.balance from period_balances b join accounts a on a.id = account_id where period = 3`,
      ),
    );
    const held = [...(await balances(database.pool))].filter(([, balance]) => balance !== 0n);
    expect(rows.map(({ name, balance }) => [name, BigInt(balance)]).sort()).toEqual(held.sort());
  });
});

/** Pages of the sets of numbers of all periods that this transaction has read. */
const setsRead = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pages: number }>(
    `select pg_stat_get_xact_blocks_fetched(reltoastrelid)::int as pages from pg_class where oid = 'periods'::regclass`,
  );
  return rows[0]!.pages;
};

describe('the numbers of a period', () => {
  const asRanges = numberRanges('n', 'unnest($1::bigint[]) as given(n)');

  it('are the ranges of just these numbers', async () => {
    await asOwner(async (client) => {
      const numbers = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 50 });
      await fc.assert(
        fc.asyncProperty(numbers, async (given) => {
          const { rows } = await client.query<{ ranges: string; one_by_one: string }>(
            `select ${asRanges} as ranges,
                    coalesce((select range_agg(int8range(n, n, '[]')) from unnest($1::bigint[]) as n), '{}')::text as one_by_one`,
            [given],
          );
          expect(rows[0]!.ranges).toBe(rows[0]!.one_by_one);
        }),
        { numRuns: runs(200) },
      );
    });
  });

  it('are put together a run at a time, however many there are', async () => {
    await asOwner(async (client) => {
      const numbers = `(select n from generate_series(1, 30000) as n where n <> 7919) as given`;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, verbose, format json) select ${numberRanges('n', numbers)}`,
      );
      const plans = plansIn(rows[0]!['QUERY PLAN'][0].Plan);
      const together = plans.find(({ Output }) => Output?.join().includes('range_agg('));
      expect(together?.Plans?.map((below) => below['Actual Rows'])).toEqual([2]);
    });
  });
});

interface Plan {
  readonly Output?: readonly string[];
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Plan[];
}

const plansIn = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(plansIn)];

describe('what comes late', () => {
  const LATE: readonly [string, string, string][] = [
    [
      'an entry',
      `insert into entries (key, kind, at) select 'late', 'deposit', ends_at - interval '1 s' from periods where number = 3`,
      'SB092',
    ],
    [
      'a round with the number of another',
      `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id)
       select lower(games), (select min(id) from tables), 1, 1, 'x', 'betting', 1, studio_now(), 1 from periods where number = 2`,
      'SB092',
    ],
    [
      'a bet in a round that is sealed',
      `insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
       select (select min(id) from players), gen_random_uuid(), 0, 'punto', 'zero_commission', 'place', 1, lower(games), 1, 1 from periods where number = 1`,
      'SB005',
    ],
    [
      'a period in the place of one',
      `insert into periods select 4, until_day, ends_at, heads_digest, balances_digest, totals, games, hands, timeline, sealed_at, key_id, signature from periods where number = 3`,
      'SB090',
    ],
    ['a balance', `insert into period_balances select 3, 1000000, 1`, 'SB090'],
    [
      'a head that the log does not have',
      `insert into period_heads (log, period, from_seq, from_hash, seq, hash) select log, 4, seq, hash, seq + 1, sha256('x') from period_heads where period = 3 limit 1`,
      'SB091',
    ],
    ['another seal', `update periods set totals = ''`, '23001'],
    ['a seal less', `delete from periods where number = 3`, '23001'],
    ['a head less', `delete from period_heads`, '23001'],
    ['another balance', `update period_balances set balance = 0`, '23001'],
  ];

  it.each(LATE)('is refused by the database, even to its owner: %s', async (_, sql, code) => {
    const tried = asOwner((client) => client.query(sql));
    await expect(tried).rejects.toMatchObject({ code });
  });

  it('is refused where it is one hand of many, and no number that a period does not have', async () => {
    await asOwner(async (client) => {
      const opened = async (...numbers: number[]) => {
        await client.query('savepoint before');
        await client.query(
          `insert into solo_hands (hand_number, player_id, game, rules, commitment, sealed)
           select number, (select min(id) from players), game, 'x', sha256('x'), 'x'
             from unnest($1::bigint[], enum_range(null::solo_game)) as opened(number, game) where number is not null`,
          [numbers],
        );
      };
      await client.query('begin');
      try {
        await client.query(`set local session_replication_role = replica`);
        await client.query(
          `update periods set hands = '{[1000, 1002), [1005, 1007)}' where number = 2`,
        );
        await client.query(`set local session_replication_role = origin`);
        for (const numbers of [[1000], [1006], [1007, 1001], [1003, 2000, 1005]]) {
          await expect(opened(...numbers), numbers.join()).rejects.toMatchObject({ code: 'SB092' });
          await client.query('rollback to before');
        }
        for (const numbers of [
          [1007, 2000],
          [999, 1004, 1008],
        ]) {
          await opened(...numbers);
          await client.query('rollback to before');
        }
      } finally {
        await client.query('rollback');
      }
    });
  });

  it('costs no hand and no round that is new a look at the numbers of what is sealed', async () => {
    await asOwner(async (client) => {
      await client.query(`begin; set local session_replication_role = replica`);
      try {
        // Of the other guards' refusals nothing is to be seen here.
        await client.query(
          `alter table solo_hands enable always trigger solo_hands_after_the_seal;
           alter table rounds enable always trigger rounds_after_the_seal`,
        );
        // Ten days more, with numbers that have gaps: each set is some fifty kilobytes.
        await client.query(
          `insert into periods (number, until_day, ends_at, heads_digest, balances_digest, totals, games, hands, timeline, sealed_at, key_id, signature)
           select 3 + day, until_day + day::int, ends_at + day * interval '1 day', '', '', '', gaps, gaps, timeline, sealed_at, key_id, signature
             from periods cross join generate_series(1, 10) as day cross join lateral (
               select range_agg(int8range(n, n + 1)) as gaps from (
                 select day * 100000 + 2 * i + (random() < 0.5)::int * 7919 as n from generate_series(1, 5000) as i) as own) as own
            where number = 3`,
        );
        const before = await setsRead(client);
        await client.query(
          `insert into solo_hands (hand_number, player_id, game, rules, commitment, sealed)
           select 9000000, (select min(id) from players), enum_first(null::solo_game), 'x', sha256('x'), 'x'`,
        );
        expect((await setsRead(client)) - before, 'of a hand').toBe(0);
        await client.query(
          `insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, status, opened_seq, opened_at, stakes_account_id)
           select 9000000000, 'another', 1, 1, 'x', 'betting', 1, studio_now(), 1`,
        );
        expect((await setsRead(client)) - before, 'of a round').toBe(0);
      } finally {
        await client.query('rollback');
      }
    });
  });

  it('is not the application’s to write', async () => {
    for (const sql of [
      `insert into period_balances values (4, 1, 1)`,
      `insert into period_exports (period, manifest) values (1, 'x')`,
      `delete from period_heads`,
      `update periods set totals = ''`,
    ]) {
      await expect(database.pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
  });
});

const wrongOf = async (folder: string, trusted = TRUSTED): Promise<readonly string[]> => {
  const { proofs } = await verifyPeriod(folder, trusted);
  return proofs.flatMap(({ wrong, first, says }) => (wrong === 0 ? [] : [says, ...first]));
};

/**
 * A copy of the exported period, with a file changed. With a `signer` its digest is made to fit.
 */
const changed = async (
  period: number,
  name: string,
  change: (lines: string[]) => string[],
  signer?: typeof key,
): Promise<string> => {
  const folder = path.join(root, randomUUID());
  cpSync(folderOf(period), folder, { recursive: true });
  changeFile(folder, name, change, signer);
  return folder;
};

/** The first round with bets and payments, with something else in it. */
const inARound =
  (change: (round: { bets: unknown[][]; payouts: unknown[][] }) => void) => (lines: string[]) => {
    const at = lines.findIndex((line) => !/"(bets|payouts)":\[\]/.test(line));
    const round = JSON.parse(lines[at]!) as Parameters<typeof change>[0];
    change(round);
    lines[at] = JSON.stringify(round);
    return lines;
  };

describe('an exported period', () => {
  it('is whole by its files alone, each of them', async () => {
    for (const period of [1, 2, 3]) {
      const digest = await asOwner((client) =>
        exportPeriod(client, BigInt(period), folderOf(period), key),
      );
      const verdict = await verifyPeriod(folderOf(period), TRUSTED);
      expect(makeReport(verdict.proofs)).toContain('The books are in order.');
      expect(verdict).toMatchObject({ number: BigInt(period), digest });
      const looked = verdict.proofs.filter(({ looked }) => looked > 0).length;
      expect(looked, 'most of it is there').toBeGreaterThan(7);
    }
  });

  it('is not written over another, nor where none is sealed', async () => {
    const write = (period: bigint, folder: string) =>
      asOwner((client) => exportPeriod(client, period, folder, key));
    await expect(write(1n, folderOf(1))).rejects.toThrow('is not empty');
    await expect(write(9n, folderOf(9))).rejects.toThrow('no_such_period');
  });

  it('leaves nothing behind where it fails in the middle, and can be written there again', async () => {
    const folder = path.join(root, 'broken-off');
    await asOwner(async (other) => {
      await other.query('begin; lock table staff_actions in access exclusive mode');
      const broken = asOwner(async (client) => {
        await client.query(`set lock_timeout = '100ms'`);
        return exportPeriod(client, 1n, folder, key);
      });
      await expect(broken).rejects.toThrow('lock timeout');
    });
    expect(readdirSync(folder)).toEqual([]);
    await asOwner((client) => exportPeriod(client, 1n, folder, key));
    expect((await verifyPeriod(folder, TRUSTED)).number).toBe(1n);
  });

  it('is written by one at a time, and whole', async () => {
    const folder = path.join(root, 'at-a-time');
    const write = () => asOwner((client) => exportPeriod(client, 1n, folder, key));
    const both = await Promise.allSettled([write(), write()]);
    const refused = both.map((each) => (each.status === 'rejected' ? String(each.reason) : ''));
    expect(refused.join('')).toMatch(/^BadPeriod: .* is not empty/);
    expect(isInOrder((await verifyPeriod(folder, TRUSTED)).proofs)).toBe(true);
  });

  it('is none without its manifest, whatever is there', async () => {
    const folder = path.join(root, 'killed');
    cpSync(folderOf(1), folder, { recursive: true });
    renameSync(path.join(folder, 'manifest.json'), path.join(folder, 'manifest.json.writing'));
    await expect(verifyPeriod(folder, TRUSTED)).rejects.toThrow('no manifest');
    const again = asOwner((client) => exportPeriod(client, 1n, folder, key));
    await expect(again).rejects.toThrow('broken off');
  });

  it('is not whole by another key', async () => {
    const other = [parsePublicKey(makeUpAnchorKey().publicKey)!];
    expect(await wrongOf(folderOf(1), other)).toContain(
      'The seal and the manifest are signed by a key that is trusted.',
    );
  });

  const CHANGES: readonly [string, string, (lines: string[]) => string[], RegExp][] = [
    [
      'a bet of another amount',
      'rounds',
      inARound(({ bets }) => (bets[0]![7] = '900')),
      /its digest is not that of its bets/,
    ],
    [
      'a bet less',
      'rounds',
      inARound(({ bets }) => bets.shift()),
      /its digest is not|are recorded/,
    ],
    [
      'a payment more',
      'rounds',
      inARound(({ payouts }) => (payouts[0]![2] = '100000')),
      /was paid 100000, not/,
    ],
    ['a round less', 'rounds', (lines) => lines.slice(1), /is in the place of/],
    ['a row of a log less', 'events', (lines) => lines.toSpliced(5, 1), /it is missing/],
    [
      'the last row of a log less',
      'events',
      (lines) => lines.slice(0, -1),
      /does not end at its row/,
    ],
    [
      'another event',
      'events',
      (lines) => lines.map((line) => line.replace('"P 9h', '"P 8h').replace('\\"P 9h', '\\"P 8h')),
      /its hash is not that of its content/,
    ],
    ['an entry less', 'entries', (lines) => lines.slice(1), /comes to .*, and was sealed at/],
    [
      'another balance',
      'accounts',
      (lines) => lines.map((line) => line.replace(/"closing":"(\d)/, '"closing":"9$1')),
      /the closing balances are not what was sealed/,
    ],
    [
      'another beginning',
      'heads',
      (lines) => lines.map((line) => line.replace(/"seq":"(\d+)"/, '"seq":"9$1"')),
      /where the logs begin and end is not what was sealed/,
    ],
  ];

  it.each(CHANGES)('is found changed: %s', async (...[, name, change]) => {
    const wrong = await wrongOf(await changed(1, name, change));
    expect(wrong[0]).toBe('Every file is the one that was exported.');
  });

  it.each(CHANGES)(
    'is found changed even by who has its key: %s',
    async (...[, name, change, says]) => {
      const wrong = await wrongOf(await changed(1, name, change, key));
      expect(wrong.join('\n')).toMatch(says);
      expect(wrong.join('\n')).not.toMatch(/its digest is another/);
    },
  );

  it('cannot be another period, nor one without a file', async () => {
    const folder = path.join(root, randomUUID());
    cpSync(folderOf(1), folder, { recursive: true });
    copyFileSync(path.join(folderOf(2), 'manifest.json'), path.join(folder, 'manifest.json'));
    expect((await wrongOf(folder)).join('\n')).toMatch(/its digest is another|should have/);
    rmSync(path.join(folder, 'rounds.jsonl.gz'));
    expect((await wrongOf(folder)).join('\n')).toMatch(/rounds.jsonl.gz cannot be read/);
  });
});

const SETTE = 'sette_e_mezzo';

const commitHand = async (): Promise<string> => {
  const opened = await handsNow().open(players[0]!.id, SETTE);
  if (!opened.ok) throw new Error(opened.refusal);
  return opened.hand.hand;
};

/** It waits for its player's choice then. */
const stakeHand = async (hand: string): Promise<void> => {
  const reply = await handsNow().play({
    ...{ playerId: players[0]!.id, hand, id: randomUUID() },
    asked: { game: SETTE, command: { kind: 'deal', step: 0, stake: amount(100) } },
    part: { seed: 'la mia fortuna', cut: null },
  });
  expect(reply.ok).toBe(true);
};

const handsNow = () => {
  const clock = { ...STANDING_CLOCK, nowMs: () => Date.now() + aheadMs };
  return handsProcess(database, undefined, clock).hands;
};

describe('a hand that is committed to on one day and staked on another', () => {
  it('is in the way of the day on which it was staked, and of none before', async () => {
    const hand = await commitHand();
    await play(tables[0]!, PUNTO);
    await moveTo(4 * DAY_MS);
    await stakeHand(hand);
    expect((await seal(dayOf(3))).number).toBe(4n);
    await moveTo(5 * DAY_MS);
    expect(await refusalOf(dayOf(4))).toBe('hand_in_play');
    await expectInOrder();
  });
});
