/**
 * Detached periods: once its files are proven, what a period moved is taken out of the database. It
 * can be stopped in the middle, the books and the logs stay in order, no id comes twice, and the
 * database lets nothing else go.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { writeKey } from '../../src/audit/anchor-rows.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { readStatement } from '../../src/history/statement.js';
import { readBalance } from '../../src/ledger/post.js';
import { amount } from '../../src/money/amount.js';
import { closePeriod } from '../../src/period/close-period.js';
import { NotDetached, detachPeriod, readOlderThan } from '../../src/period/detach-period.js';
import { exportPeriod } from '../../src/period/export-period.js';
import {
  digestBalances,
  readArchives,
  readSeals,
  writeExport,
} from '../../src/period/period-rows.js';
import { signSeal } from '../../src/period/seal.js';
import { SPOTS } from '../../src/punto-banco/spot.js';
import { isInOrder, makeReport, proveBooks } from '../../src/reconcile/reconcile.js';
import { readRoundReport } from '../../src/report/round-report.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { coup } from '../kit/any-coup.js';
import { type CreditedPlayer, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { STANDING_CLOCK, handsProcess } from '../kit/hands-process.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

const DAY_MS = 86_400_000;
const PUNTO = coup('P 9h Kd . B 2c Ks');
const BANCO = coup('P 2h Kd 4s . B 7c Ks');
const KEPT_DAYS = 92;

const key = makeUpAnchorKey();
const TRUSTED = [parsePublicKey(key.publicKey)!];
const root = mkdtempSync(path.join(os.tmpdir(), 'sabot-archives-'));
const folderOf = (period: number): string => path.join(root, `period-${period}`);
let database: TestDatabase;
let at: RunningTable;
let players: readonly CreditedPlayer[];
let sessions: Sessions;
let aheadMs = 0;
let firstDayMs: number;
/** A round of the first day, paid on the second; a bet of the first day; one of the second. */
let late: string;
let corrected: string;
let second: string;
const usedId = randomUUID();

const dayOf = (index: number): string =>
  new Date(firstDayMs + index * DAY_MS).toISOString().slice(0, 10);

/** Moves the world to that moment after the noon of the first day. */
const moveTo = async (sinceMs: number): Promise<void> => {
  const next = firstDayMs + sinceMs - Date.now();
  at.forward(next - aheadMs);
  aheadMs = next;
  await database.moveTimeTo(aheadMs);
};

const place = (minorUnits: number) =>
  ({ kind: 'place', spot: 'punto', amount: amount(minorUnits) }) as const;

const bet = async (): Promise<void> => {
  for (const { id } of players) {
    await at.table.join(id);
    await at.bet(id, place(100));
    await at.bet(id, place(30));
    await at.bet(id, { kind: 'undo' });
  }
};

const finish = async (dealt: typeof PUNTO): Promise<void> => {
  if (at.state.phase === 'betting') await at.closeBets();
  await at.deal(dealt);
};

const play = async (dealt: typeof PUNTO): Promise<string> => {
  await at.openBets();
  const { game } = at;
  await bet();
  await finish(dealt);
  return game;
};

/** A hand of a solo game, in whatever batch. */
const playHand = async (): Promise<void> => {
  const clock = { ...STANDING_CLOCK, nowMs: () => Date.now() + aheadMs };
  const { hands } = handsProcess(database, undefined, clock);
  const playerId = players[0]!.id;
  const opened = await hands.open(playerId, 'punto_e_banco');
  if (!opened.ok) throw new Error(opened.refusal);
  const reply = await hands.play({
    ...{ playerId, hand: opened.hand.hand, id: randomUUID() },
    asked: {
      game: 'punto_e_banco',
      command: { kind: 'deal', step: 0, stakes: { punto: amount(1_000) } },
    },
    part: { seed: 'la mia fortuna', cut: null },
  });
  expect(reply.ok).toBe(true);
};

const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  asSuperuser(database, work);

const write = (period: number, folder = folderOf(period)): Promise<string> =>
  asOwner((client) => exportPeriod(client, BigInt(period), folder, key));

