/**
 * The connections to Postgres break, or Postgres does not answer: the studio comes back by itself,
 * to the same clients.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cable } from '../kit/cable.js';
import type { BetReply, Player, Staff, Wager } from '../kit/clients.js';
import { isFullSize } from '../kit/fault-report.js';
import { BETTING, SLOW, useTestbed } from '../kit/testbed.js';
import { type Studio, StudioProcess, eventually, pause } from '../kit/studio.js';

const testbed = useTestbed({ tables: {}, env: { DATABASE_POOL: '5' } });
let cable: Cable;
let studio: Studio;
let table: string;
let dealer: Staff;
let guests: readonly Player[];
let slowestMs = 0;

beforeAll(async () => {
  cable = await Cable.to(testbed.database.url);
  studio = await testbed.start({
    DATABASE_URL: cable.through(testbed.database.url),
    TABLE_LEASE_MS: '1500',
  });
});

afterAll(() => {
  cable.close();
  console.log(`the slowest return took ${Math.round(slowestMs)} ms`);
});

const setUp = async (settings = BETTING) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  guests = await testbed.players(studio, 5, 'Guest', { table, euros: 1_000 });
};

/** Breaks every connection that the studio has. */
const breakAll = async (): Promise<number> => {
  const client = new pg.Client({ connectionString: testbed.database.url });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'sabot %' and datname = current_database()`,
  );
  await client.end();
  return rowCount!;
};

/** The table takes commands again. */
const isBack = async (): Promise<void> => {
  const startedAt = performance.now();
  await eventually(
    'the table is back',
    async () => (await guests[0]!.tryJoin(guests[0]!.lastSeq.get(table))).ok,
  );
  const tookMs = performance.now() - startedAt;
  slowestMs = Math.max(slowestMs, tookMs);
};

/** Answers that do not say whether the command stands, or that the table is on its way back. */
const UNSURE = [
  'internal_error',
  'studio_is_busy',
  'table_is_busy',
  'table_is_moving',
  'not_joined',
];

/**
 * As a client does it: while it is not sure whether the command stands, it sends it again under the
 * same id.
 */
const insist = async (
  player: Player,
  game: string,
  betId: string,
  wager: Wager = ['egalite', 1],
): Promise<BetReply> => {
  for (;;) {
    const reply = await player.wager(game, wager, betId);
    if (reply.ok || !UNSURE.includes(reply.refusal)) return reply;
    await player.tryJoin(player.lastSeq.get(table));
    await pause(20);
  }
};

const scanAgain = async (code: string) => {
  dealer.scanSeq += 1;
  for (;;) {
    const reply = await dealer.scan(code, dealer.scanSeq);
    if (reply.ok || !UNSURE.includes(reply.refusal)) return reply;
    await pause(20);
  }
};

/** Opens the bets, though it may have to ask again: then they may be open already. */
const openAgain = async () => {
  const after = dealer.lastSeq.get(table)!;
  for (;;) {
    const reply = await dealer.give('betting:open');
    if (reply.ok || !UNSURE.includes(reply.refusal)) break;
    await pause(20);
  }
  return dealer.next('betting_opened', { after });
};

const areStillHere = () => {
  for (const client of [...guests, dealer]) {
    expect(client.socket.connected).toBe(true);
    expect(client.gaps).toEqual([]);
  }
};

describe('when every connection to Postgres breaks', () => {
  it('in the middle of the bets, no bet that was answered is lost, and the table is back', async () => {
    await setUp(SLOW);
    const { game } = await dealer.openBetting();
    for (let time = 0; time < 3; time += 1) {
      const bets = guests.flatMap((player) =>
        Array.from({ length: 10 }, () => ({ player, betId: randomUUID() })),
      );
      const replies = Promise.all(bets.map(({ player, betId }) => insist(player, game, betId)));
      expect(await breakAll()).toBeGreaterThan(1);
      await isBack();
      for (const reply of await replies) expect(reply).toMatchObject({ ok: true });
    }
    for (const guest of guests) {
      await guest.join(guest.lastSeq.get(table));
      expect(guest.seat).toMatchObject({ stakes: { egalite: '3000' }, balance: '97000' });
    }
    areStillHere();
  });

  it('once and again in a whole round, it is played and paid to the same sockets', async () => {
    await setUp(BETTING);
    const { game, seq } = await dealer.openBetting();
    await Promise.all(guests.map((guest) => guest.bet(game, ['punto', 10])));
    await breakAll();
    await isBack();
    await dealer.betsClosed(seq);
    for (const guest of guests) await guest.next('betting_closed', { after: seq });
    for (const code of ['9h', 'Kd', 'Ts', 'Qs']) {
      await breakAll();
      expect(await scanAgain(code)).toMatchObject({ ok: true });
    }
    await breakAll();
    for (const guest of guests) {
      await guest.next('round_settled', { after: seq });
      expect(await balanceOf(guest)).toBe(101_000n);
      expect((await guest.result(game)).paid).toBe('2000');
    }
    areStillHere();
  });

  it('while rounds are being paid, again and again, everybody is paid once', async () => {
    await setUp(BETTING);
    for (let round = 1; round <= 2; round += 1) {
      const { game, seq } = await openAgain();
      await Promise.all(guests.map((guest) => insist(guest, game, randomUUID(), ['punto', 10])));
      await dealer.betsClosed(seq);
      await dealer.deal('9h Kd Ts');
      const last = scanAgain('Qs');
      for (let time = 0; time < 10; time += 1) await breakAll();
      expect(await last).toMatchObject({ ok: true });
      for (const guest of guests) {
        await guest.next('round_settled', { after: seq });
        expect(await balanceOf(guest)).toBe(100_000n + BigInt(round) * 1_000n);
      }
    }
    areStillHere();
  });

  it('while sessions are opened and closed, no cent goes astray', async () => {
    await setUp(SLOW);
    const visitors = await Promise.all(
      Array.from({ length: 5 }, () => testbed.visitor(studio, 'Visitor', { euros: 100 })),
    );
    const keys = visitors.flatMap((visitor) =>
      Array.from({ length: 10 }, () => ({ visitor, key: randomUUID() })),
    );
    const buyIns = Promise.all(
      keys.map(async ({ visitor, key }) => {
        for (;;) {
          const reply = await visitor.call('session:buy-in', { key, amount: '1000' });
          if (reply.ok || !UNSURE.includes(reply.refusal)) return reply;
        }
      }),
    );
    for (let time = 0; time < 10; time += 1) await breakAll();
    for (const reply of await buyIns) expect(reply).toMatchObject({ ok: true });
    for (const visitor of visitors) {
      expect(await balanceOf(visitor)).toBe(10_000n);
      visitor.close();
    }
    areStillHere();
  });
});

describe('when the connection breaks at the worst moment', () => {
  /** Breaks it there, and repairs it at once. */
  const breakAt = async (words: readonly string[], moment: 'before' | 'after'): Promise<void> => {
    await cable.cutAt(words, moment);
    cable.repair();
  };
  const MOMENTS = ['before', 'after'] as const;

  it('just before or after a card is committed, it lands once and is sent once', async () => {
    await setUp(BETTING);
    const { seq } = await openAgain();
    await dealer.betsClosed(seq);
    for (const [code, moment] of [
      ['9h', 'before'],
      ['Kd', 'after'],
      ['Ts', 'before'],
      ['Qs', 'after'],
    ] as const) {
      const broken = breakAt(['append_event', 'commit'], moment);
      expect(await scanAgain(code)).toMatchObject({ ok: true });
      await broken;
    }
    for (const client of [...guests, dealer]) {
      await client.next('round_settled', { after: seq });
      const cards = client.messages.filter(({ kind }) => kind === 'card_dealt');
      expect(cards.map((each) => 'card' in each && each.card)).toEqual(['9h', 'Kd', 'Ts', 'Qs']);
    }
    areStillHere();
  });

  it.each(MOMENTS)('just %s a bet is committed, it stands once', async (moment) => {
    await setUp(SLOW);
    const { game } = await openAgain();
    const betId = randomUUID();
    const broken = breakAt(['place_bets'], moment);
    const reply = await insist(guests[0]!, game, betId);
    expect(reply).toMatchObject({ ok: true, balance: '99900' });
    await broken;
    await isBack();
    const { seat } = await guests[0]!.join(guests[0]!.lastSeq.get(table));
    expect(seat).toMatchObject({ stakes: { egalite: '100' }, balance: '99900' });
    expect(await guests[0]!.wager(game, ['egalite', 1], betId)).toEqual(reply);
    areStillHere();
  });

  it.each(MOMENTS)('just %s a bet is taken off, it comes back once', async (moment) => {
    await setUp(SLOW);
    const { game } = await openAgain();
    await guests[0]!.bet(game, ['egalite', 1]);
    await guests[0]!.bet(game, ['egalite', 2]);
    const broken = breakAt(['place_bets'], moment);
    expect(await insist(guests[0]!, game, randomUUID(), 'undo')).toMatchObject({ ok: true });
    await broken;
    await isBack();
    const { seat } = await guests[0]!.join(guests[0]!.lastSeq.get(table));
    expect(seat).toMatchObject({ stakes: { egalite: '100' }, balance: '99900' });
    areStillHere();
  });

  it.each(MOMENTS)('just %s money is bought in, it comes once', async (moment) => {
    await setUp(SLOW);
    const visitor = await testbed.visitor(studio, 'Visitor', { euros: 100 });
    const request = { key: randomUUID(), amount: '1000' };
    const broken = breakAt(['buy-in:', 'commit'], moment);
    const reply = await eventually('it is answered', async () => {
      const answer = await visitor.call('session:buy-in', request);
      return answer.ok || !UNSURE.includes(answer.refusal) ? answer : undefined;
    });
    expect(reply).toEqual({ ok: true, balance: '1000' });
    await broken;
    await isBack();
    expect(await balanceOf(visitor)).toBe(1_000n);
    visitor.close();
    areStillHere();
  });

  const PAYMENT = [
    ['the coup is decided', ['coup_decided', 'commit']],
    ['a chunk is paid', ['pay_chunk']],
    ['the round is settled', ['round_settled', 'commit']],
    ['the results are read', ['balance from accounts where id = any']],
  ] as const;

  /** One moment of each, or both. */
  const MOMENTS_OF_PAYMENT = PAYMENT.flatMap(([what, words], step) =>
    MOMENTS.filter((_, at) => isFullSize || at === step % 2).map(
      (moment) => [moment, what, words] as const,
    ),
  );

  it.each(MOMENTS_OF_PAYMENT)(
    'just %s %s, everybody is paid once and notified once',
    async (moment, _what, words) => {
      await setUp(BETTING);
      const { game, seq } = await openAgain();
      await Promise.all(guests.map((guest) => guest.bet(game, ['punto', 10])));
      await dealer.betsClosed(seq);
      await dealer.deal('9h Kd Ts');
      const broken = breakAt(words, moment);
      expect(await scanAgain('Qs')).toMatchObject({ ok: true });
      await broken;
      for (const guest of guests) expect((await guest.result(game)).paid).toBe('2000');
      await breakAll(); // what was sent is not sent again when the table comes back
      await isBack();
      const next = await openAgain();
      for (const guest of guests) {
        // a second result would have come before this
        await guest.next('betting_opened', { after: next.seq - 1 });
        expect(guest.results).toHaveLength(1);
        const received = guest.messages.filter(({ kind }) => kind === 'round_settled');
        expect(received).toHaveLength(1);
        expect(await balanceOf(guest)).toBe(101_000n);
      }
      areStillHere();
    },
  );
});

describe('when the connection breaks while Postgres is at a bet', () => {
  /** Every insert of bets takes this long from now on. Resolves to what ends that. */
  const delayBets = async (seconds: number): Promise<() => Promise<void>> => {
    const admin = new pg.Client({ connectionString: testbed.database.url });
    await admin.connect();
    await admin.query(`
      create function bets_take_time() returns trigger language plpgsql as
        'begin perform pg_sleep(${seconds}); return null; end';
      create trigger bets_take_time after insert on bets for each statement execute function bets_take_time()`);
    await eventually('the bet is on its way', async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      );
      return rowCount === 1;
    });
    return async () => {
      await admin.query('drop function bets_take_time cascade');
      await admin.end();
    };
  };

  it('what is said of the bet in the end is so, and before it is not known yet', async () => {
    await setUp(SLOW);
    const { game } = await dealer.openBetting();
    const [guest, betId] = [guests[0]!, randomUUID()];
    const delaying = delayBets(0.7);
    const betting = eventually('the bets take their time', async () => {
      const { rowCount } = await testbed.pool.query(
        `select from pg_trigger where tgname = 'bets_take_time'`,
      );
      return rowCount === 1;
    }).then(() => guest.wager(game, ['punto', 10], betId));
    const endDelay = await delaying;
    cable.cut();
    cable.repair();
    expect(await betting).toMatchObject({ ok: false, refusal: 'internal_error' });
    const refusals: string[] = [];
    const found = await eventually('it is known', async () => {
      const reply = await guest.call('bet:find', { table, game, betId });
      if (!reply.ok) refusals.push(reply.refusal);
      return reply.ok ? { found: reply.found } : undefined;
    });
    expect(refusals).toContain('not_known_yet');
    // Waits until Postgres is done with the bet. It may have ended it, as nobody waited for it.
    await endDelay();
    const { rowCount } = await testbed.pool.query('select from bets where bet_id = $1', [betId]);
    const stood = { game, change: { punto: '1000' } };
    expect(found).toMatchObject({ found: rowCount === 0 ? null : stood });
    areStillHere();
  });
});

describe('when Postgres does not answer', () => {
  it('for longer than a lease, and then does, everything goes on where it was', async () => {
    await setUp(SLOW);
    const { game } = await dealer.openBetting();
    await guests[0]!.bet(game, ['punto', 10]);
    cable.freeze();
    const bets = guests.map((guest) => insist(guest, game, randomUUID()));
    await pause(2_500);
    cable.repair();
    for (const reply of await Promise.all(bets)) expect(reply).toMatchObject({ ok: true });
    await isBack();
    areStillHere();
  });

  it('and cannot be reached, the studio says that it is not ready, and is again when it can', async () => {
    await setUp(SLOW);
    const { game } = await dealer.openBetting();
    await guests[0]!.bet(game, ['punto', 10]);
    cable.cut();
    await eventually('it is not ready', async () => !(await studio.isReady()));
    expect((await fetch(`${studio.url}/health`)).status).toBe(200);
    const betId = randomUUID();
    const lost = await guests[1]!.wager(game, ['punto', 10], betId);
    expect(lost).toMatchObject({ ok: false });
    await pause(2_000);
    cable.repair();
    await isBack();
    await eventually('it is ready', () => studio.isReady());
    expect(await insist(guests[1]!, game, betId)).toMatchObject({ ok: true });
    expect((await guests[0]!.join(guests[0]!.lastSeq.get(table))).seat.stakes).toMatchObject({
      punto: '1000',
    });
    areStillHere();
  });
});

describe('the process of a studio', () => {
  it('that starts while Postgres cannot be reached waits for it', async () => {
    await setUp(SLOW);
    cable.cut();
    const { url } = testbed.database;
    const early = await StudioProcess.launch({ ...testbed.env, DATABASE_URL: cable.through(url) });
    await early.lives();
    expect(await early.isReady()).toBe(false);
    await studio.stop();
    cable.repair();
    await testbed.isRunBy(early, table);
    await eventually('it is ready', () => early.isReady());
    await early.stop();
  });

  it.each(['cut', 'freeze'] as const)(
    'that has lost Postgres (%s) stops in good order all the same',
    async (lose) => {
      table = `lost-${lose}`;
      await testbed.setTable(table, SLOW);
      const url = cable.through(testbed.database.url);
      const process = await testbed.restartProcess(
        { DATABASE_URL: url, TABLE_LEASE_MS: '1500' },
        table,
      );
      dealer = await testbed.staff(process, 'Dora', { table });
      await dealer.makeReady();
      guests = await testbed.players(process, 2, 'Guest', { table, euros: 1_000 });
      const { game } = await dealer.openBetting();
      await guests[0]!.bet(game, ['punto', 10]);
      cable[lose]();
      const lost = guests[1]!.wager(game, ['punto', 10]).catch(() => undefined);
      const { tookMs, code, signal } = await process.stop();
      console.log(`without Postgres (${lose}): stopped in ${Math.round(tookMs)} ms`);
      expect([0, 'SIGTERM']).toContain(code ?? signal);
      await lost;
      cable.repair();
      const next = await testbed.restart({}, table);
      const back = await testbed.again(next, guests[0]!);
      expect((await back.join()).seat.stakes).toEqual({ punto: '1000' });
      await next.stop();
    },
  );
});

const balanceOf = (player: Player): Promise<bigint> =>
  eventually('the balance can be read', () => player.balance().catch(() => undefined));
