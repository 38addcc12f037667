/**
 * Requests to an operator's wallet of which one in five goes wrong, while the studio's process that
 * sends them is killed now and then, and the wallet is dead now and then: in the end both sides'
 * books agree, to the last minor unit. `npm run faults -- wallets` does 200,000 of them.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seeded } from '../../bench/kit.js';
import { compareBooks } from '../../bench/parts/wallet-books.js';
import { BALANCE, WalletHouse, callAt, openOperator } from '../../bench/parts/wallet-house.js';
import { readConfig } from '../../src/config.js';
import { FAULTS, WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { signingKeyIn } from '../../src/operator/studio-signature.js';
import { isFullSize, measured } from '../kit/fault-report.js';
import { connect } from '../kit/logged-table.js';
import { type StudioProcess, eventually, pause } from '../kit/studio.js';
import { JWT_KEY, useTestbed } from '../kit/testbed.js';

const CALLS = isFullSize ? 200_000 : 1_000;
const PLAYERS = isFullSize ? 2_000 : 60;
const FAULTY = 0.2;
/** Of so many rounds one has its worker killed, and another the wallet dead. */
const TROUBLE_EVERY = isFullSize ? 6 : 3;
const DEAD_MS = 1_500;
const PART = 'wallet calls';
const DECIDED_WITHIN_MS = 120_000;
const HOUR_MS = 3_600_000;

const testbed = useTestbed({ tables: {} });
const random = seeded(23);
let admin: pg.Pool;
let wallet: WalletServer;
let worker: StudioProcess;
let house: WalletHouse;
let calls = 0;
const wrong: Record<string, number> = {};

beforeAll(async () => {
  admin = new pg.Pool({ connectionString: testbed.database.url, max: 2 });
  const jwtKey = new TextEncoder().encode(JWT_KEY);
  const operator = await openOperator(admin, { players: PLAYERS, jwtKey, isHmac: false });
  const { kid, key, studio, playerIds } = operator;
  wallet = await WalletServer.start({
    studio,
    key: { kid, key: signingKeyIn(key) },
    nowMs: () => Date.now(),
    lateMs: 2_500,
    currency: 'EUR',
  });
  for (const index of playerIds.keys()) wallet.book.open(`w-${index + 1}`, BALANCE);
  wallet.faultOf = () => {
    calls += 1;
    if (random() >= FAULTY) return undefined;
    const fault = FAULTS[Math.floor(random() * FAULTS.length)]!;
    wrong[fault] = (wrong[fault] ?? 0) + 1;
    return fault;
  };
  await callAt(admin, wallet.url);
  worker = await testbed.startProcess({ SABOT_ROLES: 'worker' });
  const { pool, database } = testbed;
  const config = readConfig({ ...testbed.env });
  house = await WalletHouse.open(
    { admin, pool, connect: () => connect(database) },
    config,
    playerIds,
  );
});

afterAll(async () => {
  await house.close();
  await wallet.stop();
  await admin.end();
});

it(
  'end with books that agree, whatever goes wrong',
  async () => {
    let rounds = 0;
    let kills = 0;
    let deaths = 0;
    while (calls < CALLS) {
      rounds += 1;
      const round = house.play({ bettors: PLAYERS });
      if (rounds % TROUBLE_EVERY === 1) {
        kills += 1;
        await pause(random() * 1_000);
        await worker.kill();
        worker = await testbed.startProcess({ SABOT_ROLES: 'worker' });
      }
      if (rounds % TROUBLE_EVERY === 2) {
        deaths += 1;
        await pause(random() * 1_000);
        wallet.isDead = true;
        await pause(DEAD_MS);
        wallet.isDead = false;
      }
      await round;
    }
    const isDecided = async (): Promise<boolean> => {
      const { rows } = await admin.query(
        `select from wallet_movements where status in ('due', 'void') limit 1`,
      );
      return rows.length === 0;
    };
    await eventually('all is decided', isDecided, { withinMs: DECIDED_WITHIN_MS, everyMs: 100 });
    const { rows } = await admin.query<{ what: string; count: number }>(
      `select kind || ' ' || status as what, count(*)::int from wallet_movements group by 1 order by 1`,
    );
    for (const { what, count } of rows) measured({ part: PART, what, count });
    for (const [what, count] of Object.entries(wrong)) measured({ part: PART, what, count });
    const { book } = wallet;
    const compared = await compareBooks(admin, {
      balances: book.players.map(([player, has]) => [player, `${has}`]),
      done: book.movements
        .filter(({ answer }) => answer.status === 'done')
        .map(({ movement: { movementId, kind, total } }) => [movementId, kind, `${total}`]),
      alarms: book.alarms,
    });
    const faulty = Object.values(wrong).reduce((sum, count) => sum + count, 0);
    const { movements, difference } = compared;
    const figures = { calls, faulty, rounds, kills, deaths, movements };
    for (const [what, count] of Object.entries(figures)) measured({ part: PART, what, count });
    measured({ part: PART, what: 'difference', count: Number(difference) });
    expect(faulty / calls).toBeGreaterThan(FAULTY * 0.8);
    expect(compared).toEqual({
      ...{ movements, lost: 0, doubled: 0, difference: '0', open: 0, alarms: 0 },
    });
    // Something was taken, and something was void.
    const seen = rows.map(({ what }) => what);
    expect(seen).toEqual(expect.arrayContaining(['credit done', 'debit cancelled', 'debit done']));
  },
  isFullSize ? 2 * HOUR_MS : undefined,
);
