/**
 * Two studios on one database: a table always belongs to one of them alone, and the other takes it
 * when that one has ended (I10, I11).
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cable } from '../kit/cable.js';
import { type Player, Staff } from '../kit/clients.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { type Studio, type StudioProcess, eventually } from '../kit/studio.js';

/** Long enough that neither loses a table which it is to keep. */
const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: '6000' } });
let dealer: Staff;
let guest: Player;
let table: string;
let tables = 0;

/** A dealer and a guest at the table, which `studio` runs. */
const sitDown = async (studio: Studio): Promise<void> => {
  dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  guest = await testbed.player(studio, 'Guest', { table, euros: 100 });
};

beforeEach(async () => {
  table = `pb-${(tables += 1)}`;
  await testbed.setTable(table, BETTING);
});

/** Another studio has lost the table. Waits until this one runs it. */
const takeover = async (studio: Studio, what: string): Promise<void> => {
  const startedAt = performance.now();
  await testbed.passing(testbed.isRunBy(studio, table));
  console.log(`${what}: taken over in ${Math.round(performance.now() - startedAt)} ms`);
};

const epochs = async (): Promise<readonly { seq: number; epoch: number; kind: string }[]> => {
  const { rows } = await testbed.pool.query<{ seq: string; epoch: string; kind: string }>(
    'select seq, epoch, kind from table_events where table_id = $1 order by seq',
    [table],
  );
  return rows.map(({ seq, epoch, kind }) => ({ seq: Number(seq), epoch: Number(epoch), kind }));
};

/** The dealer at the other studio, with the same scanner. What was missed is sent again. */
const dealerAt = async (studio: Studio): Promise<Staff> => {
  const other = await testbed.staff(studio, 'Dora', { table });
  await other.watch(dealer.lastSeq.get(table));
  other.scanSeq = dealer.scanSeq;
  return other;
};

const guestAt = async (studio: Studio): Promise<Player> => {
  const other = await testbed.again(studio, guest);
  expect((await other.join(guest.lastSeq.get(table))).snapshot).toBeNull();
  return other;
};

/** Once the first studio has lost the table, the round in hand is played out at the second. */
const playsOn = async (second: Studio, what: string, lose: () => Promise<unknown>) => {
  const { game, seq } = await dealer.openBetting();
  await guest.bet(game, ['punto', 10]);
  await dealer.betsClosed(seq);
  await dealer.deal('9h Kd');
  const before = await dealer.watch();
  const lastEpoch = (await epochs()).at(-1)!.epoch;
  await lose();
  await takeover(second, what);

  const other = await dealerAt(second);
  expect(await other.watch()).toEqual(before);
  expect(await other.scan('Kd', dealer.scanSeq)).toMatchObject({ ok: true, seat: 'banco_1' });
  const back = await guestAt(second);
  await other.deal('Ts Qs');
  expect((await back.result(game)).paid).toBe('2000');
  expect((await epochs()).at(-1)!.epoch).toBeGreaterThan(lastEpoch);
  await other.playRound('9h Kd Ts Qs');
};

