/**
 * Every reason to refuse a player's command, over the wire; and that nothing whatever changes with
 * it.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { fullShoe } from '../../src/cards/shoe.js';
import { shuffle } from '../../src/cards/shuffle.js';
import { BET_REFUSALS } from '../../src/protocol/refusals.js';
import { PAIR_SPOTS, SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { type BetReply, Player, type Staff, type Wager } from '../kit/clients.js';
import { QUICK, SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

/** Time enough to bet on every spot and be refused, on a busy machine. */
const BETTING = { ...QUICK, betMs: 8_000 };
/** As long as the pit may let bets be open: nobody waits for the close. */
const LONG_MS = 600_000;

const testbed = useTestbed({
  tables: {
    'pb-1': SLOW,
    short: { ...QUICK, betMs: 4_000 },
    'shoe-a': SHUT,
    'shoe-b': SHUT,
    idle: SLOW,
  },
  env: { TABLE_LEASE_MS: '600' },
});
let studio: Studio;
let dealer: Staff;
let game: string;
let guests = 0;

/** Every refusal that a bet was answered with in this file. */
const seen = new Set<string>();

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  game = (await dealer.openBetting()).game;
});

/** A new player for every test, so that none meets the bets of another. */
const guest = (options: { euros?: number; table?: string } = {}) =>
  testbed.player(studio, `Guest ${(guests += 1)}`, options);

/** From the next round on the bets of `table` stay open. */
const lengthen = async (table: string): Promise<void> => {
  const mona = await openPit(testbed, studio, 'Mona');
  await mona.must('settings:change', { table, settings: { betMs: LONG_MS } });
  mona.close();
};

/** The command is refused for this reason, and nothing changed. */
const expectRefused = async (reply: () => Promise<BetReply>, refusal: string): Promise<void> => {
  const before = await testbed.everything();
  expect(await reply()).toEqual({ ok: false, refusal });
  expect(await testbed.everything(), refusal).toBe(before);
  seen.add(refusal);
};

