/**
 * How long a phone takes from the address until the table can be played at: slow 4G, a processor
 * that is four times as slow, and nothing kept from before. `readyMs` is the median of the turns,
 * `kilobytes` what came meanwhile. The player's seat and credit are there, bets are open, and it
 * ends when a spot takes one.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { chromium } from 'playwright-core';
import { chromiumEnv } from '../scripts/setup/chromium.js';
import { startRedis } from '../scripts/setup/services.js';
import { makeUpAnchorKey } from '../src/audit/anchor-key.js';
import { DealerClient } from '../src/client/dealer-client.js';
import type { Role } from '../src/protocol/command.js';
import type { TableList } from '../src/protocol/http.js';
import { median, report, rounded } from './kit.js';
import { openPlayers, startDatabase } from './parts/database.js';
import { LONG_BETTING, openBetting } from './parts/honest-player.js';
import { BenchStudio } from './parts/studio.js';
import { signToken } from './parts/sign-token.js';

const GOAL_MS = 2_500;
const TURNS = 7;
const TABLE = 'bench';
const KEY = randomUUID() + randomUUID();
const PHONE = { width: 390, height: 844 };

/** Slow 4G, as page audits have it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;
const PATIENCE_MS = 60_000;

const database = await startDatabase();
const redis = await startRedis();
await database.admin.query(`insert into tables (id, settings) values ($1, $2)`, [
  TABLE,
  LONG_BETTING,
]);
await database.admin.query(`insert into staff (id, role, name) values ('Dora', 'dealer', 'Dora')`);
const [player] = await openPlayers(database.admin, 1, 1_000_000n);
const studio = new BenchStudio({
  DATABASE_URL: database.url,
  SABOT_JWT_KEY: KEY,
  SABOT_HANDS_KEY: randomBytes(32).toString('base64'),
  SABOT_ANCHOR_KEY: makeUpAnchorKey()
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64'),
  ...(redis === undefined ? { QUEUE_BACKEND: 'postgres' } : { REDIS_URL: redis.url }),
});
await studio.runs(TABLE);

const sign = (id: string, role: Role): Promise<string> => signToken(KEY, id, role);
const token = await sign(player!, 'player');

const dealer = new DealerClient(studio.url, await sign('Dora', 'dealer'));
await openBetting(dealer, TABLE);

const { CHROMIUM_PATH: executablePath, CHROMIUM_TROUBLE: trouble } = await chromiumEnv(
  new AbortController().signal,
);
if (executablePath === undefined) throw new Error(trouble);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

interface Load {
  readonly readyMs: number;
  readonly bytes: number;
}

const load = async (): Promise<Load> => {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const start = performance.now();
  await page.goto(`${studio.url}/#token=${token}`, { waitUntil: 'commit' });
  await page.locator('[data-part=table]').waitFor();
  await page.locator('[data-balance]').waitFor();
  await page.locator('button[data-spot="punto"][aria-disabled="false"]').waitFor();
  const readyMs = performance.now() - start;
  await context.close();
  return { readyMs, bytes };
};

const tables = (await (await fetch(`${studio.url}/tables`)).json()) as TableList;
const phase = tables.find((each) => each.table === TABLE)?.phase;
if (phase !== 'betting') throw new Error(`${TABLE} is not betting, but ${phase}`);

await load();
const loads: Load[] = [];
for (let turn = 0; turn < TURNS; turn += 1) loads.push(await load());

const readyMs = median(loads.map((each) => each.readyMs));
report({
  goal: 'first load',
  ratio: rounded(readyMs / GOAL_MS),
  goalRatio: 1,
  met: readyMs <= GOAL_MS,
  readyMs: Math.round(readyMs),
  spreadMs: loads.map((each) => Math.round(each.readyMs)),
  kilobytes: Math.round(median(loads.map((each) => each.bytes)) / 1_000),
});
await browser.close();
dealer.close();
await studio.stop();
await redis?.stop();
await database.stop();
