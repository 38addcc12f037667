/** The studio is killed, and another takes its place: nothing is lost, nothing is done twice. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableSettings } from '../../src/round/settings.js';
import type { BetReply, Player, Staff } from '../kit/clients.js';
import { isFullSize } from '../kit/fault-report.js';
import { BETTING, SHUT, useTestbed } from '../kit/testbed.js';
import { type Env, type StudioProcess, eventually } from '../kit/studio.js';
import { without } from '../kit/without.js';

const testbed = useTestbed();
/** Time enough for a storm of bets before they close. */
const STORMY = { ...BETTING, betMs: 12_000 };

let studio: StudioProcess;
let dealer: Staff;
let tables = 0;
let table: string;

/** A studio with an open table that no test has played at. */
const setUp = async (settings: Partial<TableSettings>, env: Env = {}): Promise<void> => {
  table = `pb-${(tables += 1)}`;
  await testbed.setTable(table, settings);
  studio = await testbed.restartProcess(env, table);
  dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
};

afterEach(() => studio.kill());

/** Another studio takes the table, and the dealer goes on there as if nothing had been. */
const restart = async (env: Env = {}): Promise<void> => {
  studio = await testbed.restartProcess(env, table);
  const afterSeq = dealer.lastSeq.get(table)!;
  const { scanSeq } = dealer; // the scanner counts on by itself
  dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.watch(afterSeq);
  dealer.scanSeq = scanSeq;
};

const killAndRestart = async (): Promise<void> => {
  const { signal } = await studio.kill();
  expect(signal).toBe('SIGKILL');
  await restart();
};

/** Whether they were closed by the studio that was killed, or by the next one. */
const betsAreClosed = (): Promise<unknown> =>
  eventually('the bets are closed', async () => (await dealer.watch())?.phase === 'bets_closed');

const comeBack = async (player: Player): Promise<Player> => {
  const back = await testbed.again(studio, player);
  const { snapshot } = await back.join(player.lastSeq.get(table));
  expect(snapshot).toBeNull();
  return back;
};

const CARDS = '2h 4c Kd Ks 5s 6d'.split(' ');

describe('a studio that is killed in a round', () => {
  it('goes on exactly where it was, whenever that was, and everybody is paid once', async () => {
    await setUp(BETTING);
    const players = await testbed.players(studio, 5, 'Guest', { table, euros: 100 });
    const { game, seq } = await dealer.openBetting();
    await Promise.all(players.map((player, index) => player.bet(game, ['punto', index + 1])));
    await dealer.next('betting_closed', { after: seq });

    const snapshot = async () => {
      const pit = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
      const now = await pit.watch();
      pit.close();
      return now;
    };
    for (const [index, code] of CARDS.entries()) {
      if (index === 2 || index === 4) {
        await dealer.deal(code);
        continue;
      }
      const before = await snapshot();
      await killAndRestart();
      expect(await snapshot()).toEqual(before);
      if (index > 0) {
        const last = await dealer.scan(CARDS[index - 1]!, dealer.scanSeq);
        expect(last, 'the repeat of the last scan').toMatchObject({ ok: true, seq: before!.seq });
      }
      expect(await dealer.scan(code)).toMatchObject({ ok: true });
    }
    await dealer.next('round_settled', { after: seq });
    for (const [index, player] of players.entries()) {
      const back = await comeBack(player);
      expect(back.messages.at(-1)?.kind).toBe('round_settled');
      expect(await back.balance()).toBe(10_000n + BigInt(index + 1) * 100n);
    }
  });

  it('while a scan is on its way: the card lands once, and the repeat is answered as the first would have been', async () => {
    await setUp(SHUT);
    const { seq } = await dealer.openBetting();
    await dealer.next('betting_closed', { after: seq });
    const seats = ['punto_1', 'banco_1', 'punto_2', 'banco_2', 'punto_3', 'banco_3'];
    for (const [index, code] of CARDS.slice(0, 3).entries()) {
      dealer.scanSeq += 1;
      const request = { table, code, scanSeq: dealer.scanSeq };
      dealer.socket.emit('card:scan', request);
      // one time it is killed before it has read the scan, another after it has committed it
      if (index > 0) await eventually('a scan is read', () => index === 1 || isDealt(code));
      await killAndRestart();
      const first = await dealer.scan(code, dealer.scanSeq);
      expect(first).toMatchObject({ ok: true, seat: seats[index] });
      expect(await dealer.scan(code, dealer.scanSeq)).toEqual(first);
    }
    for (const code of CARDS.slice(3)) await dealer.deal(code);
    const decided = await dealer.next('coup_decided', { after: seq });
    expect(decided.coup).toBe('P 2h Kd 5s . B 4c Ks 6d');
  });

  it('while bets are open: every bet that was answered stands, no other, and the bets close', async () => {
    await setUp(STORMY);
    const players = await testbed.players(studio, 10, 'Guest', { table, euros: 1_000 });
    const { game, seq } = await dealer.openBetting();
    const stood = new Map(players.map((player) => [player, 0n]));
    const storm = players.map(async (player) => {
      for (;;) {
        const reply = await player.wager(game, ['egalite', 1]).catch(() => undefined);
        if (reply === undefined || !reply.ok) return;
        stood.set(player, stood.get(player)! + 100n);
      }
    });
    await eventually('bets stand', () => [...stood.values()].every((stake) => stake > 300n));
    await killAndRestart();
    for (const player of players) player.close();
    await Promise.all(storm);
    await betsAreClosed();
    for (const player of players) {
      const back = await comeBack(player);
      const lies = BigInt(back.seat?.stakes.egalite ?? 0);
      // one more may have been committed, its answer lost
      expect([stood.get(player), stood.get(player)! + 100n]).toContain(lies);
      expect(await back.balance()).toBe(100_000n - lies);
    }
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled', { after: seq });
  });
});

