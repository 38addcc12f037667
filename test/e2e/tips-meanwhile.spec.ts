/**
 * What happens while an operator's wallet is asked for a tip: what it gives is the tip of the
 * dealer who was named then, what it does not give goes back, and the player hears which of the two
 * it is, once or as often as they ask.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { expectReconciled } from '../kit/books.js';
import type { Player, Staff } from '../kit/clients.js';
import { balances } from '../kit/credit.js';
import { type Operator, asOwner } from '../kit/operator.js';
import { comesIn, takesRealMoney } from '../kit/operator-players.js';
import {
  type HeldStep,
  holdAt,
  noFaults,
  openWallet,
  untilNothingIsOpen,
} from '../kit/operator-wallet.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, tipMax: '5000' } },
  env: { TABLE_LEASE_MS: '60000' },
});
/** Longer than it takes here until the wallet goes on. */
const WITHIN_MS = 10_000;
const table = 'pb-1';
let studio: Studio;
let dora: Staff;
let otto: Staff;
let manager: string;
let acme: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  ({ operator: acme, wallet } = await openWallet(testbed, {
    mode: 'seamless',
    policy: {
      takesTips: true,
      buyInWithinMs: WITHIN_MS,
      stakesWithinMs: 8_000,
      tryWithinMs: 4_000,
    },
  }));
  dora = await testbed.staff(studio, 'Dora');
  await dora.makeReady();
  otto = await testbed.staff(studio, 'Otto');
  manager = await testbed.employ({ id: 'Mona', role: 'shift_manager' });
});

afterAll(() => wallet.stop());

beforeEach(() => noFaults(wallet));

let players = 0;

/** At the table, with a credit of 60.00 on the 100.00 that the wallet has. */
const seated = async () => {
  players += 1;
  const ref = `guest-${players}`;
  wallet.book.open(ref, 10_000n);
  const player = await comesIn(acme, studio, ref);
  await player.join();
  await player.buyIn(60);
  return { ref, player };
};

const relieve = async (by: Staff): Promise<void> => {
  expect(await by.call('table:relieve', { table })).toMatchObject({ ok: true });
};

const turn = (to: 'on' | 'off') => asOwner(testbed, (operators) => operators.turn('acme', to));

const takesTips = (isSo: boolean) =>
  asOwner(testbed, (operators) => operators.alter('acme', { policy: { takesTips: isSo } }));

interface Meanwhile {
  readonly happens: (ref: string, player: Player) => Promise<unknown>;
  /** What the table and the operator are brought back by. */
  readonly after?: () => Promise<unknown>;
  /** Nothing of the credit is left in the session. */
  readonly endsSession?: true;
}

