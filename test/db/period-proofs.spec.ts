/**
 * What the files of a sealed period prove by themselves: days that a larger studio, or a small one,
 * really has, and books that were wrong when they were sealed.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { amount } from '../../src/money/amount.js';
import { closePeriod } from '../../src/period/close-period.js';
import { exportPeriod } from '../../src/period/export-period.js';
import { verifyPeriod } from '../../src/period/verify-period.js';
import { coup } from '../kit/any-coup.js';
import { expectReconciled } from '../kit/books.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { STANDING_CLOCK, handsProcess } from '../kit/hands-process.js';
import { CHUNKS, RunningTable } from '../kit/running-table.js';
import { changeFile } from '../kit/changed-period.js';
import { asSuperuser } from '../kit/superuser.js';

const DAY_MS = 86_400_000;
const PUNTO = coup('P 9h Kd . B 2c Ks');

const key = makeUpAnchorKey();
const TRUSTED = [parsePublicKey(key.publicKey)!];
const root = mkdtempSync(path.join(os.tmpdir(), 'sabot-proofs-'));
let database: TestDatabase;
let tables: RunningTable[];
/** How far the database's time is ahead; and noon UTC of its day. */
let aheadMs: number;
let noonMs: number;

const moveTo = async (sinceMs: number): Promise<void> => {
  const next = noonMs + sinceMs - Date.now();
  for (const at of tables) at.forward(next - aheadMs);
  aheadMs = next;
  await database.moveTimeTo(aheadMs);
};

beforeEach(async () => {
  database = await createDatabase();
  noonMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
  tables = [];
  aheadMs = 0;
  await moveTo(0);
});

