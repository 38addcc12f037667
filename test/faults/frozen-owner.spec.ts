/**
 * A process freezes in the midst of a transaction, and everything that it holds in the database
 * with it: its table is taken over, and the other tables go on (I11).
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cable } from '../kit/cable.js';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { type StudioProcess, eventually, tablesRunBy } from '../kit/studio.js';

/**
 * A table is away for as long as a lease, and is then brought back. A frozen process would keep its
 * locks for hours. How long it takes is printed.
 */
const TAKEN_OVER_WITHIN_MS = 15_000;
const OTHERS_WITHIN_MS = 15_000;

const testbed = useTestbed({ tables: { calm: QUICK }, env: { SETTLEMENT_CHUNK: '1' } });
let second: StudioProcess;
let cable: Cable;
let first: StudioProcess;
let table: string;
let dealer: Staff;
let guests: readonly Player[];
let calmDealer: Staff;
let calmGuest: Player;

beforeAll(async () => {
  second = await testbed.restartProcess({}, 'calm');
  calmDealer = await testbed.staff(second, 'Cara', { table: 'calm' });
  await calmDealer.makeReady();
  calmGuest = await testbed.player(second, 'Calm', { table: 'calm', euros: 100 });
  cable = await Cable.to(testbed.database.url);
});
afterAll(() => cable.close());

beforeEach(async () => {
  cable.repair();
  first = await testbed.startProcess({ DATABASE_URL: cable.through(testbed.database.url) });
  table = await tableOf(first);
  dealer = await testbed.staff(first, 'Dora', { table });
  await dealer.makeReady();
  guests = await testbed.players(first, 3, 'Guest', { table, euros: 100 });
});
afterEach(async () => {
  first.thaw();
  await first.kill();
});

let tables = 0;
/** Both processes take what is free. */
const tableOf = async (studio: StudioProcess): Promise<string> => {
  for (;;) {
    const id = `pb-${(tables += 1)}`;
    await testbed.setTable(id, { ...QUICK, betMs: 2_000 });
    const ofWhom = await eventually('somebody runs the table', async () => {
      for (const each of [first, second]) {
        if ((await tablesRunBy(each)).includes(id)) return each;
      }
      return undefined;
    });
    if (ofWhom === studio) return id;
  }
};

/** Freezes the first process, and waits until the second one runs its table. */
const takeover = async (what: string): Promise<void> => {
  first.freeze();
  const startedAt = performance.now();
  await testbed.isRunBy(second, table);
  const tookMs = performance.now() - startedAt;
  console.log(`frozen ${what}: taken over in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(TAKEN_OVER_WITHIN_MS);
};

/** A whole round at the table that nothing happened to, with a bet, paid in time. */
const othersGoOn = async (): Promise<void> => {
  const { game, seq } = await calmDealer.openBetting();
  await calmGuest.bet(game, ['punto', 1]);
  await calmDealer.next('betting_closed', { after: seq });
  const startedAt = performance.now();
  await calmDealer.deal('9h Kd Ts Qs');
  expect((await calmGuest.result(game)).paid).toBe('200');
  const tookMs = performance.now() - startedAt;
  console.log(`another table: dealt and paid in ${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(OTHERS_WITHIN_MS);
};

const everybodyIsPaid = async (game: string): Promise<void> => {
  await Promise.all(
    guests.map(async (guest) => {
      const back = await testbed.again(second, guest);
      await back.join(guest.lastSeq.get(table));
      expect((await back.result(game)).paid).toBe('2000');
    }),
  );
};

describe('a process that freezes', () => {
  it.each([
    ['a close', ['betting_closed', 'commit']],
    ['a card', ['card_dealt', 'commit']],
  ] as const)('in the transaction of %s loses its table in time', async (what, words) => {
    const held = cable.holdAt(words);
    const { game, seq } = await dealer.openBetting();
    await Promise.all(guests.map((guest) => guest.bet(game, ['punto', 10])));
    // Where the close is what is held, no card is ever scanned.
    void dealer
      .next('betting_closed', { after: seq })
      .then(() => dealer.scan('9h'))
      .catch(() => undefined);
    await held;
    await Promise.all([takeover(what), othersGoOn()]);
    first.thaw();
    await first.kill();
    const other = await testbed.staff(second, 'Dora', { table });
    await other.watch(seq);
    await other.next('betting_closed', { after: seq });
    await other.deal('9h Kd Ts Qs');
    await everybodyIsPaid(game);
  });

  it('in a payment keeps nobody else from being paid', async () => {
    // A part each: both processes pay, and the first one has its share.
    guests = [...guests, ...(await testbed.players(first, 9, 'Guest', { table, euros: 100 }))];
    const { game, seq } = await dealer.openBetting();
    await Promise.all(guests.map((guest) => guest.bet(game, ['punto', 10])));
    await dealer.next('betting_closed', { after: seq });
    await dealer.deal('9h Kd Ts');
    const held = cable.freezeAt(['pay_chunk']);
    const last = dealer.scan('Qs').catch(() => undefined);
    await held;
    await Promise.all([takeover('in a payment'), othersGoOn()]);
    await everybodyIsPaid(game);
    first.thaw();
    await first.kill();
    await last;
  });
});
