/**
 * A player's hand at the table: placing, taking back, repeating, doubling, choosing the mode; and
 * asking what became of it.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeatMessage } from '../../src/protocol/player.js';
import { type Player, type Staff, type Wager, cents } from '../kit/clients.js';
import { BETTING, SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { without } from '../kit/without.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW, two: SLOW, three: SLOW, quick: BETTING } });
let studio: Studio;
let game: string;
let player: Player;
let guests = 0;

beforeAll(async () => {
  studio = await testbed.start();
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  game = (await dealer.openBetting()).game;
});

beforeEach(async () => {
  player = await testbed.player(studio, `Guest ${(guests += 1)}`, { euros: 1_000 });
});

/** The stakes in the snapshot, for a player who comes in now; and that the balance is the rest. */
const lying = async (at: Player = player): Promise<SeatMessage> => {
  const { seat } = await at.join();
  const stakes = Object.values(seat.stakes).reduce((total, stake) => total + BigInt(stake), 0n);
  expect(BigInt(seat.balance) + stakes).toBe(100_000n);
  return seat;
};

const round = () => ({ table: 'pb-1', game });

const euros = (stakes: Record<string, number>) =>
  Object.fromEntries(Object.entries(stakes).map(([spot, each]) => [spot, cents(each)]));