afterEach(async () => {
  for (const at of tables) await at.stop();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

const openTable = async (): Promise<RunningTable> => {
  const at = await RunningTable.open(database, {
    ...{ betMs: 60_000, lastBetsMs: 0, pauseMs: 0, opensItself: false, cardsMaxMs: 30 * DAY_MS },
  });
  tables.push(at);
  at.forward(aheadMs);
  return at;
};

const place = (spot: 'punto' | 'banco') => ({ kind: 'place', spot, amount: amount(100) }) as const;

/** A round with a bet of each player, on the spot that goes with them. */
const play = async (
  at: RunningTable,
  bets: ReadonlyMap<string, 'punto' | 'banco'>,
): Promise<string> => {
  await at.openBets();
  const { game } = at;
  for (const [player, spot] of bets) {
    await at.table.join(player);
    expect(await at.bet(player, place(spot))).toMatchObject({ ok: true });
  }
  await at.closeBets();
  await at.deal(PUNTO);
  return game;
};

const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  asSuperuser(database, work);

const seal = () =>
  asOwner((client) => closePeriod(client, new Date(noonMs).toISOString().slice(0, 10), key));

/** What is wrong with the files of the only period, once `change` has made others of them. */
const wrongInFiles = async (
  change: (folder: string) => void = () => undefined,
): Promise<readonly string[]> => {
  const folder = path.join(root, randomUUID());
  await asOwner((client) => exportPeriod(client, 1n, folder, key));
  change(folder);
  const { proofs } = await verifyPeriod(folder, TRUSTED);
  return proofs.flatMap(({ first }) => first);
};

/** As who holds the database, with no guard left. */
const meddle = (...statements: readonly string[]): Promise<void> =>
  asOwner(async (client) => {
    await client.query('set session_replication_role = replica');
    for (const sql of statements) await client.query(sql);
  });

/** A hand of a solo game for each, all in one batch. */
const playHands = async (players: readonly string[]): Promise<void> => {
  const clock = { ...STANDING_CLOCK, nowMs: () => Date.now() + aheadMs };
  const { hands } = handsProcess(database, undefined, clock);
  const numbers: string[] = [];
  for (const player of players) {
    const opened = await hands.open(player, 'punto_e_banco');
    if (!opened.ok) throw new Error(opened.refusal);
    numbers.push(opened.hand.hand);
  }
  const replies = await Promise.all(
    players.map((playerId, index) =>
      hands.play({
        ...{ playerId, hand: numbers[index]!, id: randomUUID() },
        asked: {
          game: 'punto_e_banco',
          // One of the two is paid, or both are returned.
          command: { kind: 'deal', step: 0, stakes: { punto: amount(500), banco: amount(500) } },
        },
        part: { seed: 'la mia fortuna', cut: null },
      }),
    ),
  );
  for (const reply of replies) expect(reply).toMatchObject({ ok: true });
  const { rows } = await database.pool.query<{ batches: number }>(
    'select count(*)::int as batches from solo_log',
  );
  expect(rows[0]!.batches, 'one batch').toBe(1);
};

const idsOf = async (...currencies: readonly string[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const currency of currencies) {
    ids.push((await openPlayers(database.pool, [50_000], 0, currency))[0]!.id);
  }
  return ids;
};

describe('an exported period is whole', () => {
  it('where players of several currencies had hands in one batch', async () => {
    await playHands(await idsOf('EUR', 'CHF', 'JPY'));
    await moveTo(DAY_MS);
    await seal();
    expect(await wrongInFiles()).toEqual([]);
    await expectReconciled(database.pool);
  });

  it('where the house holds nothing at its end, nor did at its beginning', async () => {
    const [one, other] = await idsOf('EUR', 'EUR');
    await play(await openTable(), new Map([[one!, 'punto'] as const, [other!, 'banco'] as const]));
    await moveTo(DAY_MS);
    await seal();
    expect(await wrongInFiles()).toEqual([]);
  });

  it('where one of two was paid by hand and the other by account, in one entry', async () => {
    const [one, other] = await pairOfOnePart();
    const at = await openTable();
    at.isPaying = false;
    await play(at, new Map([[one, 'punto'] as const, [other, 'punto'] as const]));
    await at.orderHandPay(one, '200');
    await at.payNow();
    await at.paid();
    const game = await play(at, new Map([[one, 'banco'] as const, [other, 'banco'] as const]));
    at.isPaying = false;
    await at.correct(game, 'void');
    await at.orderHandPay(one, '100', { game, correction: 1 });
    await at.correctNow(game, 1);
    await at.paid();
    expect(await mixedEntries()).toEqual(['correction', 'settlement']);
    await moveTo(DAY_MS);
    await seal();
    expect(await wrongInFiles()).toEqual([]);
    await expectReconciled(database.pool);
  });

  it('where it was written before each posting named its currency', async () => {
    const [player] = await idsOf('EUR');
    const at = await openTable();
    await at.correct(await play(at, new Map([[player!, 'banco'] as const])), 'void');
    await moveTo(DAY_MS);
    await seal();
    const asBefore = (line: string): string =>
      line.replaceAll(/\["(\d+)","(\d+)","(\d+)","EUR"\]/g, '["$1","$2","$3"]');
    const wrong = await wrongInFiles((folder) => {
      for (const name of ['rounds', 'corrections', 'entries']) {
        changeFile(folder, name, (lines) => lines.map(asBefore), key);
      }
    });
    expect(wrong).toEqual([]);
  });
});

/** Two players who are paid in one part of a round. */
const pairOfOnePart = async (): Promise<readonly [string, string]> => {
  const ids = await idsOf(...Array.from({ length: CHUNKS + 1 }, () => 'EUR'));
  const first = new Map<bigint, string>();
  for (const id of ids) {
    const part = BigInt(id) % BigInt(CHUNKS);
    const other = first.get(part);
    if (other !== undefined) return [other, id];
    first.set(part, id);
  }
  throw new Error('of one more than there are parts, two are of one part');
};

/** The kinds of entries that moved money both to or from a player and outside. */
const mixedEntries = async (): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ kind: string }>(
    `select distinct e.kind::text as kind from entries e join postings p on p.entry_id = e.id
       join accounts s on s.id = p.source_id join accounts d on d.id = p.destination_id
      where e.kind in ('settlement', 'correction')
      group by e.id having bool_or('session' in (s.kind, d.kind)) and bool_or('outside' in (s.kind, d.kind)) order by kind`,
  );
  return rows.map(({ kind }) => kind);
};