describe('while one studio runs a table', () => {
  let first: Studio;
  let second: Studio;
  beforeEach(async () => {
    first = await testbed.restart({}, table);
    second = await testbed.start();
    await sitDown(first);
  });
  afterEach(() => Promise.all([first.stop(), second.stop()]));

  it('players and dealers at the other one play there as here', async () => {
    const stranger = await eventually('the table is followed', async () => {
      const player = await testbed.visitor(second, 'Stranger', { table, euros: 100 });
      await player.buyIn(100);
      return (await player.tryJoin()).ok && player;
    });
    const other = await testbed.connect(new Staff(second.url, dealer.token, 'Dora', table));
    await other.watch();
    const { game, seq } = await other.openBetting();
    await Promise.all([stranger.bet(game, ['punto', 10]), guest.bet(game, ['banco', 10])]);
    await testbed.passing(other.next('betting_closed', { after: seq }));
    other.scanSeq = dealer.scanSeq;
    await other.deal('9h Kd Ts Qs');
    expect(await stranger.result(game)).toMatchObject({ paid: '2000', balance: '11000' });
    expect(await guest.result(game)).toMatchObject({ paid: '0', balance: '9000' });
    await other.next('round_settled', { after: seq });
  });

  it('its rounds are paid at once, whichever of the two does the paying', async () => {
    await Promise.all([first.stop(), second.stop()]);
    // No sweep comes in time to do what the queue forgot.
    const env = { SETTLEMENT_SWEEP_MS: '60000' };
    first = await testbed.restart(env, table);
    second = await testbed.start(env);
    dealer = await dealerAt(first);
    guest = await guestAt(first);
    for (let round = 0; round < 6; round += 1) {
      const { game, seq } = await dealer.openBetting();
      await guest.bet(game, ['punto', 1]);
      await dealer.betsClosed(seq);
      await dealer.deal('9h Kd Ts Qs');
      expect((await guest.result(game)).paid).toBe('200');
    }
  });

  it('and stops, the other one goes on', () => playsOn(second, 'stopped', () => first.stop()));

  it('and is cut off from Postgres past its lease, it sends those who sat there to the other one', async () => {
    await first.stop();
    const cable = await Cable.to(testbed.database.url);
    first = await testbed.start({ DATABASE_URL: cable.through(testbed.database.url) });
    await second.stop();
    await testbed.passing(testbed.isRunBy(first, table));
    second = await testbed.start();
    dealer = await dealerAt(first);
    guest = await guestAt(first);
    const { game, seq } = await dealer.openBetting();
    await guest.bet(game, ['punto', 10]);
    cable.cut();
    await takeover(second, 'cut off');
    const other = await dealerAt(second);
    await testbed.passing(other.next('betting_closed', { after: seq }));
    cable.repair();
    await testbed.passing(guest.disconnected());
    const back = await guestAt(second);
    await other.deal('9h Kd Ts Qs');
    expect((await back.result(game)).paid).toBe('2000');
    cable.close();
  });
});

