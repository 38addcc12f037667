/** Solo games by socket: hands are played to their end, once, whatever happens on the way. */
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Player } from '../kit/clients.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { sign, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed();
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.restart();
});

/** Connected to both, with so many euros in the session. */
const soloPlayer = async (name: string, euros = 1_000): Promise<SoloPlayer> => {
  const player = await testbed.visitor(studio, name, { euros: 10_000 });
  await player.buyIn(euros);
  return new SoloPlayer(player).connect();
};

const balanceOf = async ({ player }: SoloPlayer): Promise<bigint> => {
  const reply = await player.call('session:read', {});
  if (!reply.ok) throw new Error(reply.refusal);
  return BigInt(reply.balance);
};

const rowOf = async (hand: string) => {
  const { rows } = await testbed.pool.query<Record<string, unknown>>(
    `select status, step, taken, paid, encode(sha256(opening), 'hex') as shown, encode(commitment, 'hex') as commitment
       from solo_hands where hand_number = $1`,
    [hand],
  );
  return rows[0];
};

describe('Punto e Banco', () => {
  it('is one command: stakes, coup, payment, and the commitment to the next hand', async () => {
    const solo = await soloPlayer('Ada');
    const opened = await solo.call('hand:open', { game: 'punto_e_banco' });
    expect(opened).toMatchObject({
      ok: true,
      balance: '100000',
      rules: { version: 'punto-e-banco-1', currency: 'EUR', limits: { punto: { min: '100' } } },
      hand: { seed: null, cut: null, opening: null, from: 0, events: [], view: { step: 0 } },
    });
    if (!opened.ok) return;
    const { hand, commitment } = opened.hand;
    const stakes = { punto: '1000', egalite: '200' };
    const played = await solo.must('punto-e-banco:deal', { hand, step: 0, stakes, seed: SEED });
    const { view, opening } = played.hand;
    expect(view).toMatchObject({ phase: 'over', taken: '1200' });
    expect(createHash('sha256').update(opening!, 'hex').digest('hex')).toBe(commitment);
    expect(BigInt(played.balance)).toBe(100_000n - 1_200n + BigInt(view.paid));
    expect(await balanceOf(solo)).toBe(BigInt(played.balance));
    expect(await rowOf(hand)).toMatchObject({ status: 'over', shown: commitment, taken: '1200' });
    expect((await solo.open('punto_e_banco')).hand).toBe(played.next?.hand);
  });
});

describe('Sette e Mezzo', () => {
  it('takes the stake with the first card, and each choice in its turn', async () => {
    const solo = await soloPlayer('Bice');
    const dealt = await solo.dealSetteEMezzo();
    expect(dealt.hand).toMatchObject({ opening: null, seed: SEED, view: { phase: 'player' } });
    expect(await rowOf(dealt.hand.hand)).toMatchObject({ status: 'in_play', shown: null });
    const over = await solo.playOut(dealt.hand);
    expect(over.hand.hand).toBe(dealt.hand.hand);
    expect(over.hand.view).toMatchObject({ phase: 'over', taken: '1000' });
    expect(over.hand.events.length).toBe(over.hand.view.step);
    const { paid } = over.hand.view;
    expect(BigInt(over.balance)).toBe(BigInt(dealt.balance) + BigInt(paid));
  });
});

describe('Blackjack', () => {
  it('takes five stakes, and plays from the right', async () => {
    const solo = await soloPlayer('Carla');
    const { hand } = await solo.open('blackjack');
    const stakes = ['100', '200', '300', '400', '500'];
    const dealt = await solo.must('blackjack:deal', { hand, step: 0, stakes, cut: 311 });
    expect(dealt.hand).toMatchObject({ cut: 311, view: { taken: '1500' } });
    const over = dealt.next === null ? await solo.playOut(dealt.hand) : dealt;
    expect(over.hand.view).toMatchObject({ phase: 'over' });
    expect(over.hand.opening).toHaveLength(2 * (32 + 312));
  });

  it('takes an addition with the card that it buys', async () => {
    const solo = await soloPlayer('Dina');
    const dealt = await solo.dealBlackjack();
    const at = { hand: dealt.hand.hand, step: dealt.hand.view.step };
    const doubled = await solo.must('blackjack:double', at);
    expect(doubled.hand.view.taken).toBe('2000');
    expect(doubled.hand.from).toBe(at.step);
    expect(BigInt(doubled.balance)).toBe(
      BigInt(dealt.balance) - 1_000n + BigInt(doubled.hand.view.paid),
    );
  });
});

