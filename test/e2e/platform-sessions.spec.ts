/** The session of an operator's platform, as its wallet hears it with the money. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Player } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { takesRealMoney } from '../kit/operator-players.js';
import { type Studio, eventually } from '../kit/studio.js';
import { JWT_KEY, SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
let studio: Studio;
let acme: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  const callbackUrl = 'http://127.0.0.1:1/wallet';
  acme = await Operator.open(testbed, 'acme', { mode: 'session', callbackUrl });
  wallet = await WalletServer.start({
    studio: studioKey(new TextEncoder().encode(JWT_KEY)).publicKey,
    key: acme,
    nowMs: () => testbed.clock.nowMs(),
    lateMs: 2_500,
  });
  await asOwner(testbed, (operators) => operators.alter('acme', { callbackUrl: wallet.url }));
});

afterAll(() => wallet.stop());

beforeEach(() => {
  wallet.faultOf = () => undefined;
  wallet.beforeAnswer = () => Promise.resolve();
  wallet.served.length = 0;
});

/** A way in by this session, or by none. */
const launchOf = async (ref: string, session?: string): Promise<string> => {
  if (wallet.book.balance(ref) === undefined) wallet.book.open(ref, 10_000n);
  const order = { player: ref, currency: 'EUR', session };
  const { body } = await acme.post(studio, '/operator/launch', order);
  return new URL(String(body['url'])).hash.replace('#launch=', '');
};

const use = async (launch: string): Promise<string> => {
  const response = await fetch(`${studio.url}/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
};

const enters = async (token: string): Promise<Player> => {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    sub: string;
  };
  return testbed.connect(new Player(studio.url, token, sub, 'pb-1'));
};

/** The session that the wallet was sent in each request of this verb. */
const sessionsOf = (asked: string) =>
  wallet.served.flatMap(({ verb, session }) => (verb === asked ? [session] : []));

/** Until the wallet has been asked for so many of this verb, time goes on. */
const askedTimes = (verb: string, times: number) =>
  eventually(`it is asked ${times} times`, async () => {
    if (sessionsOf(verb).length >= times) return true;
    await testbed.advance(250);
    return false;
  });

const brings = (player: Player, key: string = randomUUID()) =>
  player.call('session:buy-in', { key, amount: '1' });

it('is that of the first try in each repeat, whatever is launched meanwhile', async () => {
  const anna = await enters(await use(await launchOf('anna', 's-1')));
  wallet.faultOf = (verb) => (verb === 'debit' ? 'busy' : undefined);
  const key = randomUUID();
  brings(anna, key).catch(() => undefined); // The next launch ends this connection.
  await askedTimes('debit', 1);
  const again = await enters(await use(await launchOf('anna', 's-2')));
  await askedTimes('debit', 2);
  wallet.faultOf = () => undefined;
  await askedTimes('debit', 3);
  expect(await brings(again, key)).toMatchObject({ ok: true });
  expect(new Set(sessionsOf('debit'))).toEqual(new Set(['s-1']));

  expect(await brings(again)).toMatchObject({ ok: true });
  expect(sessionsOf('debit').at(-1)).toBe('s-2');
  const { rows } = await testbed.pool.query(
    'select from wallet_movements where session is not null',
  );
  expect(rows, 'what is over has none any more').toEqual([]);
});

it('goes from what is open when the person is erased, and is never changed', async () => {
  const erin = await enters(await use(await launchOf('erin', 's-1')));
  wallet.faultOf = (verb) => (verb === 'debit' ? 'busy' : undefined);
  const brought = brings(erin);
  await askedTimes('debit', 1);
  const changed = testbed.pool.query(
    `update wallet_movements set session = 'another' where status = 'due'`,
  );
  await expect(changed).rejects.toMatchObject({
    code: expect.stringMatching(/SB062|42501/) as unknown,
  });
  await asOwner(testbed, (_, pool) =>
    expect(
      pool.query(`update wallet_movements set session = 'another' where status = 'due'`),
    ).rejects.toMatchObject({ code: 'SB062' }),
  );
  const erased = await asOwner(testbed, (operators) => operators.erase('acme', 'erin'));
  expect(typeof erased).not.toBe('string');
  const { rows } = await testbed.pool.query(
    'select from wallet_movements where session is not null',
  );
  expect(rows).toEqual([]);
  wallet.faultOf = () => undefined;
  await askedTimes('debit', sessionsOf('debit').length + 1);
  expect(await brought).toMatchObject({ ok: true });
  expect(sessionsOf('debit').at(-1)).toBeUndefined();
});

const LATER = [
  ['another session', 's-2'],
  ['none', undefined],
] as const;
it.each(LATER)(
  'is that of the later launch, where the earlier opens later: %s',
  async (_, later) => {
    const ref = `two-${later}`;
    const [first, second] = [await launchOf(ref, 's-1'), await launchOf(ref, later)];
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    wallet.beforeAnswer = (verb) => (verb === 'open' ? held : Promise.resolve());
    const slower = use(first);
    await eventually('it is asked', () => sessionsOf('open').length === 1);
    wallet.beforeAnswer = () => Promise.resolve();
    const token = await use(second);
    goOn();
    await slower;
    expect(await brings(await enters(token))).toMatchObject({ ok: true });
    expect(sessionsOf('debit')).toEqual([later]);
  },
);
