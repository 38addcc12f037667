/**
 * The database is restored, by Postgres's own backup and log, to moments of an evening that nobody
 * chose. The studio goes on from there: what it issued in the part that is lost is never issued
 * again, and logs and books are whole.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup, listBackups, pruneBackups } from '../../scripts/setup/backups.js';
import { removeDataFolder, throwAwayFolder } from '../../scripts/setup/data-folder.js';
import { postgresHome } from '../../scripts/setup/postgres-home.js';
import { restoreCluster, startCluster } from '../../scripts/setup/postgres.js';
import { parseAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { readAnchors } from '../../src/audit/anchor-rows.js';
import type { Anchor } from '../../src/audit/anchor.js';
import { isWhole, makeLogReport } from '../../src/audit/log-report.js';
import type { LogVerdict } from '../../src/audit/verify.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { SETTLEMENT } from '../../src/settlement/settlement-queue.service.js';
import { approved } from '../kit/approvals.js';
import type { Player, Staff } from '../kit/clients.js';
import { runs } from '../kit/runs.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { ANCHOR_KEY, QUICK, Testbed } from '../kit/testbed.js';

const RESTORES = runs(2);
const TABLE = 'pb-1';
const COUPS = ['9h Kd Ts Qs', '2h 4c Kd Ks 5s 6d', '8c Ts Qd 9d'];
const TRUSTED = parsePublicKey(parseAnchorKey(ANCHOR_KEY)!.publicKey)!;

const seed = Number(process.env['SABOT_SEED'] ?? Date.now() % 1_000_000);
let drawn = seed;
/** From 0 to 1. */
const draw = (): number => {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
  return drawn / 2_147_483_648;
};

const testbed = new Testbed();
let folder: string;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let studio: Studio;
let dealer: Staff;

const wishes = () => ({ dataDir: folder, durable: false, archives: true, database: 'postgres' });

beforeAll(async () => {
  folder = throwAwayFolder(os.tmpdir(), 'sabot-restore');
  cluster = await startCluster(wishes());
  const env = { ANCHOR_EVERY_MS: '500', ANCHOR_SWEEP_MS: '50' };
  await testbed.open({ server: cluster.url, tables: { [TABLE]: { ...QUICK, betMs: 1_500 } }, env });
});
afterAll(async () => {
  await testbed.close();
  await cluster.stop();
  removeDataFolder(folder);
});

/** In the world's time, as Postgres dates what is committed. */
const postgresNow = (): Promise<Date> =>
  asSuperuser(cluster, async (client) => {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]!.now;
  });

const backUp = () => {
  const { home, account } = postgresHome(fs.realpathSync(folder));
  return asSuperuser(cluster, (client) => makeBackup(home, account, client));
};

const restoreTo = async (until: Date): Promise<void> => {
  const { port } = cluster;
  await cluster.stop();
  const restored = await restoreCluster({ ...wishes(), port, until });
  fs.rmSync(restored.before!, { recursive: true });
  cluster = restored;
  // The database has forgotten how far the test had moved its time on.
  await testbed.database.moveTimeTo(testbed.clock.movedMs);
};

/** Everything that the studio has issued, as somebody outside may have kept it. */
interface Issued {
  readonly games: ReadonlySet<string>;
  readonly entries: ReadonlySet<string>;
  readonly epoch: bigint;
  readonly anchors: readonly Anchor[];
}

