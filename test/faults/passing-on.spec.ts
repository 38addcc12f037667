/**
 * A table passes to another studio while both are well: who sat there is cut off, to look for it
 * anew, and nobody else is.
 */
import { afterEach, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { type Env, type Studio, eventually, tablesRunBy } from '../kit/studio.js';

const testbed = useTestbed({ tables: {} });
/** It looks for free tables three times in this time, and keeps one that it has taken. */
const LEASE_MS = 6_000;
/** The bets are still open when the table has passed. */
const LEISURELY = { ...BETTING, betMs: 10_000 };

let first: Studio;
let second: Studio;
let rounds = 0;

/** A table with a dealer and a guest who have bets open. */
interface Party {
  readonly table: string;
  readonly dealer: Staff;
  readonly guest: Player;
}
let party: Party;
/** At a table that stays where it is. */
let beside: Party;

const gather = async (table: string): Promise<Party> => {
  const dealer = await testbed.staff(first, 'Dora', { table });
  await dealer.makeReady();
  return { table, dealer, guest: await testbed.player(first, 'Guest', { table, euros: 100 }) };
};

const setUp = async (env: Env, settings = BETTING): Promise<void> => {
  rounds += 1;
  const [table, other] = [`pb-${rounds}`, `pb-${rounds}-stays`];
  await testbed.setTable(table, settings);
  await testbed.setTable(other, BETTING);
  first = await testbed.restart(env, table);
  await testbed.isRunBy(first, other);
  second = await testbed.start({ TABLE_LEASE_MS: String(LEASE_MS) });
  party = await gather(table);
  beside = await gather(other);
};

afterEach(async () => {
  await second.stop();
  await first.stop();
});

const runs = async (studio: Studio, id: string): Promise<boolean> =>
  (await tablesRunBy(studio)).includes(id);

/**
 * Has the lease of the first studio run out before it renews it, again and again until the second
 * has seen it.
 */
const passOn = async ({ table }: Party): Promise<void> => {
  const { rows } = await testbed.pool.query<{ owner: string }>(
    'select owner from table_leases where table_id = $1',
    [table],
  );
  const passes = eventually('the table passes', async () => {
    await testbed.pool.query(
      `update table_leases set expires_at = now() - interval '1 s' where table_id = $1 and owner = $2`,
      [table, rows[0]!.owner],
    );
    return runs(second, table);
  });
  await testbed.passing(passes);
};

/** Why each connection ended. */
const endings = ({ guest, dealer }: Party): Promise<readonly string[]> =>
  Promise.all(
    [guest, dealer].map(
      (client) => new Promise<string>((resolve) => client.socket.once('disconnect', resolve)),
    ),
  );

/**
 * After this a client of socket.io connects again of itself; after `io server disconnect` it would
 * not.
 */
const CUT_OFF = ['transport close', 'transport close'];

const playRound = async ({ dealer, guest }: Party): Promise<void> => {
  const { game, seq } = await dealer.openBetting();
  await guest.bet(game, ['punto', 10]);
  await dealer.betsClosed(seq);
  await dealer.deal('9h Kd Ts Qs');
  expect((await guest.result(game)).paid).toBe('2000');
};

/** At the second studio, from where the first left them: no snapshot is needed. */
const follow = async ({ table, dealer, guest }: Party): Promise<Party> => {
  await testbed.isRunBy(second, table);
  const back = await testbed.again(second, guest);
  expect((await back.join(guest.lastSeq.get(table))).snapshot).toBeNull();
  const other = await testbed.staff(second, 'Dora', { table });
  await other.watch(dealer.lastSeq.get(table));
  other.scanSeq = dealer.scanSeq;
  return { table, dealer: other, guest: back };
};

it('they are cut off though nobody asks anything', async () => {
  await setUp({ TABLE_LEASE_MS: '15000' }); // it renews it every five seconds
  const ends = endings(party);
  const { game, seq } = await party.dealer.openBetting();
  await party.guest.bet(game, ['punto', 10]);
  await party.dealer.betsClosed(seq);
  await passOn(party);
  expect(await testbed.passing(ends)).toEqual(CUT_OFF);
  await playRound(beside);
  const { dealer, guest } = await follow(party);
  await dealer.deal('9h Kd Ts Qs');
  expect((await guest.result(game)).paid).toBe('2000');
});

it.each(['a bet', 'a card', 'the clock'] as const)(
  'they are cut off when %s shows that it has passed, and what was asked changes nothing',
  async (what) => {
    // of itself it would notice in twenty seconds
    await setUp({ TABLE_LEASE_MS: '60000' }, what === 'a card' ? BETTING : LEISURELY);
    const ends = endings(party);
    const { game, seq } = await party.dealer.openBetting();
    await party.guest.bet(game, ['punto', 10]);
    if (what === 'a card') await party.dealer.betsClosed(seq);
    await passOn(party);
    if (what === 'a bet') {
      const lost = await party.guest.wager(game, ['egalite', 1]).catch(() => undefined);
      expect(lost).not.toMatchObject({ ok: true });
    }
    if (what === 'a card') {
      const lost = await party.dealer.scan('9h', party.dealer.scanSeq + 1).catch(() => undefined);
      expect(lost).not.toMatchObject({ ok: true });
    }
    if (what === 'the clock') await testbed.advance(LEISURELY.betMs);
    expect(await ends).toEqual(CUT_OFF);
    await playRound(beside);
    const { dealer, guest } = await follow(party);
    expect(guest.seat).toMatchObject({ stakes: { punto: '1000' }, balance: '9000' });
    const closed = async () => (await dealer.watch())?.phase === 'bets_closed';
    await testbed.passing(eventually('the bets are closed', closed));
    await dealer.deal('9h Kd Ts Qs');
    expect((await guest.result(game)).paid).toBe('2000');
  },
);
