/**
 * A studio with a table where one honest player bets again and again: how long the answers take is
 * what a bench measures while something else goes on.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { startRedis } from '../../scripts/setup/services.js';
import { makeUpAnchorKey } from '../../src/audit/anchor-key.js';
import type { Role } from '../../src/protocol/command.js';
import { DealerClient } from '../../src/client/dealer-client.js';
import { PlayerClient } from '../../src/client/player-client.js';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { quantile } from '../kit.js';
import { type BenchDatabase, startDatabase } from './database.js';
import { BenchStudio } from './studio.js';
import { signToken } from './sign-token.js';

const BETS_EVERY_MS = 5;

/** A table whose bets stay open as long as a bench takes. */
export const LONG_BETTING = {
  ...DEFAULT_SETTINGS,
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
  placementsMax: 100_000,
};

export interface HonestPlayer {
  readonly database: BenchDatabase;
  readonly url: string;
  readonly table: string;
  readonly sign: (id: string, role: Role) => Promise<string>;
  /** A new player with credit in the game account. Resolves with the number. */
  readonly enlist: (name: string) => Promise<string>;
  /** The 99th percentile of the answers to bets that are placed one after the other, in ms. */
  readonly answersMs: (turnMs: number) => Promise<number>;
  /** One of them. Resolves when it is answered. */
  readonly bet: () => Promise<void>;
  /** Somebody at another table, which `prepare` has made. Each call is a bet. */
  readonly bettorAt: (table: string) => Promise<() => Promise<void>>;
  /** Of the studio. */
  readonly pid: number;
  readonly end: () => Promise<void>;
}

const must = <Reply extends { readonly ok: boolean }>(reply: Reply): Reply => {
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
};

/** Brings cards to the table and opens its bets. Returns the round's number. */
export const openBetting = async (dealer: DealerClient, table: string): Promise<string> => {
  const desk = dealer.watch(table, {});
  await desk.joined();
  must(await dealer.send('table:open', { table }));
  must(await dealer.send('cards:bring', { table, cards: `of-${table}` }));
  must(await dealer.send('shoe:new', { table }));
  must(await dealer.send('shoe:burn', { table, code: makeScanCode('3h'), scanSeq: 1 }));
  must(await dealer.send('betting:open', { table }));
  while (typeof desk.copy?.round?.game !== 'string') {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return desk.copy.round.game;
};

/** `prepare` fills the database before the studio starts. */
export const seatHonest = async (
  more: Readonly<Record<string, string>>,
  prepare: (database: BenchDatabase) => Promise<void> = async () => undefined,
): Promise<HonestPlayer> => {
  const table = 'bench';
  const key = randomUUID() + randomUUID();
  const database = await startDatabase();
  const redis = await startRedis();
  const { admin } = database;
  await admin.query(`insert into tables (id, settings) values ($1, $2)`, [table, LONG_BETTING]);
  await prepare(database);
  const studio = new BenchStudio({
    DATABASE_URL: database.url,
    SABOT_JWT_KEY: key,
    SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
    SABOT_ANCHOR_KEY: makeUpAnchorKey()
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('base64'),
    MESSAGES_PER_SECOND: '400',
    MESSAGES_AT_ONCE: '1000',
    ...(redis === undefined ? { QUEUE_BACKEND: 'postgres' } : { REDIS_URL: redis.url }),
    ...more,
  });
  await studio.runs(table);
  const { url } = studio;

  const sign = (id: string, role: Role): Promise<string> => signToken(key, id, role);
  const enlist = (name: string): Promise<string> =>
    inTransaction(database.pool, (tx) => openPlayer(tx, 'house', name, name, amount(100_000_000)));

  const clients: { close(): void }[] = [];

  /** Somebody at a table whose bets are open, who places a bet and takes it back in turn. */
  const bettorAt = async (at: string): Promise<() => Promise<void>> => {
    const name = `Dealer of ${at}`;
    await admin.query(`insert into staff (id, role, name) values ($1, 'dealer', $1)`, [name]);
    const dealer = new DealerClient(url, await sign(name, 'dealer'));
    clients.push(dealer);
    const game = await openBetting(dealer, at);
    const player = new PlayerClient(url, await sign(await enlist(`Honest at ${at}`), 'player'));
    clients.push(player);
    await player.join(at, {}).joined();
    must(await player.send('session:buy-in', { key: randomUUID(), amount: '10000000' }));
    let bets = 0;
    return async () => {
      const asked = { table: at, game, betId: randomUUID() };
      bets += 1;
      must(
        bets % 2 === 1
          ? await player.send('bet:place', { ...asked, spot: 'egalite', amount: '100' })
          : await player.send('bet:undo', asked),
      );
    };
  };
  const bet = await bettorAt(table);

  return {
    database,
    url,
    table,
    pid: studio.pid,
    sign,
    enlist,
    bet,
    bettorAt,
    answersMs: async (turnMs) => {
      const waits: number[] = [];
      const untilMs = performance.now() + turnMs;
      while (performance.now() < untilMs) {
        const sinceMs = performance.now();
        await bet();
        waits.push(performance.now() - sinceMs);
        await new Promise((resolve) => setTimeout(resolve, BETS_EVERY_MS));
      }
      return quantile(waits, 0.99);
    },
    end: async () => {
      for (const client of clients) client.close();
      await studio.kill();
      await redis?.stop();
      await database.stop();
    },
  };
};
