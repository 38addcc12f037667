/**
 * The wall of tables over the wire: one snapshot, then what changes; the money on the layout and
 * what it may cost; who may look and who may act.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { WallTable } from '../../src/protocol/wall.js';
import { amount } from '../../src/money/amount.js';
import { exposure } from '../../src/punto-banco/exposure.js';
import { CURRENT_PAYTABLE } from '../../src/punto-banco/paytable.js';
import { type Heard, cents } from '../kit/clients.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import { Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed();
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

const wallOf = (heard: readonly Heard[], table: string): readonly WallTable[] =>
  heard
    .filter(({ event, body }) => event === 'wall:table' && body['table'] === table)
    .map(({ body }) => body as unknown as WallTable);

/** Resolves when the table is sent like that, from now on: what was sent before does not count. */
const isPublished = (
  pit: Pit,
  table: string,
  isSo: (shown: WallTable) => boolean,
): Promise<void> => {
  const before = wallOf(pit.heard, table).length;
  return pit.until(`${table} is sent`, () => wallOf(pit.heard, table).slice(before).some(isSo));
};

/**
 * Resolves when the pit has received all that has changed: tables are sent in the order of their
 * names, and `pb-1` is the last.
 */
const hasHeardAll = async (pit: Pit): Promise<void> => {
  const isFollowed = isPublished(pit, 'pb-1', ({ connection }) => connection.dealer);
  const olga = await testbed.staff(studio, 'Olga');
  await isFollowed;
  const isLeft = isPublished(pit, 'pb-1', ({ connection }) => !connection.dealer);
  olga.close();
  await isLeft;
};