const EVENTS: Readonly<Record<string, Meanwhile>> = {
  'the dealer is relieved': { happens: () => relieve(otto), after: () => relieve(dora) },
  'the dealer closes the table': {
    happens: () => dora.must('table:close'),
    after: () => dora.makeReady(),
  },
  'the player ends the session': {
    happens: async (_, player) => {
      const out = await player.call('session:cash-out', { key: randomUUID() });
      expect(out).toEqual({ ok: true, amount: '6000' });
    },
    endsSession: true,
  },
  'the operator ends the session': {
    happens: async (ref, player) => {
      const order = { endId: randomUUID(), player: ref, currency: 'EUR' };
      const why = { because: 'limit', reason: 'affordability' };
      const ended = await acme.post(studio, '/operator/session/end', { ...order, ...why });
      expect(ended).toMatchObject({ status: 200, body: { amount: '6000' } });
      await player.disconnected();
    },
    endsSession: true,
  },
  'the pit bars the player': {
    happens: async (_, { id }) => {
      const barred = await fetch(`${studio.url}/pit/players/${id}/bars`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${manager}` },
        body: JSON.stringify({ untilMs: null, reason: 'was asked to leave' }),
      });
      expect(barred.status).toBe(200);
    },
  },
  'the operator bars the player': {
    happens: async (player) => {
      const order = { player, kind: 'self_exclusion', untilMs: null, reason: 'register' };
      expect((await acme.post(studio, '/operator/bars', order)).status).toBe(200);
    },
  },
  'the operator is switched off': { happens: () => turn('off'), after: () => turn('on') },
  'the operator takes no more tips': {
    happens: () => takesTips(false),
    after: () => takesTips(true),
  },
};

/** What the wallet does once it has happened. */
interface Verdict {
  /** Until then it is held. */
  readonly step: HeldStep;
  /** Where it does not give the tip. */
  readonly refusal?: 'wallet_refused' | 'wallet_unavailable';
}

const VERDICTS: Readonly<Record<string, Verdict>> = {
  'gives it then': { step: 'beforeBooking' },
  'has given it': { step: 'beforeAnswer' },
  'refuses it then': { step: 'beforeBooking', refusal: 'wallet_refused' },
  'is never heard of again': { step: 'beforeAnswer', refusal: 'wallet_unavailable' },
};

const tipsOf = async ({ id }: Player) => {
  const { rows } = await testbed.pool.query<{ dealer: string }>(
    'select dealer from tips where player_id = $1',
    [id],
  );
  return rows.map(({ dealer }) => dealer);
};

describe.each(Object.keys(EVENTS))('a tip that a wallet is asked for while %s', (event) => {
  const { happens, after, endsSession } = EVENTS[event]!;

  it.each(Object.keys(VERDICTS))(
    'is given or not, and the books of both agree, where it %s',
    async (verdict) => {
      const { step, refusal } = VERDICTS[verdict]!;
      const isSilent = refusal === 'wallet_unavailable';
      const { ref, player } = await seated();
      const key = randomUUID();
      if (isSilent) wallet.faultOf = (verb) => (verb === 'tip' ? 'lost_after' : undefined);
      const held = holdAt(wallet, step, 'tip');
      const asked = player.tip(10, key).catch(() => 'nobody hears it' as const);
      await held.has;
      if (after !== undefined) onTestFinished(async () => void (await after()));
      await happens(ref, player);
      if (refusal === 'wallet_refused') wallet.book.barred.set(ref, 'limit');
      held.goOn();
      if (isSilent) await testbed.advance(WITHIN_MS + 1_000);

      const isGiven = refusal === undefined;
      const credit = isGiven ? 5_000n : 6_000n;
      const left = endsSession === true ? 0n : credit;
      const answer = isGiven ? { ok: true, balance: `${left}` } : { ok: false, refusal };
      const first = await asked;
      if (player.socket.connected) expect(first).toEqual(answer);
      await untilNothingIsOpen(testbed);

      // It is asked again from elsewhere than the table.
      const back = player.socket.connected ? player : await comesIn(acme, studio, ref);
      expect(await back.tip(10, key)).toEqual(answer);
      expect(await tipsOf(player)).toEqual(isGiven ? ['Dora'] : []);
      const isIt = ({ name }: Record<string, unknown>) => name === ref;
      if (isGiven) expect(await dora.hears('tip:given', isIt)).toMatchObject([{ dealer: 'Dora' }]);
      expect(wallet.book.balance(ref)).toBe(isGiven ? 9_000n : 10_000n);
      const has = await balances(testbed.pool);
      expect(has.get(`player:${player.id}:session`)).toBe(left);
      expect(has.get(`player:${player.id}:advance`)).toBe(-left);
      await expectReconciled(testbed.pool);
    },
  );
});

describe('a change of dealer while a wallet is asked', () => {
  it('leaves the tip to who dealt, and the next one is for who deals', async () => {
    const { ref, player } = await seated();
    const held = holdAt(wallet, 'beforeAnswer', 'tip');
    const asked = player.tip(10);
    await held.has;
    await relieve(otto);
    held.goOn();
    expect((await asked).ok).toBe(true);
    expect((await player.tip(5)).ok).toBe(true);
    expect(await tipsOf(player)).toEqual(['Dora', 'Otto']);
    const read = await otto.call('tip:read', { table });
    const its = read.ok ? read.tips.filter(({ name }) => name === ref) : [];
    expect(its).toMatchObject([{ dealer: 'Otto', amount: '500' }]);
    await relieve(dora);
  });
});

describe('a tip beside the stake of a hand of the same player', () => {
  const sitting = async () => {
    const { ref, player } = await seated();
    const solo = await new SoloPlayer(player).connect();
    const { hand } = await solo.open('punto_e_banco');
    const id = randomUUID();
    const key = randomUUID();
    const deal = () =>
      solo.call('punto-e-banco:deal', { hand, id, step: 0, stakes: { banco: '1000' }, seed: SEED });
    return { ref, player, deal, give: () => player.tip(10, key) };
  };

  type Sitting = Awaited<ReturnType<typeof sitting>>;

  /** Each was taken once, and what the wallet has is what is not at the tables. */
  const bothStand = async ({ ref, player }: Sitting) => {
    await untilNothingIsOpen(testbed);
    const booked = wallet.book.movements.filter(({ movement }) => movement.player === ref);
    const kinds = booked.map(({ movement: { kind, total } }) => `${kind} ${total}`);
    expect(kinds.toSorted().join()).toMatch(/^credit \d+,debit 1000,tip 1000$/);
    expect(await tipsOf(player)).toEqual(['Dora']);
    expect(wallet.book.balance(ref)).toBe(4_000n + (await player.balance()));
    await expectReconciled(testbed.pool);
  };

  it('is not asked for while that is, and is given under the same key after it', async () => {
    const one = await sitting();
    const held = holdAt(wallet, 'beforeBooking', 'debit');
    const dealt = one.deal();
    await held.has;
    expect(await one.give()).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    held.goOn();
    expect(await dealt).toMatchObject({ ok: true });
    expect(await one.give()).toMatchObject({ ok: true });
    await bothStand(one);
  });

  it('has it wait, and it is played under the same id after it', async () => {
    const one = await sitting();
    const held = holdAt(wallet, 'beforeBooking', 'tip');
    const given = one.give();
    await held.has;
    expect(await one.deal()).toEqual({ ok: false, refusal: 'hand_is_busy' });
    held.goOn();
    expect(await given).toEqual({ ok: true, balance: '5000' });
    expect(await one.deal()).toMatchObject({ ok: true });
    await bothStand(one);
  });

  it('keeps it from being asked for no longer than it is decided itself', async () => {
    const one = await sitting();
    wallet.faultOf = (verb) => (verb === 'tip' || verb === 'cancel' ? 'lost_after' : undefined);
    const given = one.give();
    await eventually('it was booked', () =>
      Promise.resolve(wallet.book.balance(one.ref) === 9_000n),
    );
    await testbed.advance(WITHIN_MS + 1_000);
    expect(await given).toEqual({ ok: false, refusal: 'wallet_unavailable' });
    // The tip is not back yet, and the hand is played.
    const dealt = await one.deal();
    expect(dealt, JSON.stringify(dealt)).toMatchObject({ ok: true });
    noFaults(wallet);
    await untilNothingIsOpen(testbed);
    expect(wallet.book.balance(one.ref)).toBe(4_000n + (await one.player.balance()));
    await expectReconciled(testbed.pool);
  });

  it('at the same moment: both are answered, and both stand in the end', async () => {
    for (let time = 0; time < 5; time += 1) {
      const one = await sitting();
      let [given, dealt] = await Promise.all([one.give(), one.deal()]);
      expect(given.ok || dealt.ok, 'one of them at least').toBe(true);
      if (!given.ok) {
        expect(given).toEqual({ ok: false, refusal: 'wallet_unavailable' });
        given = await one.give();
      }
      if (!dealt.ok) {
        expect(dealt).toEqual({ ok: false, refusal: 'hand_is_busy' });
        dealt = await one.deal();
      }
      expect([given, dealt]).toMatchObject([{ ok: true }, { ok: true }]);
      await bothStand(one);
    }
  });

  it('and beside a round’s: both are asked for at once, and neither waits', async () => {
    const { ref, player } = await seated();
    const { game, seq } = await dora.openBetting();
    await player.bet(game, ['punto', 10]);
    const held = holdAt(wallet, 'beforeBooking', 'tip');
    const given = player.tip(10);
    await held.has;
    await dora.betsClosed(seq);
    await testbed.passing(dora.next('stakes_taken', { after: seq }));
    held.goOn();
    expect(await given).toEqual({ ok: true, balance: '4000' });
    await dora.deal('9h Kd Ts Qs');
    expect((await player.result(game)).paid).toBe('2000');
    await untilNothingIsOpen(testbed);
    expect(wallet.book.balance(ref)).toBe(10_000n);
    await expectReconciled(testbed.pool);
  });
});
