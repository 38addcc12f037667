/**
 * What the shift manager does alone, over the wire: at any table, for any dealer, to a player. Each
 * has its line in the audit, with before and after.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PIT_OWN_COMMANDS } from '../../src/protocol/pit.js';
import { type Staff, cents } from '../kit/clients.js';
import { BETTING, SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
let table: string;
let dealer: Staff;
let mona: Pit;

beforeAll(async () => {
  studio = await testbed.start();
  mona = await openPit(testbed, studio, 'Mona');
});

const setUp = async (settings = SLOW) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
};

interface Audited {
  readonly operation: string;
  readonly staff_id: string;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** What the audit holds of the table, in order. */
const audited = async (): Promise<readonly Audited[]> => {
  const { rows } = await testbed.pool.query<Audited>(
    `select operation, staff_id, subject, reason, before, after from staff_actions
      where table_id = $1 and staff_id = 'Mona' order by id`,
    [table],
  );
  return rows;
};

describe('the shift manager', () => {
  beforeEach(() => setUp());

  it('suspends a table and resumes it; the players are notified, and the audit has both', async () => {
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const anna = await testbed.player(studio, 'Anna', { table });
    await mona.must('table:suspend', { table, reason: 'the video is dark' });
    expect(await anna.next('table_suspended')).toMatchObject({ reason: 'the video is dark' });
    expect(await anna.wager(game, ['punto', 1])).toMatchObject({ refusal: 'table_is_suspended' });
    expect(await mona.refusal('table:suspend', { table, reason: 'again' })).toBe(
      'table_is_suspended',
    );
    expect(await mona.raw('table:resume', { table })).toMatchObject({ at: 'reason' });
    expect(await mona.raw('table:resume', { table, reason: ' ' })).toMatchObject({ at: 'reason' });
    await mona.must('table:resume', { table, reason: 'the video is back' });
    await anna.next('table_resumed');
    expect(await mona.refusal('table:resume', { table })).toBe('table_is_not_suspended');
    expect(await audited()).toMatchObject([
      {
        operation: 'table:suspend',
        reason: 'the video is dark',
        before: { phase: 'betting', suspended: null, game },
        after: { phase: 'suspended', suspended: { from: 'betting', reason: 'the video is dark' } },
      },
      { operation: 'incident:close', reason: 'the video is back', after: { kind: 'suspended' } },
      {
        operation: 'table:resume',
        reason: 'the video is back',
        before: { phase: 'suspended' },
        after: { phase: 'betting', suspended: null },
      },
    ]);
  });

  it('resumes the suspension that is meant, and none that came in its place', async () => {
    await dealer.makeReady();
    await mona.watch();
    const suspended = async (reason: string): Promise<number> => {
      await mona.must('table:suspend', { table, reason });
      const seen = await mona.sees(table, (shown) => shown.suspended?.reason === reason);
      return seen.suspended!.sinceMs;
    };
    const first = await suspended('the video is dark');
    await mona.must('table:resume', { table, sinceMs: first });
    await testbed.advance(10);
    const sinceMs = await suspended('a card fell');
    const late = { table, sinceMs: first, reason: 'the video is back' };
    expect(await mona.refusal('table:resume', late)).toBe('other_suspension');
    const desk = await testbed.staff(studio, 'Sven', { role: 'shift_manager', table });
    expect(await desk.call('table:resume', late)).toMatchObject({ refusal: 'other_suspension' });
    const snapshot = await desk.watch();
    expect(snapshot?.suspended).toMatchObject({ reason: 'a card fell', sinceMs });
    expect(await desk.call('table:resume', { ...late, sinceMs })).toMatchObject({ ok: true });
  });

  it('presses every button of the desk in the dealer’s place', async () => {
    const press = (button: string, more = {}) =>
      mona.must('table:press', { table, button, ...more } as never);
    await press('table:open');
    await press('cards:bring', { cards: 'box-7' });
    await press('shoe:shuffle', { how: 'machine' });
    await press('shoe:cut');
    expect(await mona.refusal('table:press', { table, button: 'shoe:new' })).toBe(
      'shoe_is_in_place',
    );
    await dealer.watch();
    const manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
    expect(await manager.burn('3H')).toMatchObject({ ok: true });
    await press('betting:open');
    expect((await mona.must('table:watch', { table })).snapshot).toMatchObject({
      phase: 'betting',
      dealer: 'Mona',
    });
    expect(await mona.refusal('table:press', { table, button: 'coup:confirm' })).toBe(
      'coup_is_not_complete',
    );
    const buttons = (await audited()).map(({ subject }) => subject);
    expect(buttons).toEqual([
      'table:open',
      'cards:bring',
      'shoe:shuffle',
      'shoe:cut',
      'betting:open',
    ]);
    manager.close();
    for (const malformed of [
      { table, button: 'cards:bring' },
      { table, button: 'shoe:cut', cards: 'box-7' },
      { table, button: 'card:scan' },
      { table, button: 'card:withdraw', malfunction: 'because' },
    ]) {
      expect(await mona.raw('table:press', { reason: 'x', ...malformed })).toMatchObject({
        refusal: 'malformed_message',
      });
    }
  });

  it('closes a spot at once: stakes on it stand, no more is taken; and opens it again', async () => {
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const anna = await testbed.player(studio, 'Anna', { table });
    await anna.bet(game, ['egalite', 5]);
    await mona.must('spot:close', { table, spot: 'egalite' });
    expect(await anna.wager(game, ['egalite', 5])).toMatchObject({ refusal: 'spot_is_closed' });
    expect(await anna.wager(game, ['punto', 5])).toMatchObject({ ok: true });
    expect(await mona.refusal('spot:close', { table, spot: 'egalite' })).toBe('spot_is_closed');
    await mona.must('spot:open', { table, spot: 'egalite' });
    expect(await anna.wager(game, ['egalite', 5])).toMatchObject({ ok: true });
    expect(await audited()).toMatchObject([
      {
        operation: 'spot:close',
        subject: 'egalite',
        before: { closedSpots: [] },
        after: { closedSpots: ['egalite'] },
      },
      { operation: 'spot:open', subject: 'egalite', after: { closedSpots: [] } },
    ]);
  });

  it('closes a table for good once the round has been played out, and can call that off', async () => {
    await setUp(SHUT);
    await dealer.makeReady();
    await dealer.openBetting();
    await dealer.betsClosed(0);
    await mona.must('closing:call', { table });
    await mona.must('closing:calloff', { table });
    expect(await mona.refusal('closing:calloff', { table })).toBe('table_is_not_closing');
    await mona.must('closing:call', { table });
    expect(await mona.refusal('closing:call', { table })).toBe('table_is_closing');
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('table_closed');
    const operations = (await audited()).map(({ operation }) => operation);
    expect(operations).toEqual(['closing:call', 'closing:calloff', 'closing:call']);
  });

  it('starts a shoe change between rounds, and not within one', async () => {
    await setUp(SHUT);
    await dealer.makeReady();
    await dealer.openBetting();
    await dealer.betsClosed(0);
    expect(await mona.refusal('shoe:change', { table })).toBe('round_in_hand');
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled');
    await mona.must('shoe:change', { table });
    await dealer.next('shoe_change_started', { where: ({ reason }) => reason === 'shift_manager' });
    expect(await audited()).toMatchObject([
      { operation: 'shoe:change', before: { phase: 'settled' }, after: { phase: 'shoe_change' } },
    ]);
  });
});