describe('a command', () => {
  it('that is repeated gets the first answer, in play and after the end', async () => {
    const solo = await soloPlayer('Elsa');
    const { hand } = await solo.open('sette_e_mezzo');
    const deal = { hand, id: randomUUID(), step: 0, stake: '1000', seed: SEED };
    const first = await solo.call('sette-e-mezzo:deal', deal);
    expect(await solo.call('sette-e-mezzo:deal', deal)).toEqual(first);
    if (!first.ok) throw new Error(first.refusal);
    if (first.next === null) await solo.playOut(first.hand);
    expect(await solo.call('sette-e-mezzo:deal', deal)).toEqual(first);
    const found = await solo.call('hand:find', { id: deal.id });
    const { ok, ...answer } = first;
    expect([ok, found]).toEqual([true, { ok: true, found: answer }]);
  });

  it('under an id that was used for something else is refused', async () => {
    const solo = await soloPlayer('Fulvia');
    const { hand } = await solo.open('punto_e_banco');
    const deal = { hand, id: randomUUID(), step: 0, stakes: { punto: '100' }, seed: SEED };
    expect(await solo.call('punto-e-banco:deal', deal)).toMatchObject({ ok: true });
    const refused = { ok: false, refusal: 'command_id_reused' };
    for (const other of [{ seed: 'another' }, { stakes: { punto: '200' } }]) {
      expect(await solo.call('punto-e-banco:deal', { ...deal, ...other })).toEqual(refused);
    }
    const next = await solo.open('punto_e_banco');
    const reused = { ...deal, hand: next.hand };
    expect(await solo.call('punto-e-banco:deal', reused)).toEqual(refused);
  });

  it('that comes too late is refused, and changes nothing', async () => {
    const solo = await soloPlayer('Gina');
    const dealt = await solo.dealSetteEMezzo();
    const { hand } = dealt.hand;
    const late = { hand, id: randomUUID(), step: dealt.hand.view.step - 1 };
    expect(await solo.call('sette-e-mezzo:stand', late)).toEqual({
      ok: false,
      refusal: 'wrong_step',
    });
    const again = { ...late, step: 0, stake: '100', seed: SEED };
    expect(await solo.call('sette-e-mezzo:deal', again)).toMatchObject({ refusal: 'wrong_step' });
    expect(await balanceOf(solo)).toBe(BigInt(dealt.balance));
    await solo.playOut(dealt.hand);
    const gone = { hand, id: randomUUID(), step: 3 };
    expect(await solo.call('sette-e-mezzo:draw', gone)).toMatchObject({ refusal: 'hand_is_over' });
    const unknown = { ...gone, hand: '999999999999' };
    expect(await solo.call('sette-e-mezzo:draw', unknown)).toMatchObject({
      refusal: 'unknown_hand',
    });
  });

  it('that the credit does not cover is refused, the stake and the addition', async () => {
    const solo = await soloPlayer('Hilda');
    const dealt = await solo.dealBlackjack('1000');
    const amount = `${BigInt(dealt.balance) - 999n}`;
    const withdrawn = await solo.player.call('session:withdraw', { key: randomUUID(), amount });
    expect(withdrawn).toMatchObject({ ok: true, balance: '999' });
    const at = { hand: dealt.hand.hand, id: randomUUID(), step: dealt.hand.view.step };
    const short = { ok: false, refusal: 'insufficient_funds' };
    expect(await solo.call('blackjack:double', at)).toEqual(short);
    const cashOut = await solo.player.call('session:cash-out', { key: randomUUID() });
    expect(cashOut).toEqual({ ok: false, refusal: 'hand_in_play' });
    const { game, hand: number } = dealt.hand;
    expect(await solo.player.call('session:read', {})).toMatchObject({
      handsInPlay: [{ game, hand: number, taken: '1000' }],
    });
    await solo.playOut(dealt.hand);
    expect(await solo.player.call('session:read', {})).not.toHaveProperty('handsInPlay');
    const { hand } = await solo.open('punto_e_banco');
    const deal = { hand, id: randomUUID(), step: 0, stakes: { banco: '90000' }, seed: SEED };
    expect(await solo.call('punto-e-banco:deal', deal)).toEqual(short);
  });
});

describe('the line', () => {
  it('lets a player in beside, and nobody alone', async () => {
    const { token } = await testbed.enlist('Ivo');
    const player = new Player(studio.url, token, '1', 'pb-1');
    const alone = player.socket.io.socket('/solo', { auth: { token } });
    const refused = new Promise((resolve) => {
      alone.once('connect_error', ({ message }) => resolve(message));
    });
    alone.connect();
    expect(await refused).toBe('not_allowed');
    alone.io.engine.close();
  });

  it('lets nobody in who shows the token of another', async () => {
    const player = await testbed.visitor(studio, 'Lea');
    const other = await sign({ id: '1', role: 'player' });
    const solo = player.socket.io.socket('/solo', { auth: { token: other } });
    const refused = new Promise((resolve) => {
      solo.once('connect_error', ({ message }) => resolve(message));
    });
    solo.connect();
    expect(await refused).toBe('not_allowed');
    await player.disconnected();
  });

  it('has one connection beside, however often a player comes in by it', async () => {
    const solo = await soloPlayer('Nina');
    const same = await new SoloPlayer(solo.player).connect();
    expect(same.socket.id).toBe(solo.socket.id);
    const { hand } = await same.open('sette_e_mezzo');
    expect(await solo.open('sette_e_mezzo')).toMatchObject({ hand });
  });

  it('is closed as a whole by a second login', async () => {
    const solo = await soloPlayer('Mara');
    const closed = new Promise((resolve) => solo.socket.once('disconnect', resolve));
    const second = await testbed.again(studio, solo.player);
    await solo.player.disconnected();
    await closed;
    const again = await new SoloPlayer(second).connect();
    expect((await again.open('blackjack')).view.step).toBe(0);
  });
});
