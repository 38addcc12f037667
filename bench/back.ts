/**
 * I11: how long a table stops when the process that runs it is killed, in the middle of a coup and
 * late in its shoe. `takeover` is the time until a studio that stands by runs it, `restart` the
 * time until a studio that is started at once runs it. Both wait for the lease of the killed
 * process to expire, with the lease as delivered. `startMs` is the bare start of a studio, in the
 * same turns.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { startRedis } from '../scripts/setup/services.js';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import { fullShoe } from '../src/cards/shoe.js';
import { shuffle } from '../src/cards/shuffle.js';
import { DealerClient } from '../src/client/dealer-client.js';
import { makeScanCode } from '../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../src/round/settings.js';
import { median, report, rounded, seeded } from './kit.js';
import { startDatabase } from './parts/database.js';
import { BenchStudio } from './parts/studio.js';
import { signToken } from './parts/sign-token.js';

const GOAL_MS = 5_000;
const TURNS = 9;
const ROUNDS = 60;
const TABLE = 'bench';
const KEY = randomUUID() + randomUUID();

const database = await startDatabase();
const redis = await startRedis();
const env = {
  DATABASE_URL: database.url,
  SABOT_JWT_KEY: KEY,
  SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
  MESSAGES_PER_SECOND: '100000',
  MESSAGES_AT_ONCE: '100000',
  ...(redis === undefined ? { QUEUE_BACKEND: 'postgres' } : { REDIS_URL: redis.url }),
};

/** Bets are closed as soon as they are open. */
const settings = { ...DEFAULT_SETTINGS, betMs: 0, lastBetsMs: 0, pauseMs: 0, opensItself: false };
await database.admin.query(`insert into tables (id, settings) values ($1, $2)`, [TABLE, settings]);
await database.admin.query(`insert into staff (id, role, name) values ('Dora', 'dealer', 'Dora')`);

const start = async (): Promise<BenchStudio> => {
  const studio = new BenchStudio(env);
  await studio.isReady();
  return studio;
};

/** Deals this many rounds, and the first three cards of one more. */
const dealShoe = async ({ url }: BenchStudio): Promise<void> => {
  const token = await signToken(KEY, 'Dora', 'dealer');
  const dealer = new DealerClient(url, token);
  const table = dealer.watch(TABLE, {});
  await table.joined();
  const must = (reply: { readonly ok: boolean }): void => {
    if (!reply.ok) throw new Error(JSON.stringify(reply));
  };
  const comes = async (phase: string): Promise<void> => {
    const deadline = performance.now() + 10_000;
    while (table.copy?.phase !== phase) {
      if (performance.now() > deadline) throw new Error(`${TABLE} is not ${phase}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const random = seeded(17);
  const shoe = shuffle(fullShoe(), (count) =>
    Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
  ).values();
  let scanSeq = 0;
  const scan = async (name: 'shoe:burn' | 'card:scan'): Promise<void> => {
    const code = makeScanCode(shoe.next().value!);
    must(await dealer.send(name, { table: TABLE, code, scanSeq: (scanSeq += 1) }));
  };
  must(await dealer.send('table:open', { table: TABLE }));
  must(await dealer.send('cards:bring', { table: TABLE, cards: 'bench' }));
  must(await dealer.send('shoe:new', { table: TABLE }));
  await scan('shoe:burn');
  for (let round = 0; round < ROUNDS; round += 1) {
    must(await dealer.send('betting:open', { table: TABLE }));
    await comes('bets_closed');
    do await scan('card:scan');
    while (table.copy?.phase === 'dealing');
    await comes('settled');
  }
  must(await dealer.send('betting:open', { table: TABLE }));
  await comes('bets_closed');
  for (let card = 0; card < 3; card += 1) await scan('card:scan');
  dealer.close();
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const starts: number[] = [];
const takeovers: number[] = [];
const restarts: number[] = [];
let runner = await start();
await runner.runs(TABLE);
await dealShoe(runner);
for (let turn = 0; turn < TURNS; turn += 1) {
  let standby = runner;
  starts.push(await timed(async () => (standby = await start())));
  await runner.kill();
  takeovers.push(await timed(() => standby.runs(TABLE)));
  await standby.kill();
  restarts.push(
    await timed(async () => {
      runner = new BenchStudio(env);
      await runner.runs(TABLE);
    }),
  );
}
const { rows } = await database.admin.query<{ events: string }>(
  'select count(*) as events from table_events',
);

const worst = Math.max(...takeovers, ...restarts);
report({
  goal: 'I11',
  ratio: rounded(worst / GOAL_MS),
  goalRatio: 1,
  met: worst <= GOAL_MS,
  worstMs: rounded(worst),
  takeoverMs: rounded(median(takeovers)),
  restartMs: rounded(median(restarts)),
  startMs: rounded(median(starts)),
  turns: TURNS,
  events: rows[0]?.events,
  postgres: database.version,
});

await runner.kill();
await redis?.stop();
await database.stop();