const readIssued = async (): Promise<Issued> => {
  const read = async (text: string): Promise<readonly string[]> =>
    (await testbed.pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const [epoch = '0'] = await read('select max(epoch) as id from table_events');
  return {
    games: new Set(await read('select game_number as id from rounds')),
    entries: new Set(await read('select id from entries')),
    epoch: BigInt(epoch),
    anchors: await readAnchors(testbed.pool),
  };
};

/** What was there and is there no more. */
const lostOf = (before: ReadonlySet<string>, now: ReadonlySet<string>): readonly string[] =>
  [...before].filter((each) => !now.has(each));

/** The table is ready for the next round, from wherever the restore has left it. */
const bringToAnEnd = async (): Promise<void> => {
  const codes = ['2c', '3d', '4h', '5s', '6c', '7d', '8h', '9s', 'Tc', 'Jd', 'Qh', 'Ks', 'Ac'];
  let turn = 0;
  await eventually('the table comes to an end', async () => {
    turn += 1;
    const now = (await dealer.watch())!;
    if (now.phase === 'closed') return dealer.makeReady().then(() => true);
    if (now.phase === 'settled' || now.phase === 'void') return changeShoe();
    if (now.phase === 'suspended') {
      const manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
      await manager.must('table:resume');
      manager.close();
    } else if (now.phase === 'shoe_change') {
      await dealer.call('cards:bring', { table: TABLE, cards: `box-${turn}-${draw()}` });
      if ((await dealer.give('shoe:new')).ok) dealer.scanSeq = 0;
      else await dealer.watch();
      await dealer.burn('3H');
      if ((await dealer.give('betting:open')).ok) await testbed.advance(2_000);
    } else if (now.phase === 'bets_closed' || now.phase === 'dealing') {
      await dealer.scan(codes[turn % codes.length]!);
    } else {
      await testbed.advance(1_000);
    }
    return false;
  });
};

/**
 * The cards of the lost rounds are out of the shoe, and the log does not know of them. False while
 * the stakes of a void round are still to be returned.
 */
const changeShoe = async (): Promise<boolean> => {
  const manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
  const { ok } = await manager.give('shoe:change');
  manager.close();
  if (ok) await dealer.newShoe();
  return ok;
};

/** Some rounds with bets; one of them is void, and one player goes home in the middle. */
const play = async (rounds: number, name: string): Promise<readonly Player[]> => {
  const players = await testbed.players(studio, 3, name, { euros: 500 });
  for (let round = 0; round < rounds; round += 1) {
    const { game, seq } = await dealer.openBetting();
    // On a slow machine some may come too late.
    const due = players.slice(round > 2 ? 1 : 0);
    await Promise.all(
      due.flatMap((player) => [
        player.wager(game, ['punto', 5]),
        player.wager(game, ['egalite', 1]),
      ]),
    );
    await dealer.betsClosed(seq);
    if (round === 1) {
      await approved(testbed.pool, { kind: 'void', table: TABLE, game });
      await testbed.passing(dealer.next('round_refunded', { after: seq }));
      continue;
    }
    await dealer.deal(COUPS[round % COUPS.length]!);
    await testbed.passing(dealer.next('round_settled', { after: seq }));
    if (round === 2) {
      const reply = await players[0]!.call('session:cash-out', { key: randomUUID() });
      expect(reply).toMatchObject({ ok: true });
    }
  }
  return players;
};

const sitDown = async (): Promise<void> => {
  studio = await testbed.restart();
  dealer = await testbed.staff(studio, 'Dino');
};

const standUp = async (players: readonly Player[]): Promise<void> => {
  for (const player of players) player.close();
  dealer.close();
  await studio.stop();
};

/** As `npm run verify` does. The kit writes its staff straight into the database. */
const verdictWith = async (witnesses: readonly Anchor[]): Promise<readonly LogVerdict[]> => {
  const verdicts = await asSuperuser(testbed.database, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    return verifyDatabase(client, { keys: [TRUSTED], witnesses });
  });
  const ofKit = /^the account \w+: it is kept|^(request|the decision on request) \d+: it is kept/;
  return verdicts.map((verdict) => ({
    ...verdict,
    faults: verdict.faults.filter(({ says }) => !ofKit.test(says)),
  }));
};

/** A job of a lost round, which the queue has kept. */
const leaveAJob = async (game: string): Promise<void> => {
  const url = testbed.env['REDIS_URL'];
  if (url === undefined) return;
  const queue = new Queue(SETTLEMENT, { connection: { url } });
  const data = { table: TABLE, game, timeline: 0 };
  await queue.add('finish', data, { jobId: `finish-0-${game}`, removeOnComplete: true });
  await queue.close();
};