describe('a player’s stake', () => {
  it('grows with every bet, and each answer says by how much and what credit is left', async () => {
    const first = await player.bet(game, ['banco', 10]);
    expect(first).toMatchObject({ balance: '99000', change: { banco: '1000' } });
    const second = await player.bet(game, ['banco', 5]);
    expect(second).toMatchObject({ balance: '98500', change: { banco: '500' } });
    await player.bet(game, ['super_6', 15]);
    expect(second.seq).toBeGreaterThan(first.seq);
    expect(await lying()).toMatchObject({
      stakes: euros({ banco: 15, super_6: 15 }),
      placements: 3,
      mode: 'zero_commission',
    });
  });

  it('is undone placement by placement, newest first', async () => {
    for (const wager of [
      ['banco', 10],
      ['egalite', 5],
      ['banco', 1],
    ] as Wager[]) {
      await player.bet(game, wager);
    }
    expect((await player.bet(game, 'undo')).change).toEqual({ banco: '-100' });
    expect((await player.bet(game, 'undo')).change).toEqual({ egalite: '-500' });
    expect(await lying()).toMatchObject({ stakes: euros({ banco: 10 }), placements: 1 });
    expect(await player.bet(game, 'undo')).toMatchObject({ balance: '100000' });
    expect(await lying()).toMatchObject({ stakes: {}, placements: 0 });
  });

  it('is placed on several spots at once, and undone at once', async () => {
    await player.bet(game, ['banco', 10]);
    const placed = await player.bet(game, { banco: 5, super_6: 15, egalite: 2 });
    expect(placed).toMatchObject({
      balance: cents(1_000 - 32),
      change: euros({ banco: 5, super_6: 15, egalite: 2 }),
      leftOut: [],
    });
    expect(await lying()).toMatchObject({
      stakes: euros({ banco: 15, super_6: 15, egalite: 2 }),
      placements: 2,
    });
    await player.bet(game, 'undo');
    expect((await lying()).stakes).toEqual(euros({ banco: 10 }));
  });

  it('is placed on several spots or on none, and says why', async () => {
    const refusals: [Wager, string][] = [
      [{ banco: 10, egalite: 1_001 }, 'stake_above_maximum'],
      [{ banco: 10, punto: 10 }, 'opposite_bets'],
      [{ super_6: 10, banco: 5 }, 'super_6_above_main_bets'],
      [{ banco: 999, egalite: 2 }, 'insufficient_funds'],
      [{}, 'malformed_message'],
    ];
    for (const [wager, refusal] of refusals) {
      expect(await player.wager(game, wager), refusal).toMatchObject({ ok: false, refusal });
    }
    expect(await lying()).toMatchObject({ stakes: {}, placements: 0 });
  });

  it('that was placed on several spots is answered again as it was', async () => {
    const betId = randomUUID();
    const wager = { punto_pair: 3, egalite: 2 };
    const first = await player.bet(game, wager, betId);
    expect(await player.bet(game, wager, betId)).toEqual(first);
    expect(await player.wager(game, { egalite: 2, punto_pair: 4 }, betId)).toMatchObject({
      refusal: 'bet_id_reused',
    });
    const one = randomUUID();
    const single = await player.bet(game, { egalite: 2 }, one);
    expect(await player.bet(game, ['egalite', 2], one)).toEqual(single);
    const found = await player.call('bet:find', { ...round(), betId });
    expect(found).toMatchObject({ ok: true, found: { change: first.change, game } });
  });

  it('is cleared as a whole', async () => {
    await player.bet(game, ['banco', 10]);
    await player.bet(game, ['punto_pair', 3]);
    const cleared = await player.bet(game, 'clear');
    expect(cleared).toMatchObject({
      balance: '100000',
      change: { banco: '-1000', punto_pair: '-300' },
    });
    expect(await lying()).toMatchObject({ stakes: {}, placements: 0 });
  });

  it('is doubled as one placement, up to the limits', async () => {
    await player.bet(game, ['punto_pair', 300]);
    await player.bet(game, ['egalite', 10]);
    await player.bet(game, ['super_6', 10]);
    expect(await player.bet(game, 'double')).toMatchObject({
      change: euros({ punto_pair: 200, egalite: 10, super_6: 10 }),
      capped: ['punto_pair'],
      balance: cents(1_000 - 540),
    });
    await player.bet(game, 'undo');
    expect((await lying()).stakes).toEqual(euros({ punto_pair: 300, egalite: 10, super_6: 10 }));
  });

  it('follows the player into the other mode, which is kept for the next visit', async () => {
    await player.bet(game, ['banco', 10]);
    const chosen = await player.bet(game, 'normal');
    expect(chosen).toMatchObject({ change: {}, balance: '99000' });
    expect(await lying()).toMatchObject({ mode: 'normal', stakes: euros({ banco: 10 }) });
    await player.bet(game, ['banco', 1]);
    await player.bet(game, 'undo');
    player.close();
    const back = await testbed.again(studio, player);
    expect(await lying(back)).toMatchObject({ mode: 'normal', stakes: euros({ banco: 10 }) });
    await back.bet(game, 'zero_commission');
    await back.bet(game, ['super_6', 10]);
  });

  it('is the same on the player’s next connection, which closes the first while bets are under way', async () => {
    await player.bet(game, ['banco', 1]);
    const underWay = player.wager(game, ['egalite', 2]).catch(() => undefined);
    const other = await testbed.again(studio, player);
    await underWay;
    await player.disconnected();
    // Of an id that never was, it is only said when all that came before is done.
    await other.call('bet:find', { ...round(), betId: randomUUID() });
    const { stakes } = await lying(other);
    expect(stakes).toEqual(euros({ banco: 1, ...(stakes.egalite && { egalite: 2 }) }));
    await other.bet(game, ['banco', 1]);
    expect((await lying(other)).stakes.banco).toBe('200');
  });

  it('is what the answers add up to, in whatever order many commands at once were taken', async () => {
    const wagers: Wager[] = Array.from({ length: 60 }, (_, index) => {
      const kinds: Wager[] = [
        ['banco', 3],
        ['egalite', 2],
        'undo',
        'double',
        ['super_6', 1],
        'clear',
      ];
      return kinds[((index * 7) % 11) % kinds.length]!;
    });
    const replies = await Promise.all(wagers.map((wager) => player.wager(game, wager)));
    const total = new Map<string, bigint>();
    let placed = 0n;
    let last = 0;
    for (const reply of replies) {
      if (!reply.ok) continue;
      expect(reply.seq, 'one after the other').toBeGreaterThan(last);
      last = reply.seq;
      for (const [spot, change] of Object.entries(reply.change)) {
        total.set(spot, (total.get(spot) ?? 0n) + BigInt(change));
        placed += BigInt(change);
      }
      expect(BigInt(reply.balance)).toBe(100_000n - placed);
    }
    expect(last).toBeGreaterThan(0);
    const lies = Object.fromEntries(
      [...total].filter(([, sum]) => sum > 0n).map(([spot, sum]) => [spot, `${sum}`]),
    );
    expect((await lying()).stakes).toEqual(lies);
  });
});

