/**
 * Wallets that speak other protocols, by an adapter each: sessions and rounds with one fault in
 * five requests, after which the books of both sides agree to the cent.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdapterServer, type Protocol, SHAPES } from '../../src/operator-adapter/adapter-server.js';
import { ForeignWallet } from '../../src/operator-simulator/foreign-wallet.js';
import type { OperatorOpening } from '../../src/protocol/operator.js';
import { isInOrder, makeReport, reconcile } from '../../src/reconcile/reconcile.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Player, type Staff } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { takesRealMoney } from '../kit/operator-players.js';
import { openPit } from '../kit/pit-client.js';
import { SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { JWT_KEY, QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 10_000, tipMax: '5000' } },
});
const PROTOCOLS = Object.keys(SHAPES) as readonly Protocol[];
const STUDIO = studioKey(new TextEncoder().encode(JWT_KEY)).publicKey;
const PATIENT = { withinMs: 150_000 };
const FIRST = 10_000n;
const RSA = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;
let studio: Studio;
let dealer: Staff;

/** An operator whose wallet speaks `protocol`. */
interface House {
  readonly operator: Operator;
  readonly wallet: ForeignWallet;
  readonly adapter: AdapterServer;
}

const open = async (
  protocol: Protocol,
  mode: OperatorOpening['mode'],
  name: string = mode ?? '',
  more: Partial<OperatorOpening> = {},
): Promise<House> => {
  const callbackUrl = 'http://127.0.0.1:1/wallet';
  const opening = { mode, callbackUrl, ...more };
  const operator = await Operator.open(testbed, `${protocol}-${name}`, opening);
  const secret = protocol === 'hub88' ? RSA : 'a secret of both';
  const wallet = await ForeignWallet.start({ protocol, secret, currency: 'EUR', exponent: 2 });
  const adapter = await AdapterServer.start({
    ...{ protocol, secret, url: wallet.url, studio: STUDIO },
    key: { kid: operator.kid, key: operator.key },
    nowMs: () => testbed.clock.nowMs(),
  });
  await asOwner(testbed, (_, pool) =>
    pool.query('update operators set callback_url = $2 where id = $1', [operator.id, adapter.url]),
  );
  return { operator, wallet, adapter };
};

/** A launch, as the operator's platform makes it. */
const launch = async ({ operator, wallet }: House, ref: string, session?: string) => {
  wallet.book.open(ref, FIRST);
  const known = session === undefined ? {} : { session };
  const order = { player: ref, currency: 'EUR', ...known };
  const { body } = await operator.post(studio, '/operator/launch', order);
  return {
    launch: new URL(String(body['url'])).hash.replace('#launch=', ''),
    id: String(body['playerId']),
  };
};

