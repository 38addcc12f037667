/**
 * The table's messages reach every client in order, once, without a gap, whenever it comes, goes
 * and comes back (I6).
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TableList } from '../../src/protocol/http.js';
import type { TableMessage } from '../../src/protocol/table.js';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
let table: string;
let dealer: Staff;
let faithful: Player;

beforeAll(async () => {
  studio = await testbed.start();
});

const setUp = async (settings: Parameters<typeof testbed.addTable>[1]) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
  faithful = await testbed.player(studio, 'Faithful', { table });
};

/** Both received the same from there on. */
const expectSame = (some: readonly TableMessage[], all: readonly TableMessage[]): void => {
  expect(some).toEqual(all.filter(({ seq }) => seq >= some[0]!.seq));
};

describe('a viewer who comes in', () => {
  beforeEach(() => setUp(SHUT));

  it('sees the table as those see it who were there all the time', async () => {
    const comers: Player[] = [];
    const comeIn = async () => {
      const player = await testbed.player(studio, 'Comer', { table });
      comers.push(player);
    };
    await comeIn();
    await dealer.must('table:open');
    await comeIn();
    await dealer.newShoe();
    await comeIn();
    const { seq } = await dealer.openBetting();
    await dealer.betsClosed(seq);
    await dealer.deal('2h 4c');
    const snapshot = (await comers[0]!.join()).snapshot;
    expect(snapshot?.round?.cards).toEqual(['2h', '4c']);
    await comeIn();
    await dealer.deal('Kd Ks 5s 6d');
    await comeIn();
    await dealer.playRound('9h Kd Ts Qs');
    const last = dealer.lastSeq.get(table)!;
    for (const comer of [faithful, ...comers]) {
      await comer.next('round_settled', { after: last - 1 });
      expect(comer.gaps).toEqual([]);
      expectSame(comer.messages.slice(-5), faithful.messages);
    }
    const { snapshot: now } = await faithful.join();
    expect(now).toMatchObject({
      phase: 'settled',
      shoe: { beads: ['P7', 'P9n'], cardsLeft: null },
    });
  });

  it('is sent nothing of a table that it left, and nothing twice of one that it joined twice', async () => {
    await faithful.join();
    await faithful.join();
    await dealer.makeReady();
    await dealer.playRound('9h Kd Ts Qs');
    await faithful.next('round_settled');
    expect(new Set(faithful.messages.map(({ seq }) => seq)).size).toBe(faithful.messages.length);
    await faithful.call('table:leave', { table });
    const { length } = faithful.messages;
    await dealer.playRound('9h Kd Ts Qs');
    await faithful.call('session:read', {}); // answered after all that was sent before
    expect(faithful.messages.length).toBe(length);
  });

  it('and has left before the seat was read does not sit there, unless they came again', async () => {
    const [gone, back] = [
      await testbed.visitor(studio, 'Gone', { table }),
      await testbed.visitor(studio, 'Back', { table }),
    ];
    const answers = await asSuperuser(testbed.database, async (client) => {
      await client.query('begin; lock table operators in access exclusive mode');
      const joins = [gone.tryJoin(), back.tryJoin()];
      await untilWaitingForLocks(testbed.database, 1);
      const leaves = [gone, back].map((player) => player.raw('table:leave', { table }));
      expect(await Promise.all(leaves)).toEqual([{ ok: true }, { ok: true }]);
      const again = back.tryJoin();
      // What comes by one connection is taken in its order.
      await back.raw('lobby:leave', {});
      await client.query('rollback');
      return Promise.all([...joins, again]);
    });
    const hasLeft = { ok: false, refusal: 'not_joined' };
    expect(answers).toMatchObject([hasLeft, hasLeft, { ok: true }]);
    const lobby = (await (await fetch(`${studio.url}/tables`)).json()) as TableList;
    expect(lobby.find((each) => each.table === table)?.players, 'Faithful and Back').toBe(2);
    await dealer.must('table:open');
    await gone.call('session:read', {}); // answered after all that was sent before
    expect(gone.messages).toEqual([]);
    await back.next('table_opened');
  });

  it('and goes out again and again, while rounds are played, misses nothing', async () => {
    await dealer.makeReady();
    const restless = async () => {
      let player = await testbed.player(studio, 'Restless', { table });
      const heard = [...player.messages];
      for (let visit = 0; visit < 20; visit += 1) {
        const afterSeq = player.lastSeq.get(table)!;
        player.close();
        player = await testbed.again(studio, player);
        const { snapshot } = await player.join(afterSeq);
        expect(snapshot).toBeNull();
        heard.push(...player.messages);
      }
      player.close();
      return heard;
    };
    const rounds = async () => {
      for (let round = 0; round < 6; round += 1) await dealer.playRound('9h Kd Ts Qs');
    };
    const [, ...all] = await Promise.all([rounds(), ...Array.from({ length: 5 }, restless)]);
    for (const heard of all) {
      for (const [index, message] of heard.entries()) {
        if (index > 0) expect(message.prev).toBe(heard[index - 1]!.seq);
      }
    }
  });
});