describe('a bet on an open round is refused', () => {
  it('where the money is of another currency than the table’s', async () => {
    const { id, token } = await testbed.enlist('Yuki', 1_000, 'JPY');
    const player = await testbed.connect(new Player(studio.url, token, id, 'pb-1'));
    await player.buyIn(1_000);
    await player.join();
    await expectRefused(() => player.wager(game, ['punto', 10]), 'currency_not_taken');
  });

  it('where the player is barred from play', async () => {
    const { id, token } = await testbed.enlist('Zoe', 1_000);
    const player = await testbed.connect(new Player(studio.url, token, id, 'pb-1'));
    await player.buyIn(1_000);
    await player.join();
    await testbed.pool.query(
      `insert into play_bars (operator_id, ref, kind, source, by, reason)
       select operator_id, ref, 'bar', 'staff', 'Mona', 'a test' from players where id = $1`,
      [id],
    );
    await expectRefused(() => player.wager(game, ['punto', 10]), 'barred_from_play');
  });

  it('where the player’s operator is off', async () => {
    const player = await guest();
    const turn = (to: string) =>
      asSuperuser(testbed.database, (owner) =>
        owner.query(`update operators set disabled_at = ${to} where id = 'house'`),
      );
    await turn('studio_now()');
    await expectRefused(() => player.wager(game, ['punto', 10]), 'operator_is_off');
    await turn('null');
  });

  it.each([
    ['reality_check_due', 'reality_check', null, null, 5],
    ['time_limit_reached', 'time', 'day', null, 1],
    ['stake_limit_reached', 'stake', 'day', 'EUR', 999],
    ['loss_limit_reached', 'loss', 'week', 'EUR', 999],
  ] as const)('%s', async (refusal, kind, period, currency, amount) => {
    const player = await guest();
    await testbed.pool.query(
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
       select operator_id, ref, $2, $3, $4, $5, 'staff', 'Mona', 'a test' from players where id = $1`,
      [player.id, kind, period, currency, amount],
    );
    await asSuperuser(testbed.database, (owner) =>
      owner.query(
        `update sessions set opened_at = opened_at - interval '10 minutes' where player_id = $1`,
        [player.id],
      ),
    );
    await expectRefused(() => player.wager(game, ['punto', 10]), refusal);
  });

  /** What is placed before, and what is then refused. */
  const CASES: readonly (readonly [refusal: string, placed: readonly Wager[], wager: Wager])[] = [
    ['stake_not_made_of_chips', [], ['banco', 1.5]],
    ['stake_not_made_of_chips', [], ['banco', 0]],
    ['stake_above_maximum', [], ['banco', 10_001]],
    ['stake_above_maximum', [['egalite', 999]], ['egalite', 2]],
    ['stake_above_maximum', [], ['banco', 9_999_999_999_999]],
    ['opposite_bets', [['punto', 1]], ['banco', 1]],
    ['opposite_bets', [['banco', 1]], ['punto', 1]],
    ['super_6_needs_main_bet', [], ['super_6', 1]],
    ['super_6_needs_main_bet', [['punto_pair', 5]], ['super_6', 5]],
    ['super_6_above_main_bets', [['egalite', 5]], ['super_6', 6]],
    ['super_6_needs_zero_commission', ['normal', ['banco', 5]], ['super_6', 1]],
    [
      'super_6_is_staked',
      [
        ['punto', 5],
        ['super_6', 1],
      ],
      'normal',
    ],
    ['nothing_to_undo', [], 'undo'],
    ['nothing_to_undo', [['banco', 5], 'undo'], 'undo'],
    ['nothing_to_clear', [], 'clear'],
    ['nothing_to_repeat', [], 'repeat'],
    ['nothing_to_double', [], 'double'],
    ['nothing_to_double', [['egalite', 1_000]], 'double'],
  ];

  it.each(CASES)('%s: after %j, %j', async (refusal, placed, wager) => {
    const player = await guest();
    for (const each of placed) await player.bet(game, each);
    await expectRefused(() => player.wager(game, wager), refusal);
    player.close();
  });

  it('stake_below_minimum', async () => {
    const limits = { ...DEFAULT_SETTINGS.limits, banco: { min: '1000', max: '5000' } };
    const table = await testbed.addTable(studio, { ...SLOW, limits });
    const staff = await testbed.staff(studio, 'Dora', { table });
    await staff.makeReady();
    const round = await staff.openBetting();
    const player = await guest({ table });
    await expectRefused(() => player.wager(round.game, ['banco', 9]), 'stake_below_minimum');
    await player.bet(round.game, ['banco', 10]);
    await player.bet(round.game, ['banco', 1]); // limits bind the sum
  });

  it('too_many_placements', async () => {
    const table = await testbed.addTable(studio, { ...SLOW, placementsMax: 2 });
    const staff = await testbed.staff(studio, 'Dora', { table });
    await staff.makeReady();
    const round = await staff.openBetting();
    const player = await guest({ table });
    await player.bet(round.game, ['banco', 1]);
    await player.bet(round.game, 'double');
    await expectRefused(() => player.wager(round.game, ['banco', 1]), 'too_many_placements');
    await expectRefused(() => player.wager(round.game, 'double'), 'too_many_placements');
    await player.bet(round.game, 'undo');
    await player.bet(round.game, ['banco', 1]);
  });

  it('insufficient_funds, whole, and the next in the same batch stands', async () => {
    const player = await guest({ euros: 100 });
    await expectRefused(() => player.wager(game, ['banco', 101]), 'insufficient_funds');
    await player.bet(game, ['banco', 60]);
    await expectRefused(() => player.wager(game, 'double'), 'insufficient_funds');
    await expectRefused(() => player.wager(game, ['egalite', 41]), 'insufficient_funds');
    const [short, fits] = await Promise.all([
      player.wager(game, ['egalite', 41]),
      player.wager(game, ['egalite', 40]),
    ]);
    expect(short).toEqual({ ok: false, refusal: 'insufficient_funds' });
    expect(fits).toMatchObject({ ok: true, balance: '0' });
  });

  it('unknown_table', async () => {
    const player = await guest();
    const bet = { table: 'pb-99', game, betId: randomUUID() };
    await expectRefused(() => player.call('bet:undo', bet), 'unknown_table');
    const join = await player.tryJoin(undefined, 'pb-99');
    expect(join).toEqual({ ok: false, refusal: 'unknown_table' });
  });

  it('not_joined', async () => {
    const visitor = await testbed.visitor(studio, 'Visitor');
    await visitor.buyIn(100);
    await expectRefused(() => visitor.wager(game, ['banco', 1]), 'not_joined');
    await visitor.join();
    await visitor.bet(game, ['banco', 1]);
    expect(await visitor.call('table:leave', { table: 'pb-1' })).toEqual({ ok: true });
    await expectRefused(() => visitor.wager(game, ['banco', 1]), 'not_joined');
    expect(await visitor.call('table:leave', { table: 'pb-1' })).toEqual({
      ok: false,
      refusal: 'not_joined',
    });
    expect(await visitor.call('table:leave', { table: 'pb-99' })).toEqual({
      ok: false,
      refusal: 'unknown_table',
    });
    await visitor.join();
    expect(visitor.seat?.stakes).toEqual({ banco: '100' });
    await visitor.bet(game, 'undo');
  });

  it('wrong_round', async () => {
    const player = await guest();
    // The first round of all has none before it.
    const [former, next] = [BigInt(game) - 1n, BigInt(game) + 1n];
    const others = [...(former >= 1_000_000_000n ? [former] : []), next, 9_999_999_999n];
    for (const other of others.map(String)) {
      await expectRefused(() => player.wager(other, ['banco', 1]), 'wrong_round');
    }
  });

  it('bet_id_reused', async () => {
    const player = await guest();
    const betId = randomUUID();
    await player.bet(game, ['punto', 5], betId);
    const others: Wager[] = [['punto', 6], ['egalite', 5], 'undo', 'clear', 'double', 'normal'];
    for (const other of others) {
      await expectRefused(() => player.wager(game, other, betId), 'bet_id_reused');
    }
    await expectRefused(
      () => player.wager(String(BigInt(game) + 1n), ['punto', 5], betId),
      'bet_id_reused',
    );
  });
});

describe('a bet that comes too late is refused', () => {
  it('betting_is_closed, wrong_round in the next, and its id stays used', async () => {
    const staff = await testbed.staff(studio, 'Dora', { table: 'short' });
    await staff.makeReady();
    const player = await guest({ table: 'short' });
    const first = await staff.openBetting();
    const betId = randomUUID();
    const answer = await player.bet(first.game, ['punto', 5], betId);
    await staff.betsClosed(first.seq);
    const late: Wager[] = [['punto', 5], 'undo', 'clear', 'repeat', 'double', 'normal'];
    for (const wager of late) {
      await expectRefused(() => player.wager(first.game, wager), 'betting_is_closed');
    }
    await staff.scan('9H');
    await expectRefused(() => player.wager(first.game, ['punto', 5]), 'betting_is_closed');
    expect(await player.wager(first.game, ['punto', 5], betId)).toEqual(answer);
    await staff.deal('Kd Ts Qs');
    await staff.next('round_settled', { after: first.seq });
    await expectRefused(() => player.wager(first.game, ['punto', 5]), 'betting_is_closed');

    await lengthen('short');
    const second = await staff.openBetting();
    await expectRefused(() => player.wager(first.game, ['punto', 5]), 'wrong_round');
    expect(await player.wager(first.game, ['punto', 5], betId), 'the retry').toEqual(answer);
    const others: Wager[] = [['punto', 5], ['punto', 6], ['egalite', 5], 'repeat', 'normal'];
    for (const other of others) {
      await expectRefused(() => player.wager(second.game, other, betId), 'bet_id_reused');
    }
  });
});

describe('a bet at a table that does not play is refused', () => {
  it('table_is_closed', async () => {
    const staff = await testbed.staff(studio, 'Dora', { table: 'idle' });
    const player = await guest({ table: 'idle' });
    await expectRefused(() => player.wager(game, ['banco', 1]), 'table_is_closed');
    await staff.must('table:open');
    await expectRefused(() => player.wager(game, ['banco', 1]), 'wrong_round');
    await staff.must('table:close');
    await expectRefused(() => player.wager(game, ['banco', 1]), 'table_is_closed');
  });

  it('table_is_suspended, and is taken again when play goes on', async () => {
    const manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
    const player = await guest();
    const betId = randomUUID();
    const answer = await player.bet(game, ['punto', 5], betId);
    const fault = { table: 'pb-1', reason: 'a card fell' };
    expect(await manager.call('table:suspend', fault)).toMatchObject({ ok: true });
    const wagers: Wager[] = [['punto', 5], 'undo', 'clear', 'repeat', 'double', 'normal'];
    for (const wager of wagers) {
      await expectRefused(() => player.wager(game, wager), 'table_is_suspended');
    }
    expect(await player.wager(game, ['punto', 5], betId)).toEqual(answer);
    await manager.must('table:resume');
    await player.bet(game, ['punto', 5]);
    manager.close();
  });
});

describe('a player who sends more commands than the table can take', () => {
  it('waits for a few, and is refused the others', async () => {
    const player = await guest();
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => player.wager(game, ['egalite', 1])),
    );
    const done = replies.filter(({ ok }) => ok);
    expect(done.length).toBeGreaterThanOrEqual(9);
    for (const reply of replies) {
      if (!reply.ok) expect(reply.refusal).toBe('table_is_busy');
    }
    expect(await player.balance()).toBe(1_000_000n - 100n * BigInt(done.length));
  });
});

describe('a spot is closed', { timeout: 180_000 }, () => {
  /** Plays rounds that nobody bets on, up to the one before `round`. */
  const playUpTo = async (round: number, table: string) => {
    const staff = await testbed.staff(studio, 'Dora', { table });
    let seed = round;
    const entropy = (count: number) =>
      Uint8Array.from({ length: count }, () => (seed = (seed * 69_069 + 1) % 2 ** 32) >>> 24);
    const shoe = shuffle(fullShoe(), entropy)[Symbol.iterator]();
    await staff.makeReady(shoe.next().value);
    for (let played = 1; played < round; played += 1) {
      const { seq } = await staff.openBetting();
      await staff.betsClosed(seq);
      await staff.dealFrom(shoe);
    }
    return shoe;
  };
  const openedSpots = async (staff: Staff) => {
    const opened = await staff.openBetting();
    return { game: opened.game, seq: opened.seq, spots: new Set(opened.spots) };
  };
  const expectClosed = async (player: Player, round: string, closed: readonly Spot[]) => {
    for (const spot of SPOTS.filter((each) => each !== 'punto')) {
      if (!closed.includes(spot)) await player.bet(round, [spot, 1]);
    }
    for (const spot of closed) {
      await expectRefused(() => player.wager(round, [spot, 1]), 'spot_is_closed');
    }
  };

  it('the bonuses and Super 6 after round 44, the pairs after round 60', async () => {
    const [shoeA, shoeB] = await Promise.all([playUpTo(44, 'shoe-a'), playUpTo(60, 'shoe-b')]);
    await studio.stop();
    for (const table of ['shoe-a', 'shoe-b']) await testbed.setTable(table, BETTING);
    studio = await testbed.restart({}, 'shoe-a'); // a table takes new settings when it is taken
    await testbed.isRunBy(studio, 'shoe-b');

    const bonuses: Spot[] = ['punto_bonus', 'banco_bonus', 'super_6'];
    const rounds = [
      { table: 'shoe-a', shoe: shoeA, last: [], closed: bonuses },
      { table: 'shoe-b', shoe: shoeB, last: bonuses, closed: [...bonuses, ...PAIR_SPOTS] },
    ];
    for (const { table, shoe, last, closed } of rounds) {
      const staff = await testbed.staff(studio, 'Dora', { table });
      const player = await guest({ table });
      const before = await openedSpots(staff);
      await expectClosed(player, before.game, last);
      await staff.betsClosed(before.seq);
      await staff.dealFrom(shoe);
      await staff.next('round_settled', { after: before.seq });

      await lengthen(table);
      const after = await openedSpots(staff);
      expect(SPOTS.filter((spot) => !after.spots.has(spot)).sort()).toEqual([...closed].sort());
      await expectClosed(player, after.game, closed);
      await player.bet(after.game, 'clear');
      expect((await player.bet(after.game, 'repeat')).leftOut.sort()).toEqual(
        closed.filter((spot) => !last.includes(spot)).sort(),
      );
    }
  });
});

describe('a table that is busy', () => {
  it('takes what it has room for and refuses the rest; each answer is true', async () => {
    await studio.stop(); // or it would run the table
    const small = await testbed.start({ TABLE_MAILBOX: '1', TABLE_BATCH: '1' });
    const table = await testbed.addTable(small, SLOW);
    const staff = await testbed.staff(small, 'Dora', { table });
    await staff.makeReady();
    const round = await staff.openBetting();
    const players = await testbed.players(small, 4, 'Crowd', { table, euros: 1_000 });
    const bets = players.flatMap((player) =>
      Array.from({ length: 50 }, () => ({ player, betId: randomUUID() })),
    );
    const replies = await Promise.all(
      bets.map(({ player, betId }) => player.wager(round.game, ['egalite', 1], betId)),
    );
    let busy = 0;
    for (const [index, { player, betId }] of bets.entries()) {
      const reply = replies[index]!;
      const { found } = (await player.call('bet:find', { table, game: round.game, betId })) as {
        found: unknown;
      };
      if (reply.ok) expect(found).not.toBeNull();
      else {
        expect(reply.refusal).toBe('table_is_busy');
        expect(found).toBeNull();
        busy += 1;
      }
    }
    seen.add('table_is_busy');
    expect(busy).toBeGreaterThan(10);
    expect(busy).toBeLessThan(bets.length);
    for (const player of players) {
      const placed = replies.filter((reply, index) => reply.ok && bets[index]!.player === player);
      expect(await player.balance()).toBe(100_000n - 100n * BigInt(placed.length));
    }
    const retried = bets.find((_, index) => !replies[index]!.ok)!;
    // Of the former id was said that it never stands.
    await retried.player.bet(round.game, ['egalite', 1]);
    await small.stop();
  });
});

describe('each refusal of a bet', () => {
  it('is seen in this file, except the one that takes two studios', () => {
    const missing = BET_REFUSALS.filter((each) => each !== 'table_is_moving' && !seen.has(each));
    expect(missing).toEqual([]);
  });
});