describe('a player at two tables', () => {
  it('can bet the same credit only once', async () => {
    const others = await Promise.all(['two', 'three'].map((table) => openedGame(table)));
    const rich = await testbed.player(studio, `Two ${(guests += 1)}`, { euros: 100 });
    for (const { table } of others) await rich.join(undefined, table);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const { table, game: there } = [{ table: 'pb-1', game }, ...others][index % 3]!;
        const round = { table, game: there, betId: randomUUID() };
        return rich.call('bet:place', { ...round, spot: 'banco', amount: '3000' });
      }),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(3);
    for (const reply of replies) {
      if (!reply.ok) expect(reply.refusal).toBe('insufficient_funds');
    }
    expect(await rich.balance()).toBe(1_000n);
  });

  it('and many others who do the same are all answered', async () => {
    const others = await Promise.all(['two', 'three'].map((table) => openedGame(table)));
    const places = [{ table: 'pb-1', game }, ...others];
    const crowd = await testbed.players(studio, 15, `Crowd ${(guests += 1)}`, { euros: 1_000 });
    await Promise.all(
      crowd.flatMap((each) => others.map(({ table }) => each.join(undefined, table))),
    );
    const replies = await Promise.all(
      crowd.flatMap((each, index) =>
        Array.from({ length: 6 }, (_, turn) => {
          const { table, game: there } = places[(index + turn) % 3]!;
          const round = { table, game: there, betId: randomUUID() };
          return each.call('bet:place', { ...round, spot: 'egalite', amount: '100' });
        }),
      ),
    );
    for (const reply of replies) expect(reply).toMatchObject({ ok: true });
    for (const each of crowd) expect(await each.balance()).toBe(99_400n);
  });

  const opened = new Map<string, Promise<{ table: string; game: string }>>();

  const openedGame = (table: string): Promise<{ table: string; game: string }> => {
    const known = opened.get(table) ?? open(table);
    opened.set(table, known);
    return known;
  };
  const open = async (table: string) => {
    const dealer = await testbed.staff(studio, 'Dora', { table });
    await dealer.makeReady();
    return { table, game: (await dealer.openBetting()).game };
  };
});