describe('the wall', () => {
  it('shows every table at once, and then only what changes', async () => {
    const [first, second] = [await testbed.addTable(studio), await testbed.addTable(studio)];
    const pit = await openPit(testbed, studio, 'Wanda');
    const isSeen = ({ table, phaseSinceMs }: WallTable) =>
      table !== second || phaseSinceMs !== null;
    await eventually('both tables are watched', async () =>
      (await pit.watch()).tables.every(isSeen),
    );
    await hasHeardAll(pit);
    const publishedBefore = wallOf(pit.heard, second).length;
    const beforeMs = Date.now();
    const { tables, incidents, approvals, nowMs } = await pit.watch();
    expect(tables.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['pb-1', first, second]),
    );
    expect({ incidents, approvals }).toEqual({ incidents: [], approvals: [] });
    expect(nowMs).toBeGreaterThan(beforeMs - 5_000);
    expect(nowMs).toBeLessThan(Date.now() + 5_000);
    expect(tables.find(({ table }) => table === first)).toMatchObject({
      phase: 'closed',
      dealer: null,
      stakes: '0',
      exposure: null,
      stalled: false,
      stream: 'none',
      closing: false,
    });
    const dealer = await testbed.staff(studio, 'Dino', { table: first });
    await dealer.makeReady();
    const opened = await pit.sees(first, ({ dealer: name }) => name === 'Dino');
    expect(opened).toMatchObject({ phase: 'shoe_change', connection: { dealer: true } });
    await hasHeardAll(pit);
    expect(wallOf(pit.heard, second).slice(publishedBefore)).toEqual([]);
    const isLeft = isPublished(pit, first, ({ connection }) => !connection.dealer);
    dealer.close();
    await isLeft;
  });

  it('shows the money on the layout and the worst that each outcome may cost', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const pit = await openPit(testbed, studio, 'Walter');
    await pit.watch();
    const dealer = await testbed.staff(studio, 'Dana', { table });
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const anna = await testbed.player(studio, 'Anna', { table });
    const ben = await testbed.player(studio, 'Ben', { table });
    await ben.bet(game, 'normal');
    await anna.bet(game, ['punto', 100]);
    await anna.bet(game, ['egalite', 10]);
    await ben.bet(game, ['banco', 150]);
    await ben.bet(game, ['banco', 50]);
    await ben.bet(game, ['perfect_pair', 5]);
    const shown = await pit.sees(table, ({ stakes }) => stakes === cents(315));
    const worst = exposure(
      {
        zero_commission: new Map([
          ['punto', amount(10_000)],
          ['egalite', amount(1_000)],
        ]),
        normal: new Map([
          ['banco', amount(20_000)],
          ['perfect_pair', amount(500)],
        ]),
      },
      CURRENT_PAYTABLE,
    );
    expect(shown).toMatchObject({ game, phase: 'betting', players: 2, roundInShoe: 1 });
    expect(shown.bets).toBe(4); // Ben's two on Banco are one bet
    expect(shown.exposure).toEqual({
      punto: worst.punto.toString(),
      banco: worst.banco.toString(),
      egalite: worst.egalite.toString(),
    });
    // 200 + 190, and for the pair 5 + 125.
    expect(BigInt(shown.exposure!.banco)).toBe(39_000n + 13_000n);
  });

  it('sends a table four times a second at most, and always its last state', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const pit = await openPit(testbed, studio, 'Wendy');
    const dealer = await testbed.staff(studio, 'Dirk', { table });
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const carla = await testbed.player(studio, 'Carla', { table });
    const startedAtMs = performance.now();
    await pit.watch();
    const publishedBefore = wallOf(pit.heard, table).length;
    const received = () => wallOf(pit.heard, table).slice(publishedBefore);
    for (let bets = 0; bets < 100 || received().length < 5; bets += 1) {
      await carla.bet(game, bets % 2 === 0 ? ['punto', 1] : 'undo');
    }
    await carla.bet(game, ['egalite', 7]);
    const last = await eventually('the last bet is on the wall', () => {
      const shown = received().at(-1);
      return BigInt(shown?.exposure?.egalite ?? 0) >= 6_300n && shown;
    });
    expect(last.game).toBe(game);
    // All of it was sent meanwhile: the first at once, and one more where the studio was slow just
    // then.
    const lastedMs = performance.now() - startedAtMs;
    expect(received().length).toBeLessThanOrEqual(2 + lastedMs / 250);
  });

  it('says since when a phase lasts, also after another studio took the table over', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const dealer = await testbed.staff(studio, 'Dolf', { table });
    await dealer.makeReady();
    const { atMs } = await dealer.openBetting();
    await studio.stop();
    studio = await testbed.restart({}, table);
    const pit = await openPit(testbed, studio, 'Willy');
    await pit.watch();
    await eventually('the age of the phase is read from the log', async () => {
      const { tables } = await pit.watch();
      const shown = tables.find((each) => each.table === table);
      return shown?.phase === 'betting' && shown.phaseSinceMs === atMs;
    });
  });
});

