/** A studio is killed between a call of a webhook and the note of it: the lines come again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { WebhookReceiver } from '../../src/operator-simulator/webhook-receiver.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import { Operator, asOwner } from '../kit/operator.js';
import { type StudioProcess, eventually } from '../kit/studio.js';
import { JWT_KEY, SLOW, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW } });
const PATIENT = { withinMs: 150_000 };
const STUDIO = studioKey(new TextEncoder().encode(JWT_KEY)).publicKey;
let acme: Operator;
let server: WalletServer;
let receiver: WebhookReceiver;

beforeAll(async () => {
  acme = await Operator.open(testbed, 'acme');
  const nowMs = () => Date.now();
  const key = { kid: acme.kid, key: acme.key };
  server = await WalletServer.start({ studio: STUDIO, key, nowMs, lateMs: 0 });
  receiver = new WebhookReceiver({ studio: STUDIO, nowMs });
  server.desk = (...asked) => receiver.serve(...asked);
  const url = new URL('/webhook', server.url).href;
  await asOwner(testbed, (operators) => operators.webhook('acme', { url, feeds: ['movements'] }));
});

afterAll(() => server.stop());

const deposit = (studio: StudioProcess, movementId: string) =>
  eventually('the deposit is done', async () => {
    const order = { movementId, player: 'anna', currency: 'EUR', exponent: 2, amount: '100' };
    return (await acme.post(studio, '/operator/deposit', order)).status === 200;
  });

const ids = () => receiver.lines.map(({ id }) => id);

it('repeats what nobody wrote down, loses nothing, and goes on in another process', async () => {
  const first = await testbed.startProcess();
  await acme.post(first, '/operator/launch', { player: 'anna', currency: 'EUR' });
  await deposit(first, 'd-1');
  await eventually('it is pushed', () => ids().length === 1, PATIENT);

  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  receiver.beforeAnswer = () => {
    isAsked();
    return new Promise(() => undefined); // It is never answered.
  };
  await deposit(first, 'd-2');
  await asked;
  expect(ids(), 'the receiver has it').toEqual(['d-1', 'd-2']);
  await first.kill();
  receiver.beforeAnswer = () => Promise.resolve();

  const second = await testbed.startProcess();
  await deposit(second, 'd-3');
  await eventually('all are pushed', () => ids().length === 3, PATIENT);
  expect(ids()).toEqual(['d-1', 'd-2', 'd-3']);
  expect(receiver.repeats).toBe(1);
});