/** The page shows it. */
const used = async (by: string) => {
  const response = await fetch(`${studio.url}/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch: by }),
  });
  const body = (await response.json()) as { token?: string; error?: string };
  return { status: response.status, ...body };
};

const launched = async (house: House, ref: string, session?: string): Promise<Player> => {
  const { launch: by, id } = await launch(house, ref, session);
  const { token = '' } = await used(by);
  return testbed.connect(new Player(studio.url, token, id, 'pb-1'));
};

/** One request in five goes wrong, each time in another way. */
const failing = ({ wallet }: House): void => {
  wallet.faultyEach = 5;
};

const nothingIsOpen = () =>
  testbed.passing(
    eventually(
      'nothing is open',
      async () => {
        const { rows } = await testbed.pool.query(
          `select from wallet_movements where status in ('due', 'void')`,
        );
        return rows.length === 0;
      },
      PATIENT,
    ),
    // A debit that the wallet knows nothing of may still come to it for a minute.
    { stepMs: 2_000 },
  );

/** What the journal says that each of the operator's players got, less what they gave. */
const journalOf = async ({ operator }: House): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await testbed.pool.query<{ ref: string; sum: string }>(
    `select p.ref, sum(case m.kind when 'debit' then -m.amount else m.amount end) as sum
       from wallet_movements m join players p on p.id = m.player_id
      where m.operator_id = $1 and m.status = 'done' group by p.ref`,
    [operator.id],
  );
  return new Map(rows.map(({ ref, sum }) => [ref, BigInt(sum)]));
};

const booksAgree = async (houses: readonly House[]): Promise<void> => {
  await nothingIsOpen();
  for (const house of houses) {
    const journal = await journalOf(house);
    const { players } = house.wallet.book;
    expect([...journal.keys()].toSorted()).toEqual(players.map(([ref]) => ref).toSorted());
    for (const [ref, balance] of players) {
      const difference = balance - FIRST - journal.get(ref)!;
      expect(difference, `the difference of ${ref} at ${house.operator.id}`).toBe(0n);
    }
    expect([house.wallet.notServed, house.wallet.book.alarms]).toEqual([0, 0]);
  }
  const client = await testbed.pool.connect();
  try {
    const found = await reconcile(client);
    expect(isInOrder(found), makeReport(found)).toBe(true);
  } finally {
    client.release();
  }
};

const UNANSWERED = new Map<number, 'lost_before' | 'lost_after'>([
  [1, 'lost_before'],
  [3, 'lost_after'],
]);
const houses: House[] = [];

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

afterAll(async () => {
  for (const { adapter, wallet } of houses) {
    await adapter.stop();
    await wallet.stop();
  }
});

describe('sessions by an adapter', () => {
  it.each(PROTOCOLS)(
    'of %s: credit comes and goes, and the books agree to the cent',
    async (protocol) => {
      const house = await open(protocol, 'session');
      houses.push(house);
      // So soon after its start the adapter takes each debit for a repeat.
      await testbed.advance(20_000);
      const anna = await launched(house, 'anna');
      const call = (amount: string) =>
        testbed.passing(anna.call('session:buy-in', { key: randomUUID(), amount }));
      expect(await call('10001')).toEqual({ ok: false, refusal: 'insufficient_funds' });
      expect(await call('1234')).toMatchObject({ ok: true });
      expect(house.wallet.book.balance('anna')).toBe(8_766n);
      failing(house);
      for (let at = 0; at < 6; at += 1) await call('101');
      await testbed.passing(anna.call('session:cash-out', { key: randomUUID() }));
      await booksAgree([house]);
      expect(house.wallet.book.balance('anna')).toBe(FIRST);
      expect(house.wallet.replays, 'repeats were answered as before').toBeGreaterThan(0);
    },
  );
});

describe('a session of the operator’s platform', () => {
  it.each(PROTOCOLS)('goes with the launch to a wallet of %s, and on', async (protocol) => {
    const house = houses.find(({ operator }) => operator.id === `${protocol}-session`)!;
    const { wallet } = house;
    wallet.faultyEach = Infinity;
    wallet.book.sessions.set('sam', 's-sam');
    const sam = await launched(house, 'sam', 's-sam');
    const key = randomUUID();
    const bought = await testbed.passing(sam.call('session:buy-in', { key, amount: '1000' }));
    expect(bought).toMatchObject({ ok: true });
    await testbed.passing(sam.call('session:cash-out', { key: randomUUID() }));
    await nothingIsOpen();
    expect(wallet.book.balance('sam')).toBe(FIRST);

    const wrong = await launch(house, 'sam', 'another');
    const refusal = { status: 403, error: 'session_refused' };
    expect(await used(wrong.launch)).toMatchObject(refusal);

    const late = await launch(house, 'sam', 's-sam');
    wallet.always = 'lost_before';
    expect(await used(late.launch)).toMatchObject({ status: 503, error: 'wallet_unavailable' });
    wallet.always = undefined;
    expect((await used(late.launch)).status, 'it is not used up').toBe(200);
    expect((await used(late.launch)).error).toBe('launch_used');
    await booksAgree([house]);
  });
});

describe('a hand by an adapter', () => {
  it.each(['hub88', 'softswiss'] as const)('of %s is closed once it is void', async (protocol) => {
    const [mona, mila] = [
      await openPit(testbed, studio, `Mona of ${protocol}`),
      await openPit(testbed, studio, `Mila of ${protocol}`, 'administrator'),
    ];
    const house = await open(protocol, 'seamless');
    houses.push(house);
    await testbed.advance(20_000);
    const player = await launched(house, 'gina');
    await player.buyIn(50);
    const gina = await new SoloPlayer(player).connect();
    const { hand } = (await gina.dealBlackjack()).hand;
    const isClosed = () => house.wallet.rounds.get(hand);
    expect(isClosed()).toBe(false);
    const order = { kind: 'void_hand', hand, reason: 'equipment_fault', note: '' } as const;
    const { approval } = await mona.must('approval:request', order);
    await mila.must('approval:decide', { approval: approval.id, verdict: 'approved' });
    await nothingIsOpen();
    expect(isClosed()).toBe(true);
    await booksAgree([house]);
  });
});

describe('a tip by an adapter', () => {
  it.each(['hub88', 'softswiss'] as const)(
    'of %s is taken from the wallet once, and the dealer hears of it',
    async (protocol) => {
      const house = await open(protocol, 'seamless', 'tips', { policy: { takesTips: true } });
      houses.push(house);
      const { book, rounds } = house.wallet;
      await testbed.advance(20_000);
      const ref = `tina-${protocol}`;
      const tina = await launched(house, ref);
      await tina.buyIn(50);
      await tina.join();
      const heard = () =>
        dealer.heard.filter(({ event, body }) => event === 'tip:given' && body['name'] === ref);
      const key = randomUUID();
      for (let tries = 0; tries < 2; tries += 1) {
        expect(await testbed.passing(tina.tip(15, key))).toEqual({ ok: true, balance: '3500' });
      }
      expect(book.balance(ref)).toBe(8_500n);
      // A game of its own, which is over.
      expect([...rounds]).toEqual([[`tip.${tina.id}.${key}`, true]]);
      await dealer.hears('tip:given', ({ name }) => name === ref);
      expect(heard().map(({ body }) => body)).toMatchObject([
        { table: 'pb-1', dealer: 'Dora', amount: '1500' },
      ]);

      // It is booked, and nobody hears of that before the next try.
      house.wallet.always = 'lost_after';
      const asked = tina.tip(10);
      await eventually('it is booked', () => Promise.resolve(book.balance(ref) === 7_500n));
      house.wallet.always = undefined;
      expect(await testbed.passing(asked)).toEqual({ ok: true, balance: '2500' });
      await dealer.hears('tip:given', ({ name, amount }) => name === ref && amount === '1000');

      book.barred.set(ref, 'blocked');
      const refused = await testbed.passing(tina.tip(5));
      expect(refused).toEqual({ ok: false, refusal: 'wallet_refused' });
      book.barred.delete(ref);

      const out = await testbed.passing(tina.call('session:cash-out', { key: randomUUID() }));
      expect(out).toEqual({ ok: true, amount: '2500' });
      await booksAgree([house]);
      expect(book.balance(ref)).toBe(7_500n);
      const { rows } = await testbed.pool.query<{ amount: string }>(
        'select amount::text from tips where player_id = $1 order by id',
        [tina.id],
      );
      expect(rows.map(({ amount }) => amount)).toEqual(['1500', '1000']);
      expect(heard()).toHaveLength(2);
    },
  );
});

describe('rounds by an adapter', () => {
  it('of every protocol: stakes, wins and rollbacks, and the books agree to the cent', async () => {
    const seamless = await Promise.all(PROTOCOLS.map((each) => open(each, 'seamless', 'rounds')));
    houses.push(...seamless);
    const players: Player[] = [];
    for (const house of seamless) {
      for (const ref of ['anna', 'bea']) {
        const player = await launched(house, ref);
        await player.buyIn(60);
        await player.join();
        players.push(player);
      }
    }
    seamless.forEach(failing);
    for (let rounds = 0; rounds < 6; rounds += 1) {
      // In two rounds no debit has an answer: it never came, or is booked and rolled back.
      for (const { wallet } of seamless) wallet.always = UNANSWERED.get(rounds);
      const { game, seq } = await dealer.openBetting();
      for (const [index, player] of players.entries()) {
        await player.bet(game, [index % 2 === 0 ? 'punto' : 'banco', 5]);
      }
      await dealer.betsClosed(seq);
      await testbed.passing(dealer.next('stakes_taken', { after: seq }));
      for (const { wallet } of seamless) wallet.always = undefined;
      const suit = 'hdcs'[rounds % 4]!;
      await dealer.deal(`9${suit} K${suit} T${suit} Q${suit}`);
      await dealer.next('round_settled', { after: seq });
      // Whoever was dead answers again, so that the next round asks for its stakes.
      await nothingIsOpen();
    }
    await booksAgree(seamless);
    for (const { operator, wallet } of seamless) {
      const { rows } = await testbed.pool.query(
        `select from wallet_movements where operator_id = $1 and status = 'cancelled'`,
        [operator.id],
      );
      expect(rows.length, `what was rolled back of ${operator.id}`).toBeGreaterThanOrEqual(4);
      expect(wallet.replays, 'repeats were answered as before').toBeGreaterThan(0);
    }
  });
});
