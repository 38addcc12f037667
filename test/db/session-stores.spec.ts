/**
 * The sessions of the simulation are held to those of Postgres: whatever is asked of both, at the
 * same instant, is answered alike.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Amount } from '../../src/money/amount.js';
import { PostgresSessions } from '../../src/session/postgres-store.js';
import { Sessions } from '../../src/session/sessions.service.js';
import type { SessionStore } from '../../src/session/store.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { runs } from '../kit/runs.js';
import { Chance } from '../sim/chance.js';
import { MemoryDatabase } from '../sim/memory-database.js';
import { type BuyInReply, type CashOutReply, sessionStore } from '../sim/memory-sessions.js';
import { BESIDE } from '../sim/memory-stores.js';
import { TIME_BY_HAND } from '../sim/mirror.js';

const POLICY = { idleMs: 20_000, warnMs: 5_000, lostMs: 8_000, soloLostMs: 13_000 };
const START_MS = 1_800_000_000_000;
const CREDITS = [500, 0, 2_000];
const SAVED = 1_000;
const STEPS = 120;
const PROCESSES = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

interface Side {
  readonly store: SessionStore;
  readonly buyIn: (player: string, amount: bigint, key: string) => Promise<BuyInReply>;
  readonly cashOut: (player: string, key: string) => Promise<CashOutReply>;
  readonly players: readonly string[];
  /** The ids of its sessions, in the order in which they were first seen. */
  readonly ids: string[];
}

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(TIME_BY_HAND);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** What each numbers by itself is named by the order in which it came up. */
const plain = ({ ids, players }: Side, answer: unknown): unknown => {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Set) return Array.from(value, (id: string) => players.indexOf(id)).sort();
    if (name === 'playerId') return players.indexOf(String(value));
    if (name !== 'id') return value;
    if (!ids.includes(String(value))) ids.push(String(value));
    return ids.indexOf(String(value));
  });
  return text === undefined ? 'nothing' : (JSON.parse(text) as unknown);
};

describe('the stores of sessions', () => {
  it.each(Array.from({ length: runs(4) }, (_, index) => index + 1))(
    'answer alike whatever is asked of them: seed %d',
    async (seed) => {
      const chance = new Chance(seed, 'sessions');
      let nowMs = START_MS;
      const setTime = (): Promise<unknown> =>
        owner.query('update test.instant set at = $1', [new Date(nowMs)]);
      await setTime();
      const { pool } = database;
      const wallet = new LedgerWallet(pool, { shortfallRecovery: 'never' });
      const sessions = new Sessions(pool, pool, wallet);
      const real: Side = {
        store: new PostgresSessions(pool, wallet),
        buyIn: (player, amount, key) => sessions.buyIn(player, amount as Amount, key),
        cashOut: (player, key) => sessions.cashOut(player, key),
        players: (await openPlayers(pool, CREDITS, SAVED)).map(({ id }) => id),
        ids: [],
      };
      const inMemory = new MemoryDatabase(() => nowMs);
      const done = async <T>(work: () => T): Promise<T> => inMemory.transaction(work);
      const memory: Side = {
        store: sessionStore(inMemory.sessions, (work) => inMemory.transaction(work), BESIDE.shared),
        buyIn: (...asked) => done(() => inMemory.sessions.buyIn(...asked)),
        cashOut: (...asked) => done(() => inMemory.sessions.cashOut(...asked)),
        players: CREDITS.map((credit) => inMemory.openPlayer(BigInt(credit), BigInt(SAVED)).id),
        ids: [],
      };
      /** Players are named by their place, 0 to 2. */
      const both = async (what: string, ask: (side: Side) => Promise<unknown>): Promise<void> => {
        const answers = [];
        for (const side of [memory, real]) answers.push(plain(side, await ask(side)));
        expect(answers[0], `${what} at ${nowMs - START_MS}`).toEqual(answers[1]);
      };
      const read = ({ store, players }: Side, who: number | null, trustsSilence: boolean) =>
        store.readOpen(who === null ? null : [players[who]!], POLICY, {
          beatMs: 2_000,
          trustsSilence,
        });

      for (let step = 0; step < STEPS; step += 1) {
        nowMs += chance.pick([1, 700, 3_000, 6_000]);
        await setTime();
        const who = chance.below(CREDITS.length);
        const trusts = chance.percent(70);
        const connection = `c${chance.below(3)}`;
        const row = ({ players }: Side) => [{ playerId: players[who]!, connection }];
        const process = chance.pick(PROCESSES);
        const lateMs = chance.pick([0, 1, 4_000]);
        const late = (side: Side) => row(side).map((each) => ({ ...each, lateMs }));
        const key = `${seed}-${chance.below(12)}`;
        const asks: readonly (readonly [string, (side: Side) => Promise<unknown>])[] = [
          ['buyIn', ({ buyIn, players }) => buyIn(players[who]!, 100n, key)],
          ['cashOut', ({ cashOut, players }) => cashOut(players[who]!, key)],
          ['comeIn', (side) => side.store.writeConnections(process, late(side), [])],
          ['leave', (side) => side.store.writeConnections(process, [], row(side))],
          ['goOut', (side) => side.store.goOut(row(side))],
          ['beat', (side) => side.store.beat(row(side))],
          ['beat', (side) => side.store.beat(row(side))],
          ['readReplaced', (side) => side.store.readReplaced(row(side))],
          [
            'readDue',
            async (side) => {
              const due = await read(side, null, trusts);
              return due.filter(({ playerId }) => side.players.includes(playerId));
            },
          ],
          [
            'keepFound',
            async (side) => {
              const found = await read(side, who, trusts);
              return (
                await side.store.keepFound(found.map((each) => ({ ...each, warnedAtMs: nowMs })))
              ).size;
            },
          ],
          [
            'endIfDue',
            ({ store, players }) =>
              store.endIfDue(players[who]!, POLICY, { beatMs: 2_000, trustsSilence: trusts }),
          ],
          ['readNotices', ({ store, players }) => store.readNotices(players, 7_000)],
        ];
        const [what, ask] = asks[chance.below(asks.length)]!;
        await both(what, ask);
        await both('all', (side) => read(side, who, true));
      }
    },
  );
});