describe('changed limits', () => {
  it('hold from the next round, also after the studio was killed', async () => {
    await setUp(BETTING);
    await dealer.makeReady();
    const anna = await testbed.player(studio, 'Anna', { table });
    const first = await dealer.openBetting();
    const limits = { punto: { min: cents(10), max: cents(20) } };
    await mona.must('limits:change', { table, limits });
    await anna.bet(first.game, ['punto', 50]);
    await dealer.betsClosed(0);
    await dealer.deal('9h Kd Ts Qs');
    await anna.result(first.game);
    const second = await dealer.openBetting();
    expect(await anna.wager(second.game, ['punto', 50])).toMatchObject({
      refusal: 'stake_above_maximum',
    });
    expect(await audited()).toMatchObject([
      {
        operation: 'limits:change',
        before: { limits: { punto: { max: cents(10_000) } } },
        after: {
          limits: { punto: { min: cents(10), max: cents(20) }, banco: { max: cents(10_000) } },
        },
      },
    ]);
    await studio.stop();
    studio = await testbed.restart({}, table);
    mona = await openPit(testbed, studio, 'Mona');
    const { snapshot } = await mona.must('table:watch', { table });
    expect(snapshot!.settings.limits.punto).toEqual(limits.punto);
    expect(snapshot!.nextSettings).toBeNull();
  });

  it('that contradict themselves are refused, and nothing has changed', async () => {
    await setUp();
    await dealer.makeReady();
    const before = await testbed.pool.query('select settings from tables where id = $1', [table]);
    const limits = { punto: { min: cents(20), max: cents(10) } };
    expect(await mona.refusal('limits:change', { table, limits })).toBe('settings_are_unsound');
    const after = await testbed.pool.query('select settings from tables where id = $1', [table]);
    expect(after.rows).toEqual(before.rows);
    expect(await audited()).toEqual([]);
  });
});

