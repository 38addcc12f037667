/** Answers to notices go to each operator by itself: one that is dead delays no other's. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/transaction.js';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { NoticeAnswers } from '../../src/wallet/notice-answers.service.js';
import type { CallVerdict } from '../../src/wallet/wallet-calls.service.js';
import { answerNotice, keepNotice } from '../../src/wallet/notice-rows.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

const OPERATORS = ['acme', 'dead'] as const;
type Operator = (typeof OPERATORS)[number];
/** More than are sent to an operator at once. */
const MANY = 25;

let database: TestDatabase;
let players: Record<Operator, string>;
let heard: { operator: string; notice: unknown }[];
let answers: NoticeAnswers;
/** What a poller does as soon as it is woken. */
let look: () => Promise<void>;
let wakes: number;
let revive: () => void;

beforeAll(async () => {
  database = await createDatabase();
  for (const id of OPERATORS) {
    await asSuperuser(database, (client) =>
      client.query(
        `insert into operators (id, name, mode, currencies, callback_url)
         values ($1, $1, 'session', '{EUR}', 'http://127.0.0.1:1')`,
        [id],
      ),
    );
  }
  const opened = OPERATORS.map(async (id) => [
    id,
    await inTransaction(database.pool, (tx) => openPlayer(tx, id, 'anna', 'Anna', amount(0n))),
  ]);
  players = Object.fromEntries(await Promise.all(opened)) as typeof players;
});
afterAll(() => database.drop());

beforeEach(async () => {
  await asSuperuser(database, (client) => client.query('delete from wallet_notices'));
  heard = [];
  wakes = 0;
  const lives = new Promise<void>((resolve) => (revive = resolve));
  const ask = async ({ operator }: { operator: string }, _: string, order: object) => {
    if (operator === 'dead') await lives;
    heard.push({ operator, notice: (order as { notice: unknown }).notice });
    return { status: 'refused', reason: 'game' } as CallVerdict;
  };
  const poll = (asked: { look: (nowMs: number) => void | Promise<void> }) => {
    look = async () => asked.look(0);
    return { look, wake: () => void (wakes += 1) };
  };
  answers = new NoticeAnswers(database.pool, { ask }, { warn: () => undefined }, { poll });
});

const answered = async (operator: Operator, count: number) => {
  for (let at = 1; at <= count; at += 1) {
    const id = `n-${at}`;
    const whose = { operator, ref: 'anna', currency: 'EUR' };
    const notice = { id, kind: 'message' as const, text: 'Hello.', actions: [] };
    await keepNotice(database.pool, whose, notice);
    expect(await answerNotice(database.pool, players[operator], id, 'read')).toBe(true);
  }
};

const waiting = async (): Promise<number> => {
  const { rows } = await database.pool.query('select from wallet_notices where taken_at is null');
  return rows.length;
};

it('an operator that gives no answer holds up no other one', async () => {
  await answered('dead', MANY);
  await look();
  await answered('acme', 2);
  await look();
  await expect.poll(() => heard.map(({ operator }) => operator)).toEqual(['acme', 'acme']);
  await expect.poll(waiting).toBe(MANY);
});

it('one that many answers wait for holds up no other one either', async () => {
  await answered('dead', MANY);
  await answered('acme', 1);
  await look();
  await expect.poll(() => heard).toEqual([{ operator: 'acme', notice: 'n-1' }]);
});

it('one that is back is sent what waits, a number at a time', async () => {
  await answered('dead', MANY);
  await look();
  await look();
  revive();
  await expect.poll(() => wakes).toBe(1);
  expect([heard.length, await waiting()]).toEqual([20, MANY - 20]);
  await look();
  await expect.poll(waiting).toBe(0);
  expect(new Set(heard.map(({ notice }) => notice)).size).toBe(MANY);
  expect(heard).toHaveLength(MANY);
  await answers.beforeApplicationShutdown();
});
