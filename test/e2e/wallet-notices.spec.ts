/** What an operator's wallet has players read, and what becomes of their answers. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import type { WalletNotice } from '../../src/protocol/wallet-notice.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Player } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { comesIn, takesRealMoney } from '../kit/operator-players.js';
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
  wallet.notices.clear();
  wallet.answers.length = 0;
});

const notice = (id: string, rest: Partial<WalletNotice> = {}): WalletNotice => ({
  ...{ id, kind: 'limit_near', text: 'You have 10.00 left.' },
  actions: [
    { id: 'go-on', label: 'Go on' },
    { id: 'stop', label: 'I stop' },
  ],
  ...rest,
});

const launched = (ref: string): Promise<Player> => {
  wallet.book.open(ref, 100_000n);
  return comesIn(acme, studio, ref);
};

const asked = async (player: Player, answer?: object, at = studio) => {
  const response = await fetch(`${at.url}/me/notices`, {
    ...(answer !== undefined && { method: 'POST', body: JSON.stringify(answer) }),
    headers: {
      authorization: `Bearer ${String(player.token)}`,
      'content-type': 'application/json',
    },
  });
  return { status: response.status, body: await response.json() };
};

const answersCome = (times: number) =>
  eventually('the wallet has the answer', async () => {
    if (wallet.answers.length >= times) return true;
    await testbed.advance(1_000);
    return false;
  });

it('comes with an answer, is shown in whatever process, and is answered once', async () => {
  const other = await testbed.start();
  const anna = await launched('anna');
  const first = notice('n-1');
  wallet.notices.set('anna', first);
  await anna.buyIn(1);
  await eventually('she is shown it', async () => {
    await testbed.advance(1_000);
    return anna.sessionNotices.some(({ name }) => name === 'session:notice');
  });
  expect((await anna.received('session:notice')) as unknown).toEqual(first);
  // However often it comes, and however it is worded then.
  wallet.notices.set('anna', { ...first, text: 'Another text' });
  await anna.buyIn(1);
  const open = { status: 200, body: { notices: [first] } };
  expect(await asked(anna)).toEqual(open);
  expect(await asked(anna, undefined, other)).toEqual(open);

  expect((await asked(anna, { id: 'n-1', action: 'another' })).status).toBe(404);
  expect((await asked(anna, { id: 'n-1', action: 'read' })).status).toBe(404);
  const bea = await launched('bea');
  expect((await asked(bea, { id: 'n-1', action: 'stop' })).status).toBe(404);
  const none = { status: 200, body: { notices: [] } };
  expect(await asked(anna, { id: 'n-1', action: 'stop' }, other)).toEqual(none);
  expect(await asked(anna, { id: 'n-1', action: 'go-on' }), 'the first counts').toEqual(none);
  await answersCome(1);
  expect(wallet.answers).toEqual([{ player: 'anna', notice: 'n-1', action: 'stop' }]);
  expect(anna.sessionNotices.filter(({ name }) => name === 'session:notice')).toHaveLength(1);
});

it('is answered until the wallet has heard it, once', async () => {
  const carla = await launched('carla');
  wallet.notices.set('carla', notice('n-1', { kind: 'message', actions: [] }));
  await carla.buyIn(1);
  wallet.faultOf = (verb) => (verb === 'notice' ? 'lost_after' : undefined);
  expect((await asked(carla, { id: 'n-1', action: 'read' })).status).toBe(200);
  await answersCome(1);
  const times = () => wallet.served.filter(({ verb }) => verb === 'notice').length;
  const before = times();
  wallet.faultOf = () => undefined;
  const taken = async () => {
    const { rows } = await testbed.pool.query(
      `select from wallet_notices where answered_at is not null and taken_at is null`,
    );
    return rows.length === 0;
  };
  await eventually('it is sent again, and heard', async () => {
    if (times() > before && (await taken())) return true;
    await testbed.advance(1_000);
    return false;
  });
  expect(wallet.answers).toEqual([{ player: 'carla', notice: 'n-1', action: 'read' }]);
});

const FORMS: readonly (readonly [string, object])[] = [
  ['another kind', { kind: 'advertisement' }],
  ['two lines', { text: 'one\ntwo' }],
  ['a text that is too long', { text: 'x'.repeat(501) }],
  ['too many actions', { actions: [1, 2, 3, 4].map((id) => ({ id: `${id}`, label: 'x' })) }],
  ['the same action twice', { actions: [1, 1].map((id) => ({ id: `${id}`, label: 'x' })) }],
];
it.each(FORMS)('of another form is left alone, and the money counts: %s', async (_, form) => {
  const ref = `dora-${FORMS.findIndex(([, each]) => each === form)}`;
  const dora = await launched(ref);
  wallet.notices.set(ref, { ...notice('n-1'), ...form });
  await dora.buyIn(1);
  expect(await asked(dora)).toEqual({ status: 200, body: { notices: [] } });
});

it('waits with nineteen others at most, and goes with the erasure of the person', async () => {
  const erin = await launched('erin');
  for (let each = 1; each <= 21; each += 1) {
    wallet.notices.set('erin', notice(`n-${each}`));
    await erin.buyIn(1);
  }
  const { notices } = (await asked(erin)).body as { notices: WalletNotice[] };
  expect(notices.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `n-${at + 1}`));
  await asOwner(testbed, (operators) => operators.erase('acme', 'erin'));
  const { rows } = await testbed.pool.query(
    'select from wallet_notices w join players p on p.id = w.player_id where p.ref = $1',
    ['erin'],
  );
  expect(rows).toEqual([]);
});

it('stays as it came, whoever writes it', async () => {
  const fay = await launched('fay');
  wallet.notices.set('fay', notice('n-1'));
  await fay.buyIn(1);
  const set = (change: string) =>
    asOwner(testbed, (_, pool) =>
      pool.query(`update wallet_notices set ${change} where player_id = $1`, [fay.id]),
    );
  await expect(set(`text = 'another'`)).rejects.toThrow('stays as it is');
  await expect(set(`action = 'another', answered_at = now()`)).rejects.toThrow('stays as it is');
  await set(`action = 'stop', answered_at = now()`);
  await expect(set(`action = 'go-on'`)).rejects.toThrow('stays as it is');
});