type Detaching = Partial<Parameters<typeof detachPeriod>[1]>;

const detach = (period: number, more: Detaching = {}): Promise<number> =>
  asOwner((client) =>
    detachPeriod(client, {
      ...{ number: BigInt(period), folder: folderOf(period) },
      ...{ trusted: TRUSTED, keptDays: KEPT_DAYS, ...more },
    }),
  );

const refusalOf = async (detaching: Promise<unknown>): Promise<string> => {
  try {
    await detaching;
    return 'detached';
  } catch (error) {
    if (error instanceof NotDetached) return error.refusal;
    throw error;
  }
};

const countOf = async (table: string): Promise<number> => {
  const { rows } = await asOwner((client) =>
    client.query<{ count: string }>(`select count(*) from ${table}`),
  );
  return Number(rows[0]!.count);
};

/** As the database's owner, with the guards switched off. */
const meddle = (sql: string, values: readonly unknown[] = []): Promise<unknown> =>
  asOwner(async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(sql, [...values]);
  });

/** What is wrong with the logs and the books, at one moment. */
const faults = async (): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  const verdicts = await verifyDatabase(client, { keys: TRUSTED, witnesses: [] });
  const proofs = await proveBooks(client, { anchorKeys: TRUSTED });
  await client.end();
  // The kit writes its staff straight into the database, and voids for a reason of its own.
  const ours = /^the account |^the use of its approval has reason_code/;
  const says = verdicts.flatMap((verdict) => verdict.faults).map((fault) => fault.says);
  return [
    ...says.filter((each) => !ours.test(each)),
    ...(isInOrder(proofs) ? [] : [makeReport(proofs)]),
  ];
};

const houseHolds = () => readBalance(database.pool, 'house');

beforeAll(async () => {
  database = await createDatabase();
  firstDayMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  const settings = {
    ...{ betMs: 60_000, lastBetsMs: 0, pauseMs: 0, opensItself: false },
    oppositeBets: 'allow' as const,
    chips: ['1'],
    cardsMaxMs: 400 * DAY_MS,
    limits: Object.fromEntries(
      SPOTS.map((spot) => [spot, { min: '1', max: '100000' }]),
    ) as typeof DEFAULT_SETTINGS.limits,
  };
  aheadMs = firstDayMs - Date.now();
  await database.moveTimeTo(aheadMs);
  const { pool } = database;
  sessions = new Sessions(pool, pool, new LedgerWallet(pool, { shortfallRecovery: 'cash_out' }));
  players = await openPlayers(pool, [50_000, 50_000, 50_000], 5_000);
  at = await RunningTable.open(database, settings);
  at.forward(aheadMs);
  await playDays();
  for (const day of [0, 1]) await asOwner((client) => closePeriod(client, dayOf(day), key));
});

afterAll(async () => {
  await at.stop();
  await database.drop();
  rmSync(root, { recursive: true });
});

const playDays = async (): Promise<void> => {
  corrected = await play(PUNTO);
  await at.openBets();
  await at.table.join(players[0]!.id);
  await at.bet(players[0]!.id, place(500), { betId: usedId });
  await at.voidRound();
  await playHand();
  await sessions.cashOut(players[1]!.id, randomUUID());
  await sessions.buyIn(players[1]!.id, amount(20_000), randomUUID());
  // Over midnight: opened on the first day, settled on the second.
  await moveTo(DAY_MS / 2 - 20 * 60_000);
  await at.openBets();
  late = at.game;
  await bet();
  await moveTo(DAY_MS / 2 + 60_000);
  await finish(BANCO);
  await moveTo(DAY_MS);
  await at.correct(corrected, 'resettle', { coup: 'P 2h Kd 4s . B 7c Ks' });
  second = await play(BANCO);
  await playHand();
  await moveTo(2 * DAY_MS);
  await play(PUNTO);
  await moveTo(3 * DAY_MS);
};