describe('when the process of the studio that runs a table', () => {
  let first: StudioProcess;
  let second: StudioProcess;
  beforeEach(async () => {
    first = await testbed.restartProcess({}, table);
    second = await testbed.startProcess();
    await sitDown(first);
  });
  afterEach(async () => {
    first.thaw();
    await Promise.all([first.kill(), second.kill()]);
  });

  it('is killed, the other one goes on', () => playsOn(second, 'killed', () => first.kill()));

  it('is killed, who sits at the other one stays there, and plays on', async () => {
    const stay = await eventually('the table is followed', async () => {
      const player = await testbed.visitor(second, 'Stay', { table, euros: 100 });
      await player.buyIn(100);
      return (await player.tryJoin()).ok && player;
    });
    const { game, seq } = await dealer.openBetting();
    await stay.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await first.kill();
    await takeover(second, 'killed, with a player at the other one');
    const other = await dealerAt(second);
    await other.deal('9h Kd Ts Qs');
    expect(await stay.result(game)).toMatchObject({ paid: '2000', balance: '11000' });
    const opened = await other.openBetting();
    await stay.next('betting_opened', { after: opened.seq - 1 });
    await stay.bet(opened.game, ['punto', 10]);
    expect(stay.socket.connected).toBe(true);
  });

  it('is killed while bets are open, they close on the other one', async () => {
    const { game, seq } = await dealer.openBetting();
    await guest.bet(game, ['punto', 10]);
    await first.kill();
    await takeover(second, 'killed in the bets');
    const other = await dealerAt(second);
    await other.next('betting_closed', { after: seq });
    const back = await guestAt(second);
    expect(back.seat?.stakes).toEqual({ punto: '1000' });
    await other.deal('9h Kd Ts Qs');
    expect((await back.result(game)).paid).toBe('2000');
  });

  it('sleeps past its lease and wakes, it finds the table taken, and nothing of it gets into the log', async () => {
    const { game, seq } = await dealer.openBetting();
    await guest.bet(game, ['punto', 10]);
    first.freeze();
    // Asked while it sleeps: it reads them when it wakes, as if no time had passed.
    const bets = Array.from({ length: 5 }, () =>
      guest.wager(game, ['egalite', 1]).catch(() => 'no answer'),
    );
    dealer.scanSeq += 1;
    const scan = dealer.scan('9H', dealer.scanSeq).catch(() => 'no answer');
    await takeover(second, 'asleep');
    const other = await testbed.staff(second, 'Dora', { table });
    await other.watch(dealer.lastSeq.get(table));
    const { seq: closedSeq } = await other.next('betting_closed', { after: seq });
    const back = await guestAt(second);

    first.thaw();
    const refused = expect.toSatisfy(
      (reply) => reply === 'no answer' || (reply as { ok: boolean }).ok === false,
    ) as unknown;
    for (const reply of await Promise.all([...bets, scan])) expect(reply).toEqual(refused);
    await eventually('the first one says that it has lost the table', () =>
      /the lease went to another process|is over/.test(first.log),
    );
    await guest.disconnected(); // who sat there is to look for the table anew
    expect(first.hasEnded).toBe(false);

    await other.deal('9h Kd Ts Qs');
    expect((await back.result(game)).paid).toBe('2000');
    const log = await epochs();
    const taken = log.find(({ seq: each }) => each === closedSeq)!.epoch;
    for (const { seq: each, epoch } of log) {
      if (each >= closedSeq) expect(epoch).toBe(taken);
      else expect(epoch).toBeLessThanOrEqual(taken);
    }
    // what was asked of it then got nowhere
    expect(log.filter(({ kind }) => kind === 'bets_accepted')).toHaveLength(1);
  });

  it('sleeps past its lease, who sits at the other one plays on there, and no bet stands twice', async () => {
    const stay = await eventually('the table is followed', async () => {
      const player = await testbed.visitor(second, 'Stay', { table, euros: 100 });
      await player.buyIn(100);
      return (await player.tryJoin()).ok && player;
    });
    const { game, seq } = await dealer.openBetting();
    await stay.bet(game, ['punto', 10]);
    first.freeze();
    // It is on the stream of the process that sleeps, and asked for again until nobody waits.
    const betId = randomUUID();
    const asked = { table, game, betId, spot: 'egalite', amount: '100' } as const;
    const reply = await stay.call('bet:place', asked);
    expect(reply.ok).toBe(false);
    await takeover(second, 'asleep, with a player at the other one');
    first.thaw();
    await eventually('the first one says that it has lost the table', () =>
      /the lease went to another process|is over/.test(first.log),
    );
    await stay.next('betting_closed', { after: seq });
    expect(await stay.call('bet:find', { table, game, betId })).toMatchObject({ found: null });
    const other = await dealerAt(second);
    await other.deal('9h Kd Ts Qs');
    expect(await stay.result(game)).toMatchObject({ stakes: '1000', paid: '2000' });
    expect([stay.gaps, stay.socket.connected]).toEqual([[], true]);
    expect((await epochs()).filter(({ kind }) => kind === 'bets_accepted')).toHaveLength(1);
  });

  it('has lost it and gets it back, it serves it as before', async () => {
    first.freeze();
    await takeover(second, 'asleep, with no round');
    first.thaw();
    await guest.disconnected();
    await dealer.disconnected();
    const stay = await testbed.again(first, guest);
    await eventually('it follows the table', async () => (await stay.tryJoin()).ok);
    await second.stop();
    await testbed.isRunBy(first, table);
    const other = await dealerAt(first);
    const { game, seq } = await other.openBetting();
    await stay.bet(game, ['punto', 10]);
    await other.next('betting_closed', { after: seq });
    await stay.next('betting_closed', { after: seq });
    await other.deal('9h Kd Ts Qs');
    expect((await stay.result(game)).paid).toBe('2000');
  });
});