describe('somebody who looks at the wall', () => {
  it('is the shift manager, the auditor or the administrator; nobody else comes in', async () => {
    for (const role of ['shift_manager', 'auditor', 'administrator']) {
      const pit = await openPit(testbed, studio, `looks as ${role}`, role);
      expect((await pit.watch()).tables.length).toBeGreaterThan(0);
    }
    await expect(openPit(testbed, studio, 'Dora', 'dealer')).rejects.toThrow('not_allowed');
    const { token } = await testbed.enlist('Paul');
    await expect(new Pit(studio.url, token, 'Paul').connect()).rejects.toThrow('not_allowed');
    await expect(new Pit(studio.url, 'x', 'nobody').connect()).rejects.toThrow('not_signed_in');
  });

  it('sees a table as the pit does: its bets, its stakes, who did what', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const dealer = await testbed.staff(studio, 'Doris', { table });
    await dealer.makeReady();
    const auditor = await openPit(testbed, studio, 'Augusta', 'auditor');
    await auditor.follows(table);
    const { game } = await dealer.openBetting();
    const eva = await testbed.player(studio, 'Eva', { table });
    await eva.bet(game, ['punto', 20]);
    expect(await auditor.next('bets_accepted')).toMatchObject({ table, change: cents(20) });
    await auditor.must('table:unwatch', { table });
    await eva.bet(game, ['punto', 20]);
    expect(await auditor.refusal('table:suspend', { table, reason: 'to see' })).toBe('not_allowed');
    expect(await auditor.refusal('table:watch', { table: 'no-such' })).toBe('unknown_table');
    // These were answered after whatever was sent of the bet.
    expect(auditor.messages.filter(({ kind }) => kind === 'bets_accepted')).toHaveLength(1);
  });

  it('lists who sits at a table: the stakes, since when, and who may not write', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const pit = await openPit(testbed, studio, 'Wilma');
    expect(await pit.must('player:list', { table })).toEqual({ ok: true, players: [], total: 0 });
    const dealer = await testbed.staff(studio, 'Dunja', { table });
    await dealer.makeReady();
    const { game, seq } = await dealer.openBetting();
    const startedAtMs = Date.now() - 60_000;
    const anna = await testbed.player(studio, 'Anna', { table });
    const ben = await testbed.player(studio, 'Ben', { table });
    const cora = await testbed.player(studio, 'Cora', { table });
    await anna.bet(game, ['punto', 20]);
    await ben.bet(game, ['banco', 100]);
    await ben.bet(game, ['perfect_pair', 5]);
    await pit.must('chat:mute', { player: cora.id, table, minutes: 10, reason: 'shouts' });
    const listed = async () => (await pit.must('player:list', { table })).players;
    const away = { connected: false, connectedSinceMs: null };
    const none = { stakes: {}, muted: false };
    const all = await eventually('every connection is written down', async () => {
      const players = await listed();
      return players.every(({ connectedSinceMs }) => connectedSinceMs !== null) && players;
    });
    expect(all).toMatchObject([
      { id: ben.id, name: 'Ben', stakes: { banco: cents(100), perfect_pair: cents(5) } },
      { id: anna.id, name: 'Anna', stakes: { punto: cents(20) }, connected: true, muted: false },
      { id: cora.id, name: 'Cora', ...none, connected: true, muted: true },
    ]);
    for (const { connectedSinceMs } of all) expect(connectedSinceMs).toBeGreaterThan(startedAtMs);

    // Players who have left are listed by their bets alone, and no longer when those are gone.
    ben.close();
    cora.close();
    const left = await eventually('they have gone', async () => {
      const players = await listed();
      return players.length === 2 && players[0]?.connected === false && players;
    });
    expect(left).toMatchObject([
      { id: ben.id, stakes: { banco: cents(100) }, ...away },
      { id: anna.id, connected: true },
    ]);
    const second = await openPit(testbed, studio, 'Wolf');
    const request = { kind: 'void', table, game, reason: 'misdeal', note: '' } as const;
    const { approval } = await pit.must('approval:request', request);
    await second.must('approval:decide', { approval: approval.id, verdict: 'approved' });
    await dealer.next('round_refunded', { after: seq });
    expect(await listed()).toMatchObject([{ id: anna.id, ...none, connected: true }]);
    expect(await listed()).toHaveLength(1);
    expect(await pit.refusal('player:list', { table: 'no-such' })).toBe('unknown_table');
    // Another process runs it, and does not answer.
    await testbed.pool.query(
      `insert into table_leases (table_id, owner, epoch, expires_at) values ('elsewhere', gen_random_uuid(), 1, now() + interval '1 hour')`,
    );
    await testbed.setTable('elsewhere', SLOW);
    await eventually(
      'it is known, and not here',
      async () => (await pit.refusal('player:list', { table: 'elsewhere' })) !== 'unknown_table',
    );
    expect(await pit.refusal('player:list', { table: 'elsewhere' })).toBe('internal_error');
  });
});