describe('a correction that was ordered after midnight, before the next round', () => {
  it('is of the day before, which is sealed once it is paid', async () => {
    const [player] = await idsOf('EUR');
    const bets = new Map([[player!, 'punto'] as const]);
    const at = await openTable();
    const game = await play(at, bets);
    await moveTo(DAY_MS / 2 + 60_000);
    at.isPaying = false;
    await at.correct(game, 'void');
    at.isPaying = true;
    await moveTo(DAY_MS);
    await play(at, bets);
    await moveTo(2 * DAY_MS);
    await expect(seal()).rejects.toMatchObject({ refusal: 'correction_unpaid' });
    await at.correctNow(game, 1);
    await at.paid();
    await seal();
    expect(await wrongInFiles()).toEqual([]);
  });
});

describe('an exported period is not whole, though its seal holds,', () => {
  /** As if `changed` had been paid more, from the first to the last, and its account shows it. */
  const paysMore = (kind: string): readonly string[] => {
    const changed = `(select max(p.ctid) from postings p join entries e on e.id = p.entry_id join accounts a on a.id = p.destination_id
      where e.kind = '${kind}' and a.kind = 'session')`;
    return [
      `update accounts set balance = balance + 500 where id = (select destination_id from postings where ctid = ${changed})`,
      `update postings set amount = amount + 500 where ctid = ${changed}`,
    ];
  };

  it('where a batch of hands moved more than its steps say', async () => {
    await playHands(await idsOf('EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR'));
    await meddle(...paysMore('hands'));
    await moveTo(DAY_MS);
    await seal();
    expect((await wrongInFiles()).join('\n')).toMatch(/batch 1 of @punto_e_banco:.* pays/);
  });

  it('where a batch of hands paid another player than its steps say', async () => {
    const [paid, other] = await idsOf('EUR', 'EUR');
    await playHands([paid!, other!]);
    const its = (player: string): string =>
      `(select id from accounts where kind = 'session' and player_id = ${player})`;
    const payment = `(select max(p.ctid) from postings p join entries e on e.id = p.entry_id join accounts a on a.id = p.destination_id
      where e.kind = 'hands' and a.kind = 'session')`;
    await meddle(
      `update accounts a set balance = balance + case when a.id = p.destination_id then -p.amount else p.amount end
         from postings p where p.ctid = ${payment} and a.id in (${its(paid!)}, ${its(other!)})`,
      `update postings set destination_id = ${its(paid!)} + ${its(other!)} - destination_id where ctid = ${payment}`,
    );
    await moveTo(DAY_MS);
    await seal();
    expect((await wrongInFiles()).join('\n')).toMatch(/batch 1 of .* too much to player \d+/);
  });

  it('where a hand is left out of its file, or stands there twice or with a step of another', async () => {
    await playHands(await idsOf('EUR', 'EUR'));
    await moveTo(DAY_MS);
    await seal();
    const wrongWith = async (change: (lines: string[]) => string[]) =>
      (await wrongInFiles((folder) => changeFile(folder, 'hands', change, key))).join('\n');
    expect(await wrongWith((lines) => lines.slice(1))).toMatch(/1 hands are there, and 2 were/);
    expect(await wrongWith(([one = '']) => [one, one])).toMatch(/not those of its batches/);
    const renumbered = ([one = '', ...others]: string[]) => [
      one.replace(/"hand":"\d+"/, '"hand":"1999999999"'),
      ...others,
    ];
    expect(await wrongWith(renumbered)).toMatch(/hand 1999999999 was not sealed/);
  });

  it('where a correction moved more than it says of its players', async () => {
    const [player] = await idsOf('EUR');
    const at = await openTable();
    const game = await play(at, new Map([[player!, 'banco'] as const]));
    await at.correct(game, 'void');
    await meddle(...paysMore('correction'));
    await moveTo(DAY_MS);
    await seal();
    expect((await wrongInFiles()).join('\n')).toMatch(/:correction:1:pay:\d: 600 is not owed/);
  });
});