describe('a studio whose database is restored', () => {
  it(`goes on from any moment of the evening (seed ${seed})`, async () => {
    const seen: Anchor[] = [];
    await sitDown();
    await dealer.makeReady();
    await backUp();
    for (let timeline = 1; timeline <= RESTORES; timeline += 1) {
      const startedAt = await postgresNow();
      const players = await play(4, `Guest ${timeline}`);
      const lastSeq = players[1]!.lastSeq.get(TABLE)!;
      const endedAt = await postgresNow();
      await standUp(players);
      const before = await readIssued();
      seen.push(...before.anchors);

      const spanMs = endedAt.getTime() - startedAt.getTime();
      const until = new Date(startedAt.getTime() + Math.round(draw() * spanMs));
      await restoreTo(until);
      const restored = await readIssued();
      const lostGames = lostOf(before.games, restored.games);
      await leaveAJob(lostGames[0] ?? '1999999999');

      await sitDown();
      const { rows } = await testbed.pool.query(
        'select number, known_until from timelines order by number desc limit 1',
      );
      expect(rows).toMatchObject([{ number: String(timeline) }]);
      expect(studio.log).toContain('the database was restored before, and is handed over');
      if (testbed.env['REDIS_URL'] !== undefined) {
        await eventually('the lost job is thrown away', () =>
          studio.log.includes('a job of another timeline was thrown away'),
        );
      }
      // The table has stopped for the shift manager, and an incident says so.
      const now = await dealer.watch();
      expect(now).toMatchObject({ phase: 'suspended' });
      const incidents = await testbed.pool.query(
        `select from open_incidents where kind = 'database_restored' and table_id = $1`,
        [TABLE],
      );
      expect(incidents.rowCount).toBe(1);
      await bringToAnEnd();
      await closeIncidents();

      // Who had seen more than there is gets the table anew, however far the log has come since.
      const [again] = await play(1, `Later ${timeline}`);
      expect(dealer.lastSeq.get(TABLE)).toBeGreaterThan(0);
      const back = await again!.call('table:join', { table: TABLE, afterSeq: lastSeq });
      expect(back).toMatchObject({ ok: true, missed: null, timeline });

      const after = await readIssued();
      const issuedSince = (of: 'games' | 'entries') => lostOf(after[of], restored[of]);
      for (const of of ['games', 'entries'] as const) {
        const lost = new Set(lostOf(before[of], restored[of]));
        expect(issuedSince(of).filter((each) => lost.has(each))).toEqual([]);
      }
      expect(after.epoch).toBeGreaterThan(before.epoch + 1_000_000n);
      const lostAnchors = seen.filter((each) => !after.anchors.some(isSameAs(each)));
      const names = new Set(lostAnchors.map(nameOf));
      expect(after.anchors.map(nameOf).filter((name) => names.has(name))).toEqual([]);

      // With all that was ever kept of anchors, those of the lost part are named, and no fault.
      const verdicts = await verdictWith(seen);
      expect(isWhole(verdicts), makeLogReport(verdicts)).toBe(true);
      expect(verdicts.find(({ log }) => log === '@staff')).toMatchObject({
        lostAnchors: lostAnchors.length,
        notes: { length: timeline },
      });
      await testbed.check();
    }
    await backUp();
    const { home } = postgresHome(fs.realpathSync(folder));
    expect(pruneBackups(home, 1)).toBe(1);
    expect(listBackups(home)).toHaveLength(1);
  });
});

const closeIncidents = async (): Promise<void> => {
  await testbed.pool.query(
    `insert into incident_notes (incident_id, kind, by, text)
     select incident_id, 'closed', 'studio', 'table_goes_on' from open_incidents`,
  );
};

const nameOf = ({ table, timeline, number }: Anchor): string => `${table} ${timeline} ${number}`;
const isSameAs =
  (one: Anchor) =>
  (other: Anchor): boolean =>
    nameOf(one) === nameOf(other) && one.signature.equals(other.signature);