describe('the next round', () => {
  let dealer: Staff;
  let regular: Player;

  const round = async (play: (game: string) => Promise<unknown>, cards = '9h Kd Ts Qs') => {
    const opened = await dealer.openBetting();
    await play(opened.game);
    await dealer.betsClosed(opened.seq);
    await dealer.deal(cards);
    await dealer.next('round_settled', { after: opened.seq });
    return opened.game;
  };

  beforeAll(async () => {
    dealer = await testbed.staff(studio, 'Dora', { table: 'quick' });
    await dealer.makeReady();
  });

  beforeEach(async () => {
    regular = await testbed.player(studio, `Regular ${(guests += 1)}`, { table: 'quick' });
  });

  it('begins with empty spots, and repeats those of the last round that was played', async () => {
    await round(async (it) => {
      await regular.bet(it, ['punto', 10]);
      await regular.bet(it, ['either_pair', 5]);
      await regular.bet(it, ['punto', 5]);
    });
    await round(async () => {
      const { seat } = await regular.join();
      expect([seat.stakes, seat.seq]).toEqual([{}, undefined]);
    });
    await round(async (it) => {
      expect((await regular.join()).seat.previous).toEqual(euros({ punto: 15, either_pair: 5 }));
      const repeated = await regular.bet(it, 'repeat');
      expect(repeated).toMatchObject({
        change: euros({ punto: 15, either_pair: 5 }),
        leftOut: [],
      });
      expect((await regular.join()).seat.placements).toBe(1);
      const { seq } = await regular.bet(it, 'undo');
      expect((await regular.join()).seat).toMatchObject({ stakes: {}, placements: 0, seq });
    });
    regular.close();
    const back = await testbed.again(studio, regular);
    expect((await back.join()).seat.previous).toEqual(euros({ punto: 15, either_pair: 5 }));
  });

  it('repeats all but Super 6 for a player who is now in normal mode', async () => {
    await round(async (it) => {
      await regular.bet(it, ['banco', 10]);
      await regular.bet(it, ['super_6', 5]);
    });
    await round(async (it) => {
      await regular.bet(it, 'normal');
      expect(await regular.bet(it, 'repeat')).toMatchObject({
        change: euros({ banco: 10 }),
        leftOut: ['super_6'],
      });
    });
  });

  it('refuses a Repeat as a whole where the balance no longer covers it', async () => {
    const poor = await testbed.player(studio, `Poor ${(guests += 1)}`, {
      table: 'quick',
      euros: 20,
    });
    await round(async (it) => {
      await poor.bet(it, ['banco', 10]);
      await poor.bet(it, ['banco_pair', 2]);
    });
    await round(async (it) => {
      expect(await poor.wager(it, 'repeat')).toEqual({ ok: false, refusal: 'insufficient_funds' });
      await poor.bet(it, ['banco', 8]);
    });
    expect(await poor.balance()).toBe(0n);
  });
});

describe('a command whose answer was lost', () => {
  const WAGERS: readonly (readonly [placed: readonly Wager[], wager: Wager])[] = [
    [[], ['banco', 10]],
    [[['banco', 10]], 'undo'],
    [
      [
        ['banco', 10],
        ['egalite', 1],
      ],
      'clear',
    ],
    [[['egalite', 600]], 'double'],
    [[['banco', 10]], 'normal'],
    [[], 'normal'],
  ];

  it.each(WAGERS)('is found by its id: after %j, %j', async (placed, wager) => {
    for (const each of placed) await player.bet(game, each);
    const betId = randomUUID();
    const answer = await player.bet(game, wager, betId);
    player.close();
    const back = await testbed.again(studio, player);
    expect(await back.call('bet:find', { ...round(), betId })).toEqual({
      ok: true,
      found: { ...without(answer, 'ok'), game },
    });
  });

  it.each(WAGERS)(
    'stands once however often it is sent again: after %j, %j',
    async (placed, wager) => {
      for (const each of placed) await player.bet(game, each);
      const betId = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => player.wager(game, wager, betId)),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ ok: true });
      const before = await testbed.everything();
      player.close();
      const back = await testbed.again(studio, player);
      await back.join();
      expect(await back.wager(game, wager, betId)).toEqual(answers[0]);
      expect(await testbed.everything()).toBe(before);
    },
  );

  it('is not found where it never stood, nor by another player', async () => {
    const [refused, stood] = [randomUUID(), randomUUID()];
    expect(await player.wager(game, ['banco', 1.5], refused)).toMatchObject({ ok: false });
    await player.bet(game, ['banco', 1], stood);
    const nothing = { ok: true, found: null };
    expect(await player.call('bet:find', { ...round(), betId: refused })).toEqual(nothing);
    const other = await testbed.player(studio, `Other ${(guests += 1)}`);
    await other.bet(game, ['egalite', 3], stood); // an id is the player's own
    const third = await testbed.player(studio, `Other ${(guests += 1)}`);
    expect(await third.call('bet:find', { ...round(), betId: stood })).toEqual(nothing);
    // It was said never to stand.
    expect(await third.wager(game, ['egalite', 3], stood)).toMatchObject({
      refusal: 'bet_id_reused',
    });
  });

  it('stands or does not stand where the connection broke first, and its id says which', async () => {
    const betIds = Array.from({ length: 30 }, () => randomUUID());
    for (const betId of betIds) {
      player.socket.emit('bet:place', {
        table: 'pb-1',
        game,
        betId,
        spot: 'banco',
        amount: '100',
      });
    }
    player.socket.io.engine.close();
    await player.disconnected();
    const back = await testbed.again(studio, player);
    let stood = 0n;
    for (const betId of betIds) {
      const reply = await back.call('bet:find', { ...round(), betId });
      if (reply.ok && reply.found !== null) stood += 100n;
    }
    expect(await back.balance()).toBe(100_000n - stood);
  });
});