describe('a player', () => {
  beforeEach(() => setUp());

  it('is disconnected with the words of the shift manager; the bets stay, and the session', async () => {
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    await anna.bet(game, ['punto', 30]);
    const reason = 'Two people play from one seat.';
    await mona.must('player:disconnect', { player: anna.id, reason });
    expect(await anna.received('session:closed')).toEqual({ reason: 'disconnected', note: reason });
    await anna.disconnected();
    expect(await mona.refusal('player:disconnect', { player: anna.id, reason })).toBe(
      'player_not_here',
    );
    const again = await testbed.again(studio, anna);
    await again.join();
    expect(await again.balance()).toBe(7_000n);
    const { rows } = await testbed.pool.query<Audited>(
      `select operation, staff_id, reason from staff_actions where subject = $1`,
      [anna.id],
    );
    const line = { operation: 'player:disconnect', staff_id: 'Mona', reason };
    expect(rows, 'also what no process has said that it did').toEqual([line, line]);
  });

  it('is muted and unmuted, and reads what the pit says at the table', async () => {
    const anna = await testbed.player(studio, 'Anna', { table });
    const mute = { player: anna.id, table, minutes: 10, reason: 'insults' };
    expect(await mona.must('chat:mute', mute)).toMatchObject({ player: anna.id });
    expect((await anna.hears('chat:muted'))[0]).toMatchObject({ table, reason: 'insults' });
    await mona.must('chat:unmute', { player: anna.id, table, reason: 'has said sorry' });
    await mona.must('table:watch', { table });
    const key = '7a1f0a3e-55a9-4c84-9e0e-3f6c0a3a4b55';
    await mona.must('chat:say', { table, key, text: 'Good evening.' });
    expect((await anna.hears('chat:message'))[0]).toMatchObject({ text: 'Good evening.' });
    expect((await mona.hears('chat:message'))[0]).toMatchObject({ text: 'Good evening.' });
  });
});

describe('every command of the pit', () => {
  it('names the table that does not exist', async () => {
    for (const [name, request] of [
      ['table:suspend', { reason: 'x' }],
      ['table:resume', { reason: 'x' }],
      ['table:press', { button: 'table:close', reason: 'x' }],
      ['shoe:change', { reason: 'x' }],
      ['spot:close', { spot: 'punto', reason: 'x' }],
      ['spot:open', { spot: 'punto', reason: 'x' }],
      ['limits:change', { limits: { punto: { min: '100', max: '200' } }, reason: 'x' }],
      ['settings:change', { settings: { confirms: 'dealer' }, reason: 'x' }],
      ['closing:call', { reason: 'x' }],
      ['closing:calloff', { reason: 'x' }],
      ['approval:preview', { kind: 'void', game: '1000000001' }],
      ['approval:request', { kind: 'void', game: '1000000001', reason: 'misdeal' }],
    ] as const) {
      expect(await mona.raw(name, { table: 'no-such', ...request }), name).toEqual({
        ok: false,
        refusal: 'unknown_table',
      });
      expect(await mona.raw(name, { table: 'NO SUCH', ...request }), name).toMatchObject({
        refusal: 'malformed_message',
        at: 'table',
      });
    }
  });

  it('that is not a message is refused as malformed, and one that does not exist as unknown', async () => {
    const before = await testbed.everything();
    const nonsense = [
      null,
      0,
      'x',
      [],
      { stranger: 1 },
      { table: {} },
      { table: "1'; drop table bets" },
    ];
    for (const name of Object.keys(PIT_OWN_COMMANDS)) {
      for (const message of nonsense) {
        expect(await mona.raw(name, message), `${name} ${JSON.stringify(message)}`).toMatchObject({
          ok: false,
          refusal: 'malformed_message',
        });
      }
    }
    for (const name of ['card:scan', 'bet:place', 'wall:table', '__proto__', '']) {
      expect(await mona.raw(name, {})).toEqual({ ok: false, refusal: 'unknown_command' });
    }
    expect(await testbed.everything()).toBe(before);
  });
});
