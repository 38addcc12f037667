/**
 * An operator that is off: nothing of its players' is staked or brought from then on, at whatever
 * process, and what they have in hand is played and paid.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import type { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { expectReconciled } from '../kit/books.js';
import type { Player, Staff } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { comesIn, launched, takesRealMoney } from '../kit/operator-players.js';
import { openWallet, untilNothingIsOpen } from '../kit/operator-wallet.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { Studio } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 20_000, tipMax: '5000' } },
  env: { TABLE_LEASE_MS: '60000' },
});
let studio: Studio;
let dealer: Staff;
let acme: Operator;
let bella: Operator;
let wallet: WalletServer;

beforeAll(async () => {
  await takesRealMoney(testbed);
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme');
  ({ operator: bella, wallet } = await openWallet(testbed, { id: 'bella', mode: 'seamless' }));
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

afterAll(() => wallet.stop());

const OFF = { ok: false, refusal: 'operator_is_off' };

const turn = (id: string, to: 'on' | 'off') =>
  asOwner(testbed, (operators) => operators.turn(id, to));

/** Off until the test is over. */
const turnOff = async ({ id }: Operator): Promise<void> => {
  onTestFinished(async () => void (await turn(id, 'on')));
  await turn(id, 'off');
};

/** A player with 100.00 in the wallet, of which 50.00 are at the table. */
const seatedOfBella = async (ref: string): Promise<Player> => {
  wallet.book.open(ref, 10_000n);
  const player = await comesIn(bella, studio, ref);
  await player.buyIn(50);
  await player.join();
  return player;
};

const buyIn = (player: Player, key = randomUUID()) =>
  player.call('session:buy-in', { key, amount: '1000' });

const cashOut = (player: Player) => player.call('session:cash-out', { key: randomUUID() });

/** Punto wins with nine. Each time of another suit: a shoe has eight of each card. */
let coups = 0;
const puntoWins = (): string => {
  const suit = 'hdcs'[(coups += 1) % 4]!;
  return `9${suit} K${suit} T${suit} Q${suit}`;
};

const OWN = {
  'our ledger': () => launched(acme, studio, 'anna'),
  'the operator’s wallet': () => seatedOfBella('bea'),
} as const satisfies Readonly<Record<string, () => Promise<Player>>>;

describe.each(['our ledger', 'the operator’s wallet'] as const)(
  'a player whose money is in %s',
  (where) => {
    it('stakes and brings nothing more once the operator is off, and is paid', async () => {
      const player = await OWN[where]();
      const { game, seq } = await dealer.openBetting();
      await player.bet(game, ['punto', 20]);
      await player.bet(game, ['egalite', 5]);
      await turnOff(where === 'our ledger' ? acme : bella);
      expect(await player.wager(game, ['punto', 10])).toEqual(OFF);
      expect(await buyIn(player)).toEqual(OFF);
      await player.bet(game, 'undo');
      await dealer.betsClosed(seq);
      if (where === 'the operator’s wallet') await dealer.next('stakes_taken', { after: seq });
      await dealer.deal(puntoWins());
      expect(await player.result(game)).toMatchObject({ paid: '4000' });

      const next = await dealer.openBetting();
      expect(await player.wager(next.game, ['punto', 10])).toEqual(OFF);
      expect(await player.wager(next.game, 'repeat')).toEqual(OFF);
      await dealer.betsClosed(next.seq);
      await dealer.deal(puntoWins());
      expect(await cashOut(player)).toMatchObject({ ok: true });
      await untilNothingIsOpen(testbed);
      await expectReconciled(testbed.pool);
    });

    it('plays a hand of a solo game to its end, and begins no other', async () => {
      const player = await OWN[where]();
      const solo = await new SoloPlayer(player).connect();
      await buyIn(player);
      const { hand } = await solo.dealBlackjack();
      await turnOff(where === 'our ledger' ? acme : bella);
      const at = { hand: hand.hand, step: hand.view.step, id: randomUUID() };
      expect(await solo.call('blackjack:double', at)).toEqual(OFF);
      expect((await solo.playOut(hand)).hand.view).toMatchObject({ phase: 'over', taken: '1000' });
      const fresh = await solo.open('punto_e_banco');
      const dealt = { hand: fresh.hand, step: 0, stakes: { banco: '1000' }, seed: SEED };
      expect(await solo.call('punto-e-banco:deal', { ...dealt, id: randomUUID() })).toEqual(OFF);
      expect(await cashOut(player)).toMatchObject({ ok: true });
      await untilNothingIsOpen(testbed);
      await expectReconciled(testbed.pool);
    });
  },
);

/** Of whom the stakes ask whether they may be. */
const marked = async ({ id }: Operator): Promise<readonly string[]> => {
  const { rows } = await testbed.pool.query<{ ref: string }>(
    `select p.ref from players p join accounts a on a.player_id = p.id
      where p.operator_id = $1 and a.is_guarded order by p.ref`,
    [id],
  );
  return rows.map(({ ref }) => ref);
};

describe('an operator that is on again', () => {
  it('has its players stake and bring as before, but for those who are barred', async () => {
    const carl = await Operator.open(testbed, 'carl');
    const [free, barred] = [
      await launched(carl, studio, 'free'),
      await launched(carl, studio, 'longbarred'),
    ];
    await turn('carl', 'off');
    // Who comes in by then, and is opened meanwhile: launches are refused.
    await inTransaction(testbed.pool, (tx) => openPlayer(tx, 'carl', 'new', 'New', amount(0n)));
    expect(await marked(carl)).toEqual(['free', 'longbarred', 'new']);
    const bar = (ref: string) =>
      testbed.pool.query(
        `insert into play_bars (operator_id, ref, kind, source, by, reason)
         values ('carl', $1, 'bar', 'staff', 'Mona', 'a test')`,
        [ref],
      );
    await bar('longbarred');
    await turn('carl', 'on');
    expect(await marked(carl)).toEqual(['longbarred']);
    const { game, seq } = await dealer.openBetting();
    await free.bet(game, ['punto', 10]);
    expect(await barred.wager(game, ['punto', 10])).toMatchObject({ refusal: 'barred_from_play' });
    await dealer.betsClosed(seq);
    await dealer.deal(puntoWins());
    await free.result(game);
    expect(await cashOut(free)).toMatchObject({ ok: true });
    expect(await buyIn(free)).toMatchObject({ ok: true });
  });
});