describe('a session', () => {
  it('is bought into once, however often the same key is sent', async () => {
    const visitor = await testbed.visitor(studio, `Visitor ${(guests += 1)}`, { euros: 100 });
    const request = { key: randomUUID(), amount: '3000' };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => visitor.call('session:buy-in', request)),
    );
    for (const reply of replies) expect(reply).toEqual({ ok: true, balance: '3000' });
    expect(await visitor.call('session:read', {})).toEqual({
      ok: true,
      open: true,
      balance: '3000',
      gameAccount: '7000',
      idleEndsAtMs: expect.any(Number) as number,
      warned: false,
      lastEnd: null,
    });
    const before = await testbed.everything();
    expect(await visitor.call('session:buy-in', { ...request, amount: '1' })).toEqual({
      ok: false,
      refusal: 'key_reused',
    });
    expect(await visitor.call('session:buy-in', { key: randomUUID(), amount: '0' })).toEqual({
      ok: false,
      refusal: 'amount_is_zero',
    });
    const tooMuch = { key: randomUUID(), amount: '7001' };
    expect(await visitor.call('session:buy-in', tooMuch)).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    expect(await testbed.everything()).toBe(before);
  });

  it('is never bought into for more than the game account holds, though many buy-ins come at once', async () => {
    const visitor = await testbed.visitor(studio, `Visitor ${(guests += 1)}`, { euros: 10 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        visitor.call('session:buy-in', { key: randomUUID(), amount: '300' }),
      ),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await visitor.call('session:read', {})).toMatchObject({
      balance: '900',
      gameAccount: '100',
    });
  });

  it('is cashed out once, never while there are stakes, and what is left goes back', async () => {
    await player.bet(game, ['banco', 10]);
    const before = await testbed.everything();
    expect(await player.call('session:cash-out', { key: randomUUID() })).toEqual({
      ok: false,
      refusal: 'round_in_hand',
    });
    expect(await testbed.everything()).toBe(before);
    await player.bet(game, 'clear');
    const key = randomUUID();
    const cashed = await Promise.all(
      Array.from({ length: 5 }, () => player.call('session:cash-out', { key })),
    );
    for (const reply of cashed) expect(reply).toEqual({ ok: true, amount: '100000' });
    expect(await player.call('session:read', {})).toEqual({
      ok: true,
      open: false,
      balance: '0',
      gameAccount: '100000',
      idleEndsAtMs: null,
      warned: false,
      lastEnd: { reason: 'cash_out', atMs: expect.any(Number) as number, amount: '100000' },
    });
    expect(await player.call('session:cash-out', { key: randomUUID() })).toEqual({
      ok: false,
      refusal: 'no_open_session',
    });
    expect(await player.wager(game, ['banco', 1])).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    await player.buyIn(5);
    await player.bet(game, ['banco', 5]);
  });

  it('that is cashed out amid bets gives back only what was not bet', async () => {
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => player.wager(game, ['egalite', 1])),
      player.call('session:cash-out', { key: randomUUID() }),
      ...Array.from({ length: 4 }, () => player.wager(game, ['egalite', 1])),
    ]);
    const cashOut = replies[4] as { ok: boolean; amount?: string; refusal?: string };
    const placed = replies.filter((reply) => reply.ok && 'change' in reply).length;
    if (cashOut.ok) {
      expect(cashOut.amount).toBe('100000');
      expect(placed).toBe(0);
    } else {
      expect(cashOut.refusal).toBe('round_in_hand');
      expect(placed).toBe(8);
    }
  });
});
