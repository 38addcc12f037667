/**
 * The chains of the logs and the digests of the bets, made again by a program that knows
 * docs/operations.md alone.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type TestContext, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Python, findPython } from '../../scripts/setup/debian.js';
import { makeUpAnchorKey } from '../../src/audit/anchor-key.js';
import { exportBets, exportLogs } from '../../src/audit/verify-logs.js';
import {
  readStakeVerdicts,
  takeVoidStakesOff,
  voidUndecided,
} from '../../src/ledger/stakes-of-wallets.js';
import { amount } from '../../src/money/amount.js';
import { playAnEvening } from '../kit/audited-evening.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { ROOT } from '../kit/source-file.js';
import { asSuperuser } from '../kit/superuser.js';
import { anchorsOf } from '../kit/written-log.js';

const folder = mkdtempSync(path.join(tmpdir(), 'sabot-recompute-'));
const LOGS = path.join(folder, 'logs.jsonl');
const BETS = path.join(folder, 'bets.jsonl');
let database: TestDatabase;
let python: Python;

beforeAll(async () => {
  [database, python] = await Promise.all([createDatabase(), findPython()]);
  const key = makeUpAnchorKey();
  await playAnEvening(database, key);
  await betTogether();
  await betByWallets();
  await anchorsOf(database.pool, key).set();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  await exportLogs(client, LOGS);
  await exportBets(client, BETS);
  await client.end();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Batches of several players, and every kind of command. */
const betTogether = async (): Promise<void> => {
  const players = await openPlayers(database.pool, Array<number>(12).fill(1_000_000));
  const at = await RunningTable.open(database);
  await at.openBets();
  for (const { id } of players) await at.table.join(id);
  const place = { kind: 'place', amount: amount(10_000) } as const;
  for (const command of [
    { ...place, spot: 'punto' },
    { ...place, spot: 'egalite' },
    { kind: 'double' },
    { kind: 'undo' },
    { kind: 'clear' },
  ] as const) {
    await Promise.all(players.toReversed().map(({ id }) => at.bet(id, command)));
  }
  await at.stop();
};

/** Two players whose wallet gives no stake, beside one who has no such wallet. */
const betByWallets = async (): Promise<void> => {
  const [own, ...others] = await openPlayers(database.pool, [1_000, 1_000, 1_000]);
  const theirs = others.map(({ id }) => id);
  await asSuperuser(database, async (client) => {
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
    await client.query(`update players set operator_id = 'acme' where id = any($1)`, [theirs]);
  });
  const at = await RunningTable.open(database);
  await at.openBets();
  const { game } = at;
  for (const id of [own!.id, ...theirs.toReversed()]) {
    await at.table.join(id);
    await at.bet(id, { kind: 'place', spot: 'punto', amount: amount(200) });
    await at.bet(id, { kind: 'place', spot: 'egalite', amount: amount(100) });
  }
  await at.closeBets();
  await voidUndecided(database.pool, game);
  const { due, ...verdicts } = await readStakeVerdicts(database.pool, game);
  expect({ due, ...verdicts }).toMatchObject({ due: 0, taken: 0, voided: 2 });
  await at.table.perform({ kind: 'finish_acceptance', game, ...verdicts }, (_, { table, seq }) => [
    takeVoidStakesOff({ game, table, seq }),
  ]);
  await at.stop();
};

interface Made {
  readonly events: number;
  readonly actions: number;
  readonly anchors: number;
  readonly batches: number;
  readonly bets: number;
  readonly differs: readonly (readonly string[])[];
}

const recompute = async (ctx: TestContext, logs = LOGS, bets = BETS): Promise<Made> => {
  if (python.trouble !== undefined) return ctx.skip(`there is no Python here: ${python.trouble}`);
  const program = path.join(ROOT, 'test/python/recompute.py');
  const options = { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...python.env } };
  const { stdout } = await promisify(execFile)(python.file, [program, logs, bets], options);
  return JSON.parse(stdout) as Made;
};

/** The file with one text in place of another, in its first line that has it. */
const changed = (file: string, from: RegExp, to: string): string => {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  const copy = path.join(folder, `changed-${path.basename(file)}`);
  writeFileSync(copy, text.replace(from, to));
  return copy;
};

describe('a stranger’s program', () => {
  it('makes every hash and digest of the logs again', async (ctx) => {
    const made = await recompute(ctx);
    expect(made.differs).toEqual([]);
    const { rows } = await database.pool.query<Omit<Made, 'differs'>>(
      `select (select count(*)::int from table_events) as events, (select count(*)::int from staff_actions) as actions,
              (select count(*)::int from anchors) as anchors,
              (select count(*)::int from table_events where kind in ('bets_accepted', 'stakes_taken')) as batches,
              (select count(distinct (player_id, bet_id))::int from bets) as bets`,
    );
    expect(made).toMatchObject(rows[0]!);
    expect(made.bets, 'some batches are of several players').toBeGreaterThan(made.batches);
  });

  it.for([
    ['a bet', BETS, /"amounts":\["10000"\]/, '"amounts":["10001"]', 'digest'],
    ['a stake that no wallet gave', BETS, /"amounts":\["-200"/, '"amounts":["-201"', 'digest'],
    ['a bet’s kind', BETS, /"kind":"place"/, '"kind":"double"', 'digest'],
    ['an event', LOGS, /"atMs":"(\d+)\d"/, '"atMs":"$1x"', 'hash'],
    ['an action', LOGS, /"fields":\["1","studio"/, '"fields":["1","Mona"', 'hash'],
  ] as const)('finds that %s was changed', async ([, file, from, to, what], ctx) => {
    const copy = changed(file, from, to);
    const files = file === LOGS ? ([copy, BETS] as const) : ([LOGS, copy] as const);
    const made = await recompute(ctx, ...files);
    expect(made.differs[0]?.[2]).toBe(what);
  });
});