describe('a command whose id was sent in capitals', () => {
  beforeEach(() => setUp(BETTING));

  /** The id as it was sent, in small letters, and half in one and half in the other. */
  const spellings = (id: string) => [
    id,
    id.toLowerCase(),
    `${id.slice(0, 18).toLowerCase()}${id.slice(18)}`,
  ];

  it('is answered as at first however the id is spelt, also by the next studio and in the next round', async () => {
    const guest = await testbed.player(studio, 'Guest', { table, euros: 100 });
    const { game, seq } = await dealer.openBetting();
    const ids = [randomUUID().toUpperCase(), randomUUID().toUpperCase()] as const;
    const wagers = [
      [ids[0], ['punto', 10]],
      [ids[1], 'double'],
    ] as const;
    const answers = new Map<string, BetReply>();
    for (const [id, wager] of wagers) answers.set(id, await guest.bet(game, wager, id));

    const expectFirstAnswers = async (player: Player): Promise<void> => {
      for (const [id, wager] of wagers) {
        const first = answers.get(id);
        for (const spelt of spellings(id)) {
          expect(await player.wager(game, wager, spelt), spelt).toEqual(first);
          const found = { ...without(first!, 'ok'), game };
          expect(await player.call('bet:find', { table, game, betId: spelt })).toEqual({
            ok: true,
            found,
          });
          const reused = await player.wager(game, ['egalite', 1], spelt);
          expect(reused).toEqual({ ok: false, refusal: 'bet_id_reused' });
        }
      }
    };
    await expectFirstAnswers(guest);
    await killAndRestart();
    const back = await comeBack(guest);
    await expectFirstAnswers(back);
    expect(back.seat).toMatchObject({ stakes: { punto: '2000' }, balance: '8000' });
    await betsAreClosed();
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled', { after: seq });
    await dealer.openBetting();
    await expectFirstAnswers(back);
    await killAndRestart();
    await expectFirstAnswers(await comeBack(back));
  });

  it('moves money once', async () => {
    const guest = await testbed.visitor(studio, 'Guest', { table, euros: 100 });
    const key = randomUUID().toUpperCase();
    const expectOnce = async (player: Player): Promise<void> => {
      for (const spelt of spellings(key)) {
        const reply = await player.call('session:buy-in', { key: spelt, amount: '1000' });
        expect(reply, spelt).toEqual({ ok: true, balance: '1000' });
      }
    };
    await expectOnce(guest);
    await killAndRestart();
    await expectOnce(await testbed.again(studio, guest));
  });
});

