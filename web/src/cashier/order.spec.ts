import { describe, expect, it } from 'vitest';
import { NoAnswer } from '../../../src/client/connection.js';
import type { PlayerClient } from '../../../src/client/player-client.js';
import { type CashierOrder, type OrderDrawer, forgetOrder, give, keptOrder } from './order.js';

const aDrawer = (): OrderDrawer => {
  let kept: string | null = null;
  return { read: () => kept, write: (text) => (kept = text) };
};

/** Answers with each of `answers` in turn. An error is thrown. */
const aClient = (...answers: readonly (object | Error)[]) => {
  const sent: [string, object][] = [];
  const left = [...answers];
  const send = async (name: string, request: object) => {
    sent.push([name, request]);
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { sent, send } as unknown as Pick<PlayerClient, 'send'> & { sent: [string, object][] };
};

const KEY = '6b1f9d1e-8f0a-4a52-9c8f-0f3d6d1c2b3a';
const deposit: CashierOrder = { kind: 'buy-in', amount: '1000', key: KEY };

describe('a money order', () => {
  it.each<[CashierOrder, [string, object]]>([
    [deposit, ['session:buy-in', { key: KEY, amount: '1000' }]],
    [{ ...deposit, kind: 'withdraw' }, ['session:withdraw', { key: KEY, amount: '1000' }]],
    [{ kind: 'cash-out', key: KEY }, ['session:cash-out', { key: KEY }]],
    [
      { kind: 'tip', amount: '500', key: KEY, table: 'pb-1' },
      ['tip:give', { table: 'pb-1', key: KEY, amount: '500' }],
    ],
  ])('%j is sent as it is', async (order, sent) => {
    const client = aClient({ ok: true, balance: '0', amount: '0' });
    await give(order, client, aDrawer());
    expect(client.sent).toEqual([sent]);
  });

  it('that stood is not kept', async () => {
    const drawer = aDrawer();
    const outcome = await give(deposit, aClient({ ok: true, balance: '5000' }), drawer);
    expect(outcome).toEqual({ outcome: 'stood', amount: 5000n });
    expect(keptOrder(drawer)).toBeUndefined();
  });

  it('that was refused is not kept, and says why', async () => {
    const drawer = aDrawer();
    const refused = { ok: false, refusal: 'insufficient_funds' };
    expect(await give(deposit, aClient(refused), drawer)).toEqual({
      outcome: 'refused',
      refusal: 'insufficient_funds',
    });
    expect(keptOrder(drawer)).toBeUndefined();
  });

  it.each([
    ['that nobody answered', new NoAnswer('lost')],
    ['on which the studio failed', { ok: false, refusal: 'internal_error' }],
  ])('%s is kept, and goes again under the same key', async (_, answer) => {
    const drawer = aDrawer();
    const client = aClient(answer, { ok: true, balance: '5000' });
    expect(await give(deposit, client, drawer)).toEqual({ outcome: 'unknown' });
    const again = keptOrder(drawer);
    expect(again).toEqual(deposit);
    expect((await give(again!, client, drawer)).outcome).toBe('stood');
    expect(client.sent[1]).toEqual(client.sent[0]);
  });

  it.each(['studio_is_busy', 'too_many_messages', 'unknown_table'])(
    'is kept where a try is %s, and nobody has looked whether it stood before',
    async (refusal) => {
      const drawer = aDrawer();
      const notLooked = { ok: false, refusal };
      const client = aClient(new NoAnswer('lost'), notLooked);
      await give(deposit, client, drawer);
      expect(await give(deposit, client, drawer)).toEqual({ outcome: 'unknown' });
      expect(keptOrder(drawer)).toEqual(deposit);
      forgetOrder(drawer);
      expect(await give(deposit, aClient(notLooked), drawer)).toMatchObject({ outcome: 'refused' });
    },
  );

  it('keeps every other one from being sent until its outcome is known', async () => {
    const drawer = aDrawer();
    const client = aClient(new NoAnswer('lost'), { ok: true, balance: '5000' });
    await give(deposit, client, drawer);
    const other = { ...deposit, key: '0a64b1f2-94b5-4b5e-9a53-3f8f1c7d2e11' };
    expect(await give(other, client, drawer)).toEqual({ outcome: 'unknown' });
    expect(client.sent).toHaveLength(1);
    expect(keptOrder(drawer)).toEqual(deposit);
  });

  it('is kept while its answer is on its way, because the page may be closed before', () => {
    const drawer = aDrawer();
    void give(deposit, aClient(new Promise(() => undefined)), drawer);
    expect(keptOrder(drawer)).toEqual(deposit);
  });

  it('can be given up', async () => {
    const drawer = aDrawer();
    await give(deposit, aClient(new NoAnswer('lost')), drawer);
    forgetOrder(drawer);
    expect(keptOrder(drawer)).toBeUndefined();
  });
});
