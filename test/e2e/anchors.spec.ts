/**
 * The studio sets its anchors: at the end of a shoe, when a table closes, and every hour, also
 * where the queue forgot it.
 */
import { Redis } from 'ioredis';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { readAnchors } from '../../src/audit/anchor-rows.js';
import { ANCHOR_REASONS, type AnchorReason } from '../../src/audit/anchor.js';
import { parseLine } from '../../src/audit/lines.js';
import { isWhole, makeLogReport } from '../../src/audit/log-report.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import type { Staff } from '../kit/clients.js';
import { ANCHOR_KEY, SHUT, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

/** Its hour is of a second and a half. */
const testbed = useTestbed({ env: { ANCHOR_EVERY_MS: '1500', ANCHOR_SWEEP_MS: '50' } });
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const publicKey = parsePublicKey(parseAnchorKey(ANCHOR_KEY)!.publicKey)!;

const anchored = (table: string, reasons: readonly AnchorReason[], from = 0) =>
  eventually(`${table} is anchored: ${reasons.join(' or ')}`, async () => {
    const anchors = await readAnchors(testbed.pool);
    return anchors.find(
      (each) => each.table === table && reasons.includes(each.reason) && each.seq >= BigInt(from),
    );
  });

const openTable = async (): Promise<{ table: string; dealer: Staff; manager: Staff }> => {
  const table = await testbed.addTable(studio, SHUT);
  const dealer = await testbed.staff(studio, 'Dora', { table });
  const manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
  await dealer.makeReady();
  return { table, dealer, manager };
};

/** The opening of the table has its anchor: what comes next has one of its own. */
const openAnchoredTable = async () => {
  const opened = await openTable();
  await anchored(opened.table, ['table_opened']);
  return opened;
};

/** In one snapshot, as `npm run verify` does. */
const expectWhole = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: testbed.database.url });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  const verdicts = await verifyDatabase(client, { keys: [publicKey], witnesses: [] });
  await client.end();
  // The kit writes its staff straight into the database.
  const received = verdicts.map((verdict) => ({
    ...verdict,
    faults: verdict.faults.filter(({ says }) => !/^the account (Dora|Mona): it is kept/.test(says)),
  }));
  expect(isWhole(received), makeLogReport(received)).toBe(true);
};

describe('an anchor is set', () => {
  it('when the table opens, at the end of a shoe, and when the table closes', async () => {
    const { table, dealer, manager } = await openTable();
    const { number } = await anchored(table, ['table_opened']);
    expect(number, 'no shoe has ended by then').toBe(1n);
    await dealer.playRound('9h Kd Ts Qs');
    const changed = await manager.must('shoe:change');
    await anchored(table, ['shoe_end'], changed);
    const closed = await manager.must('table:close');
    await anchored(table, ['table_closed'], closed);
    await expectWhole();
  });

  it('every hour, and the studio’s log says so', async () => {
    const { table, dealer } = await openAnchoredTable();
    await dealer.playRound('9h Kd Ts Qs');
    const { seq, signature } = await anchored(table, ['hour'], dealer.lastSeq.get(table));
    const received = await eventually('the studio’s log tells the anchor', () =>
      studio.log
        .split('\n')
        .map(parseLine)
        .find((line) => line?.line === 'anchor' && line.table === table && line.seq === seq),
    );
    expect(received).toMatchObject({ signature });
    await expectWhole();
  });

  it('every hour even when Redis has forgotten the job', async () => {
    const { table, dealer } = await openAnchoredTable();
    const url = testbed.env['REDIS_URL'];
    if (url !== undefined) {
      const redis = new Redis(url);
      await redis.flushdb();
      redis.disconnect();
    }
    await dealer.playRound('9h Kd Ts Qs');
    await anchored(table, ['hour'], dealer.lastSeq.get(table));
    await expectWhole();
  });

  it('at the studio’s start, for what came before', async () => {
    const slow = { ANCHOR_EVERY_MS: '3600000', ANCHOR_SWEEP_MS: '60000' };
    await studio.stop();
    studio = await testbed.restart(slow);
    const { table, dealer } = await openTable();
    await dealer.playRound('9h Kd Ts Qs');
    const last = dealer.lastSeq.get(table);
    await studio.stop();
    studio = await testbed.restart(slow, table);
    await anchored(table, ANCHOR_REASONS, last);
    await expectWhole();
  });
});
