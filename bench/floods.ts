/**
 * The doors: how long an honest player waits for the answer to a bet while strangers flood the
 * studio from a process of their own, against the same without them in the same run, in turns.
 * `ratio` is the worst flood's, by the median of the turns' 99th percentiles. `--only signIns`
 * tries one of them.
 */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startRedis } from '../scripts/setup/services.js';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import type { Role } from '../src/protocol/command.js';
import { DealerClient } from '../src/client/dealer-client.js';
import { PlayerClient } from '../src/client/player-client.js';
import { openPlayer } from '../src/ledger/open-player.js';
import { amount } from '../src/money/amount.js';
import { inTransaction } from '../src/platform/transaction.js';
import { makeScanCode } from '../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../src/round/settings.js';
import { median, quantile, report, rounded } from './kit.js';
import { startDatabase } from './parts/database.js';
import { FLOODS, type StrangersOrder } from './parts/strangers.js';
import { BenchStudio } from './parts/studio.js';
import { signToken } from './parts/sign-token.js';

const { values: options } = parseArgs({
  args: process.argv.slice(4),
  options: { only: { type: 'string' }, turns: { type: 'string', default: '5' } },
});
const GOAL = 2;
const TURNS = Number(options.turns);
const TURN_MS = 2_000;
const BETS_EVERY_MS = 5;
const TABLE = 'bench';
const STRANGERS = fileURLToPath(new URL('./parts/strangers-process.js', import.meta.url));
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
  MESSAGES_PER_SECOND: '400',
  MESSAGES_AT_ONCE: '1000',
  TRUSTED_PROXIES: '1',
  ...(redis === undefined ? { QUEUE_BACKEND: 'postgres' } : { REDIS_URL: redis.url }),
};
const settings = {
  ...DEFAULT_SETTINGS,
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
  placementsMax: 100_000,
};
await database.admin.query(`insert into tables (id, settings) values ($1, $2)`, [TABLE, settings]);
await database.admin.query(`insert into staff (id, role, name) values ('Dora', 'dealer', 'Dora')`);

const sign = (id: string, role: Role): Promise<string> => signToken(KEY, id, role);

const enlist = (name: string): Promise<string> =>
  inTransaction(database.pool, (tx) => openPlayer(tx, 'house', name, name, amount(100_000_000)));

const must = <Reply extends { readonly ok: boolean }>(reply: Reply): Reply => {
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
};

const studio = new BenchStudio(env);
await studio.runs(TABLE);
const { url } = studio;

const dealer = new DealerClient(url, await sign('Dora', 'dealer'));
const desk = dealer.watch(TABLE, {});
await desk.joined();
must(await dealer.send('table:open', { table: TABLE }));
must(await dealer.send('cards:bring', { table: TABLE, cards: 'bench' }));
must(await dealer.send('shoe:new', { table: TABLE }));
must(await dealer.send('shoe:burn', { table: TABLE, code: makeScanCode('3h'), scanSeq: 1 }));
must(await dealer.send('betting:open', { table: TABLE }));
while (typeof desk.copy?.round?.game !== 'string') {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const { game } = desk.copy.round;

const honest = new PlayerClient(url, await sign(await enlist('Honest'), 'player'));
await honest.join(TABLE, {}).joined();
must(await honest.send('session:buy-in', { key: randomUUID(), amount: '10000000' }));

/** The 99th percentile of the answers to bets that are placed one after the other, in ms. */
const answersMs = async (): Promise<number> => {
  const waits: number[] = [];
  const untilMs = performance.now() + TURN_MS;
  for (let each = 0; performance.now() < untilMs; each += 1) {
    const sinceMs = performance.now();
    const bet = { table: TABLE, game, betId: randomUUID() };
    const sent =
      each % 2 === 0
        ? honest.send('bet:place', { ...bet, spot: 'egalite', amount: '100' })
        : honest.send('bet:undo', bet);
    must(await sent);
    waits.push(performance.now() - sinceMs);
    await new Promise((resolve) => setTimeout(resolve, BETS_EVERY_MS));
  }
  return quantile(waits, 0.99);
};

const strangers = fork(STRANGERS);
process.once('exit', () => strangers.kill('SIGKILL'));

/** Resolves when the strangers have begun, or have ended, their flood. */
const order = async (given: StrangersOrder): Promise<void> => {
  strangers.send(given);
  await once(strangers, 'message');
};

const tokens: string[] = [];
for (let each = 0; each < 50; each += 1) {
  tokens.push(await sign(await enlist(`Deaf ${each}`), 'player'));
}

await answersMs(); // warm
const ratios: Record<string, number> = {};
const p99s: Record<string, number> = {};
const quietMs: number[] = [];
for (const name of FLOODS.filter((each) => (options.only ?? each) === each)) {
  const pairs: number[] = [];
  const withMs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const without = await answersMs();
    await order({ begin: name, url, table: TABLE, tokens });
    const under = await answersMs();
    await order('end');
    quietMs.push(without);
    withMs.push(under);
    pairs.push(under / without);
  }
  ratios[name] = rounded(median(pairs));
  p99s[name] = rounded(median(withMs));
}

const worst = Math.max(...Object.values(ratios));
report({
  goal: 'floods',
  ratio: worst,
  goalRatio: GOAL,
  met: worst <= GOAL,
  ratios,
  p99Ms: p99s,
  quietP99Ms: rounded(median(quietMs)),
  turns: TURNS,
  postgres: database.version,
});

strangers.kill('SIGKILL');
honest.close();
dealer.close();
await studio.kill();
await redis?.stop();
await database.stop();