describe('a studio that is killed in the middle of paying', () => {
  /** Some of the chunks are paid and others are not. */
  const killWhilePaying = async (game: string, chunks: number): Promise<void> => {
    await eventually('some are paid, others not', async () => {
      const paid = await chunksPaid(game);
      return paid >= 3 && paid < chunks;
    });
    await studio.kill();
    expect(await chunksPaid(game)).toBeLessThan(chunks);
  };
  const chunksPaid = async (game: string): Promise<number> => {
    const { rowCount } = await testbed.pool.query(
      'select from settlement_chunks where game_number = $1',
      [game],
    );
    return rowCount!;
  };
  const slowDown = (ms: number) =>
    asOwner(`create or replace function take_time() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${ms / 1000}); return new; end $$;
      create or replace trigger take_time before insert on settlement_chunks
      for each row execute function take_time()`);

  const ANEW: readonly (readonly [string, Env])[] = [
    ['with other chunks', { SETTLEMENT_CHUNK: '7' }],
    ['as it was', { SETTLEMENT_CHUNK: '1' }],
    ['twice, with all in one chunk', { SETTLEMENT_CHUNK: '5000' }],
  ];

  it.each(isFullSize ? ANEW : ANEW.slice(0, 1))(
    'and started anew, %s, has everybody paid once',
    async (name, env) => {
      await setUp(BETTING, { SETTLEMENT_CHUNK: '1' });
      const players = await testbed.players(studio, 30, 'Guest', { table, euros: 100 });
      const { game, seq } = await dealer.openBetting();
      await Promise.all(
        players.map((player, index) => player.bet(game, [index % 3 === 0 ? 'banco' : 'punto', 10])),
      );
      await dealer.next('betting_closed', { after: seq });
      await slowDown(400); // all of them take six seconds
      await dealer.deal('9h Kd Ts Qs');
      await killWhilePaying(game, 30);
      if (name.startsWith('twice')) {
        studio = await testbed.restartProcess({ SETTLEMENT_CHUNK: '1' }, table);
        await studio.kill();
      }
      await slowDown(0);

      const restartedAt = performance.now();
      await restart(env);
      const settled = await dealer.next('round_settled', { after: seq });
      console.log(
        `${name}: settled ${Math.round(performance.now() - restartedAt)} ms after the new start`,
      );
      expect(settled).toMatchObject({ stakes: '30000', paid: '40000' });
      for (const [index, player] of players.entries()) {
        const back = await testbed.again(studio, player);
        expect(await back.balance()).toBe(index % 3 === 0 ? 9_000n : 11_000n);
        back.close();
      }
      const { rows } = await testbed.pool.query('select balance from accounts where name = $1', [
        `round:${game}:stakes`,
      ]);
      expect(rows).toEqual([{ balance: '0' }]);
    },
  );
});

describe('a studio that is stopped by a signal', () => {
  it('in the middle of the bets stops in good order, and the next one goes on', async () => {
    await setUp(STORMY);
    const players = await testbed.players(studio, 5, 'Guest', { table, euros: 1_000 });
    const { game, seq } = await dealer.openBetting();
    const stood = new Map(players.map((player) => [player, 0n]));
    const storm = players.map(async (player) => {
      for (;;) {
        const reply = await player.wager(game, ['egalite', 1]).catch(() => undefined);
        if (reply === undefined || !reply.ok) return reply?.refusal;
        stood.set(player, stood.get(player)! + 100n);
      }
    });
    await eventually('bets stand', () => [...stood.values()].every((stake) => stake > 300n));
    const { tookMs, code, signal } = await studio.stop();
    for (const player of players) player.close();
    console.log(`stopped in ${Math.round(tookMs)} ms (${code ?? signal})`);
    expect([0, 'SIGTERM']).toContain(code ?? signal);
    expect(faultsIn(studio)).toEqual([]);
    await Promise.all(storm);

    const startedAt = performance.now();
    await restart({ TABLE_LEASE_MS: '10000' });
    console.log(`back in ${Math.round(performance.now() - startedAt)} ms`);
    await betsAreClosed();
    for (const player of players) {
      const back = await comeBack(player);
      const lies = BigInt(back.seat?.stakes.egalite ?? 0);
      expect([stood.get(player), stood.get(player)! + 100n]).toContain(lies);
    }
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled', { after: seq });
  });

  it('in the middle of the cards stops in good order, and the next one goes on', async () => {
    await setUp(BETTING);
    const guest = await testbed.player(studio, 'Guest', { table, euros: 100 });
    const { game, seq } = await dealer.openBetting();
    await guest.bet(game, ['punto', 10]);
    await dealer.next('betting_closed', { after: seq });
    await dealer.deal('9h Kd');
    const { code, signal } = await studio.stop();
    expect([0, 'SIGTERM']).toContain(code ?? signal);
    expect(faultsIn(studio)).toEqual([]);
    await guest.disconnected();

    await restart();
    expect((await dealer.watch())?.lastScanSeq).toBe(dealer.scanSeq);
    const back = await comeBack(guest);
    await dealer.deal('Ts Qs');
    expect((await back.result(game)).paid).toBe('2000');
  });
});

/**
 * Errors, and what is no line of the log. A warning is neither: where much else runs, Redis is
 * reached some time after the start.
 */
const faultsIn = ({ log }: StudioProcess): readonly string[] =>
  log
    .split('\n')
    .filter((line) =>
      line.startsWith('{') ? /"level":(50|60)/.test(line) : /Error|rejection/i.test(line),
    );

const isDealt = async (code: string): Promise<boolean> => {
  const { rowCount } = await testbed.pool.query(
    `select from table_events where table_id = $1 and kind = 'card_dealt' and payload like $2`,
    [table, `%"code":"${code}"%`],
  );
  return rowCount === 1;
};

/** As the database's owner: the studio's role may not do this. */
const asOwner = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: testbed.database.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