describe('a viewer who comes back', () => {
  beforeEach(() => setUp(SHUT));

  it('gets what was missed, no more and no less', async () => {
    await dealer.makeReady();
    const guest = await testbed.player(studio, 'Guest', { table });
    await dealer.playRound('9h Kd Ts Qs');
    await guest.next('round_settled');
    await faithful.next('round_settled');
    for (const { seq } of [...faithful.messages]) {
      const back = await testbed.again(studio, guest);
      const { snapshot, missed } = await back.join(seq);
      expect(snapshot).toBeNull();
      expect(missed).toEqual(faithful.messages.filter((message) => message.seq > seq));
      back.close();
    }
  });

  it('gets a snapshot after a number that was never its own, or is not a number at all', async () => {
    await dealer.makeReady();
    await dealer.scan('XX'); // refused: a message to the staff, none to players
    await dealer.playRound('9h Kd Ts Qs');
    await faithful.next('round_settled');
    const last = faithful.lastSeq.get(table)!;
    const own = new Set(faithful.messages.map(({ seq }) => seq));
    for (let seq = 1; seq <= last + 3; seq += 1) {
      if (own.has(seq)) continue;
      const back = await testbed.again(studio, faithful);
      const { snapshot, missed } = await back.join(seq);
      expect(missed, `after ${seq}`).toBeNull();
      expect(snapshot).toMatchObject({ seq: last });
      back.close();
    }
  });

  it('gets a snapshot when too much was missed', async () => {
    await dealer.makeReady();
    const guest = await testbed.player(studio, 'Guest', { table });
    const afterSeq = guest.lastSeq.get(table)!;
    guest.close();
    const manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
    for (let storm = 0; storm < 310; storm += 10) {
      await Promise.all(
        Array.from({ length: 10 }, () => [
          manager.call('table:suspend', { table, reason: 'a storm' }),
          manager.call('table:resume', { table, reason: 'it has passed' }),
        ]).flat(),
      );
    }
    const last = manager.lastSeq.get(table)!;
    const back = await testbed.again(studio, guest);
    expect(await back.join(afterSeq)).toMatchObject({ missed: null, snapshot: { seq: last } });
    expect((await back.join(last - 200)).missed).toHaveLength(200);
  });

  it('to a studio that was started anew gets what was missed since the shoe began, or a snapshot', async () => {
    await dealer.makeReady();
    await dealer.playRound('9h Kd Ts Qs');
    const guest = await testbed.player(studio, 'Guest', { table });
    const old = guest.lastSeq.get(table)!;
    const manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
    await manager.must('shoe:change');
    await dealer.newShoe();
    const { seq: recent } = await guest.next('cards_burned', { after: old });
    await dealer.playRound('9h Kd Ts Qs');
    const { seq: last } = await guest.next('round_settled', { after: recent });
    await studio.stop();
    studio = await testbed.restart({}, table);

    const back = await testbed.again(studio, guest);
    const { missed } = await back.join(recent);
    expect(missed).toEqual(guest.messages.filter(({ seq }) => seq > recent));
    expect(missed?.at(-1)?.seq).toBe(last);
    expect((await back.join(old)).snapshot).toMatchObject({ seq: last, phase: 'settled' });
  });
});

describe('the staff', () => {
  it('receive what they may see without a gap: the pit the bets, the dealer the refused scans', async () => {
    await setUp({ ...QUICK, betMs: 4_000 });
    const pit = await openPit(testbed, studio, 'Mona');
    await pit.follows(table);
    await dealer.makeReady();
    const { game, seq } = await dealer.openBetting();
    await faithful.bet(game, ['punto', 10]);
    await dealer.scan('XX'); // refused
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    for (const client of [pit, dealer, faithful]) await client.next('round_settled');
    const kinds = (client: Player | Staff | Pit) =>
      new Set(client.messages.map(({ kind }) => kind));
    expect(kinds(pit)).toContain('bets_accepted');
    expect(kinds(pit)).toContain('scan_refused');
    expect(kinds(dealer)).not.toContain('bets_accepted');
    expect(kinds(dealer)).toContain('scan_refused');
    expect(kinds(faithful)).not.toContain('bets_accepted');
    expect(kinds(faithful)).not.toContain('scan_refused');
    const dora = await testbed.staff(studio, 'Dora', { table });
    await dora.watch(seq);
    const mona = await openPit(testbed, studio, 'Mona');
    await mona.follows(table, seq);
    for (const [back, was] of [
      [dora, dealer],
      [mona, pit],
    ] as const) {
      expect(back.messages).toEqual(was.messages.filter((message) => message.seq > seq));
    }
  });
});

describe('many players who bet', () => {
  it('receive the same messages, though bets come in between', async () => {
    await setUp(SLOW);
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const players = await testbed.players(studio, 10, 'Crowd', { table });
    await Promise.all(
      players.map(async (player) => {
        for (let bet = 0; bet < 20; bet += 1) await player.bet(game, ['egalite', 1]);
      }),
    );
    const manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
    await manager.call('table:suspend', { table, reason: 'the end' });
    for (const player of players) {
      const { seq, prev } = await player.next('table_suspended');
      expect(seq - prev).toBeGreaterThan(1); // the batches of bets between are none of theirs
      expect(player.gaps).toEqual([]);
    }
  });
});