describe('a period is not detached', () => {
  let rows: readonly number[];
  const counted = () =>
    Promise.all(['postings', 'entries', 'archived_gains', 'period_archives'].map(countOf));

  it('that is not sealed, or ended not long ago, or has an older one before it', async () => {
    rows = await counted();
    expect(await refusalOf(detach(9))).toBe('not_sealed');
    expect(await refusalOf(detach(2))).toBe('not_the_oldest');
    expect(await refusalOf(detach(1))).toBe('too_young');
    expect(await asOwner((client) => readOlderThan(client, KEPT_DAYS))).toEqual([]);
    await moveTo(120 * DAY_MS);
    expect(await asOwner((client) => readOlderThan(client, KEPT_DAYS))).toEqual([1n, 2n]);
  });

  it('that is not written to files, and by no other files than its own', async () => {
    expect(await refusalOf(detach(1))).toBe('not_exported');
    for (const period of [1, 2]) {
      const manifest = await write(period);
      await asOwner((client) => writeExport(client, BigInt(period), manifest));
    }
    expect(await refusalOf(detach(1, { folder: folderOf(2) }))).toBe('other_files');
    const unknown = path.join(root, randomUUID());
    await write(1, unknown);
    expect(await refusalOf(detach(1, { folder: unknown }))).toBe('other_files');
    await expect(detach(1, { folder: path.join(root, randomUUID()) })).rejects.toThrow('manifest');
  });

  it('by files that are not whole, or that are signed by nobody who is trusted', async () => {
    const spoilt = path.join(root, randomUUID());
    cpSync(folderOf(1), spoilt, { recursive: true });
    appendFileSync(path.join(spoilt, 'rounds.jsonl.gz'), 'x');
    expect(await refusalOf(detach(1, { folder: spoilt }))).toBe('files_not_whole');
    const others = [parsePublicKey(makeUpAnchorKey().publicKey)!];
    expect(await refusalOf(detach(1, { trusted: others }))).toBe('files_not_whole');
    expect(await refusalOf(detach(1, { trusted: [] }))).toBe('files_not_whole');
  });

  it.each([
    [
      'a round that is not paid',
      `update rounds set status = 'resulted' where game_number = $1`,
      `update rounds set status = 'settled' where game_number = $1`,
    ],
    [
      'a correction that is not paid',
      `update corrections set finished_seq = null where game_number = $1`,
      `update corrections set finished_seq = (select max(seq) from table_events where kind = 'correction_paid' and event_game_number = $1) where game_number = $1`,
    ],
    [
      'a hand in play',
      `with hand as (
         insert into solo_hands (player_id, game, rules, commitment, sealed, player_seed, status, step, taken, acted_at)
         select max(id), 'sette_e_mezzo', 'x', sha256('x'), 'x', 'x', 'in_play', 1, 100, studio_now() from players returning *)
       insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
       select hand_number, 1, player_id, gen_random_uuid(), '{}', '[]', 1, 100, 0, 0, log, h.seq
         from hand, period_heads h join periods p on p.number = h.period where p.games @> $1::bigint and log like '@%:%'`,
      `with hand as (delete from solo_hands where status = 'in_play' and $1::bigint > 0 returning hand_number)
       delete from solo_steps where hand_number in (select hand_number from hand)`,
    ],
    [
      'a movement of a wallet',
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, game_number, key)
       select 'house', 'm', 'adjust', min(id), 1, $1, 'm' from players`,
      `delete from wallet_movements where game_number = $1`,
    ],
    [
      'a case about a wallet',
      `insert into wallet_cases (operator_id, movement_id, kind, opened_at) select 'house', 'm', 'refused', ends_at - interval '1 hour' from periods where games @> $1::bigint`,
      `delete from wallet_cases where $1::bigint > 0`,
    ],
    [
      'an incident',
      `with i as (insert into incidents (table_id, game_number, kind, detail, opened_by, opened_seq, opened_at, evidence)
         select table_id, game_number, 'misdeal', '', 'studio', 1, studio_now(), '{}' from rounds where game_number = $1 returning *)
       insert into open_incidents (incident_id, table_id, game_number, kind) select id, table_id, game_number, kind from i`,
      `with o as (delete from open_incidents where game_number = $1 returning incident_id)
       delete from incidents where id in (select incident_id from o)`,
    ],
    [
      'a void of a hand that is asked for',
      `insert into approvals (kind, hand_number, expects, reason_code, requested_by) select 'void_hand', min(hand_number), '{}', 'misdeal', 'studio' from solo_hands where $1::bigint > 0`,
      `delete from approvals where kind = 'void_hand' and $1::bigint > 0`,
    ],
  ])('as long as something of it is open: %s', async (_, opening, closing) => {
    await meddle(opening, [corrected]);
    expect(await refusalOf(detach(1))).toBe('still_open');
    await meddle(closing, [corrected]);
  });

  it('whose books are not what was sealed', async () => {
    const change = (by: number) =>
      meddle(
        `update postings set amount = amount + $1 where (entry_id, line) = (
           select entry_id, line from postings join entries on id = entry_id and kind = 'settlement' order by 1, 2 limit 1)`,
        [by],
      );
    await change(1);
    expect(await refusalOf(detach(1))).toBe('books_differ');
    await change(-1);
  });

  it('and nothing is changed by any of it', async () => {
    expect(await counted()).toEqual(rows);
    expect(await faults()).toEqual([]);
  });
});

describe('a period that is detached', () => {
  let held: bigint | undefined;
  let before: number;
  let due: number;
  /** Of these, what went before the first run was killed. */
  let early = 0;

  it('can be stopped in the middle, and the books are in order then', async () => {
    held = await houseHolds();
    before = await countOf('postings');
    due = await countOf(`entries e join postings p on p.entry_id = e.id
      where e.kind in ('bets', 'settlement', 'refund', 'hands') and moves_within_periods(e.id, e.kind, e.key, 1)`);
    expect(due).toBeGreaterThan(20);
    // The first one has taken a part of what a batch of hands moved.
    for (const [rowsAtOnce, statements] of [
      [1, 1],
      [2, 4],
    ] as const) {
      let done = 0;
      const onTaken = (rows: number): void => {
        done += 1;
        early += rows;
        if (done === statements) throw new Error('killed');
      };
      await expect(detach(1, { rowsAtOnce, onTaken })).rejects.toThrow('killed');
      expect(await countOf('postings')).toBe(before - early);
      expect(await faults()).toEqual([]);
      expect(await houseHolds()).toBe(held);
    }
    expect(await refusalOf(detach(2))).toBe('not_the_oldest');
  });

  it.each([
    [
      'a posting of a later period',
      `delete from postings where entry_id = (select max(id) from entries where kind = 'settlement')`,
    ],
    [
      'what it moved otherwise',
      `delete from postings where entry_id = (select min(id) from entries where kind = 'buy_in')`,
    ],
    [
      'what corrections of it moved',
      `delete from postings where entry_id = (select min(id) from entries where kind = 'clawback')`,
    ],
    ['all postings', `truncate postings`],
    ['another amount', `update postings set amount = amount + 1`],
    [
      'an entry',
      `delete from entries where id = (select min(id) from entries where kind = 'bets')`,
    ],
    ['a bet', `delete from bets`],
    ['a gain', `update archived_gains set gain = gain + 1`],
    ['a gain more', `insert into archived_gains values (1000000, 1)`],
    ['the gains', `delete from archived_gains`],
    ['all gains', `truncate archived_gains`],
    ['the archive', `delete from period_archives`],
    ['who did it', `update period_archives set by = 'nobody', done_at = studio_now()`],
  ])('loses nothing else meanwhile, even by the owner: %s', async (_, sql) => {
    await expect(asOwner((client) => client.query(sql))).rejects.toMatchObject({ code: '23001' });
  });

  it('goes on where it was, and is archived', async () => {
    expect(await detach(1)).toBe(due - early);
    expect(await countOf('postings')).toBe(before - due);
    const [archive] = await asOwner(readArchives);
    expect(archive).toMatchObject({ period: 1n, doneAt: expect.any(String) as string });
    expect(archive?.by).not.toBe('');
    expect(await faults()).toEqual([]);
    expect(await houseHolds()).toBe(held);
    expect(await refusalOf(detach(1))).toBe('archived');
  });

  it.each([
    `delete from postings where entry_id = (select min(id) from entries where kind = 'settlement' and not moves_within_periods(id, kind, key, 1))`,
    `update period_archives set done_at = null`,
    `update period_archives set done_at = studio_now()`,
  ])('is closed again: %s', async (sql) => {
    await expect(asOwner((client) => client.query(sql))).rejects.toMatchObject({ code: '23001' });
  });

  it('is followed by none out of turn, and by none that is young', async () => {
    const archive = (period: number) =>
      asOwner((client) =>
        client.query(
          `insert into period_archives (period, manifest, whole_from) select $1, manifest, studio_now() from period_exports where period = 2`,
          [period],
        ),
      );
    await expect(archive(3)).rejects.toMatchObject({ code: 'SB093' });
    await moveTo(20 * DAY_MS);
    await expect(archive(2)).rejects.toMatchObject({ code: 'SB093' });
    await moveTo(120 * DAY_MS);
  });

  it('is not the application’s to write', async () => {
    for (const sql of [
      `insert into period_archives (period, manifest, whole_from) values (2, 'x', now())`,
      `delete from postings`,
      `update archived_gains set gain = 0`,
    ]) {
      await expect(database.pool.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('is named as archived in statements and in the report of its rounds', async () => {
    const { rows } = await asOwner((client) =>
      client.query<{ whole_from: Date; ends_at: Date }>(
        'select whole_from, ends_at from period_archives join periods on number = period',
      ),
    );
    const wholeFromMs = rows[0]!.whole_from.getTime();
    // A round of the first day was paid on the second.
    expect(wholeFromMs).toBeGreaterThan(rows[0]!.ends_at.getTime());
    const ask = (fromMs?: number) =>
      readStatement(database.pool, players[0]!.id, { fromMs, limit: 100 });
    const all = await ask();
    expect(all.archivedUntilMs).toBe(wholeFromMs);
    expect(all.entries.length).toBeGreaterThan(3);
    expect(all.entries.every(({ atMs }) => atMs >= wholeFromMs)).toBe(true);
    expect((await ask(wholeFromMs)).archivedUntilMs).toBeNull();

    const own = { publicKey: undefined } as never;
    for (const game of [corrected, late]) {
      const report = await readRoundReport(database.pool, game, own);
      expect(report?.archivedIn).toBe(1);
      expect(report?.bets.length).toBeGreaterThan(5);
    }
    expect((await readRoundReport(database.pool, corrected, own))?.postings.length).toBeGreaterThan(
      0,
    );
    expect((await readRoundReport(database.pool, second, own))?.archivedIn).toBeNull();
  });

  it('is not written to files again', async () => {
    await expect(write(1, path.join(root, randomUUID()))).rejects.toThrow('archived');
  });

  it('keeps its ids: a bet with one of them is refused, and so is an entry', async () => {
    await at.openBets();
    const [{ id }] = players as [CreditedPlayer];
    await at.table.join(id);
    const reply = await at.bet(id, place(100), { betId: usedId });
    expect(reply).toMatchObject({ ok: false });
    expect(await at.bet(id, place(100))).toMatchObject({ ok: true });
    await finish(PUNTO);
    const again = asOwner((client) =>
      client.query(
        `insert into entries (key, kind) select key, kind from entries where kind = 'bets' order by id limit 1`,
      ),
    );
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  it('can have a round corrected still, and the books stay in order', async () => {
    await at.correct(late, 'refund', { player: players[2]!.id });
    expect(await faults()).toEqual([]);
  });

  it('is followed by the next one, and by seals', async () => {
    await moveTo(122 * DAY_MS);
    await asOwner((client) => closePeriod(client, dayOf(120), key));
    expect(await detach(2)).toBeGreaterThan(0);
    expect(await faults()).toEqual([]);
    const manifest = await write(3);
    await asOwner((client) => writeExport(client, 3n, manifest));
    expect(await refusalOf(detach(3))).toBe('too_young');
  });
});

describe('reconcile names', () => {
  type Meddling = string | ((client: pg.Client) => Promise<unknown>);

  /** By what is found with the trusted keys, or with the database’s own where there are none. */
  const foundWith = async (meddling: Meddling, anchorKeys = TRUSTED): Promise<string> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await (typeof meddling === 'string' ? client.query(meddling) : meddling(client));
      const proofs = await proveBooks(client, { anchorKeys });
      return proofs.flatMap(({ first }) => first).join('\n');
    } finally {
      await client.end();
    }
  };

  it.each([
    [
      'a gain that was changed',
      `update archived_gains set gain = gain + 1 where account_id = (select min(account_id) from archived_gains)`,
      /comes to .* at the end of period 2, and was sealed at/,
    ],
    [
      'a gain with its balance',
      `with g as (update archived_gains set gain = gain + 1 where account_id = (select a.id from accounts a join archived_gains on account_id = a.id where a.kind = 'session' order by a.id limit 1) returning account_id)
      update accounts set balance = balance + 1 where id = (select account_id from g)`,
      /and was sealed at/,
    ],
    [
      'a posting of another kind that went',
      `delete from postings where entry_id = (select min(id) from entries where kind = 'buy_in')`,
      /moves nothing/,
    ],
    [
      'a posting of a later period that went',
      `delete from postings where entry_id = (select max(id) from entries where kind = 'settlement')`,
      /moves nothing/,
    ],
    [
      'a sealed balance that was changed',
      `update period_balances set balance = balance + 1 where period = 2`,
      /the balances of period 2 are not what was sealed/,
    ],
    [
      'a sealed balance of a later period',
      `update period_balances set balance = balance + 1 where period = 3`,
      /the balances of period 3 are not what was sealed/,
    ],
    [
      'where an archived period ends in a log',
      `update period_heads set seq = seq - 1 where period = 1 and log not like '@%'`,
      /the ends of the logs in period 1 are not what was sealed/,
    ],
    [
      'a seal that was changed',
      `update periods set totals = 'x' where number = 1`,
      /the seal of period 1 is not what the key \w+ signed/,
    ],
    [
      'a seal after another one than it was signed after',
      `update periods set signature = sha512('x') where number = 2`,
      /the seal of period 2 .*\n.*the seal of period 3 is not what/,
    ],
    [
      'a seal that is not there',
      `delete from periods where number = 2`,
      /the seal of period 3 is not what/,
    ],
    [
      'an archive that is no period’s',
      `update period_archives set period = 9 where period = 2`,
      /is archived, and not sealed/,
    ],
  ])('%s', async (_, sql, says) => {
    expect(await foundWith(sql)).toMatch(says);
  });

  it('seals that whoever changed the books has signed anew by a key of their own', async () => {
    const made = makeUpAnchorKey();
    const sealAnew = async (client: pg.Client): Promise<void> => {
      await writeKey(client, made);
      await client.query(
        `with change as (
           select a.id, case when a.name = 'house' then -1000 else 1000 end as gain from accounts a
            where a.name = 'house' or a.id = (select min(id) from accounts where kind = 'session')
         ), gained as (
           insert into archived_gains as g (account_id, gain) select id, gain from change
           on conflict (account_id) do update set gain = g.gain + excluded.gain
         ), sealed as (
           insert into period_balances as b (period, account_id, balance)
           select period, id, gain from change, generate_series(2, 3) as period
           on conflict (period, account_id) do update set balance = b.balance + excluded.balance
         )
         update accounts a set balance = a.balance + gain from change where change.id = a.id`,
      );
      const [first, ...rest] = await readSeals(client);
      let before = first!.signature;
      for (const seal of rest) {
        const balancesDigest = await digestBalances(client, seal.number);
        const { keyId, signature } = signSeal({ ...seal, balancesDigest }, before, made);
        await client.query(
          'update periods set balances_digest = $2, key_id = $3, signature = $4 where number = $1',
          [seal.number, balancesDigest, keyId, signature],
        );
        before = signature;
      }
    };
    expect(await foundWith(sealAnew, [])).toBe('');
    for (const period of [2, 3]) {
      expect(await foundWith(sealAnew)).toContain(
        `the seal of period ${period} is not what the key ${made.id} signed, or that key is not trusted`,
      );
    }
  });
});
