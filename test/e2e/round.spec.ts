/**
 * A whole round over the sockets: everyone is paid to the cent and notified, and nobody sees a card
 * too soon.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseCoup } from '../../src/punto-banco/notation.js';
import { CURRENT_PAYTABLE } from '../../src/punto-banco/paytable.js';
import { settle } from '../../src/punto-banco/settle.js';
import { type Mode, SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import { amount } from '../../src/money/amount.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { type Player, type Staff, cents } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { without } from '../kit/without.js';

/**
 * Every chip is a cent, so that odd stakes must be rounded; both sides may be covered, so that
 * every spot can be bet. Time enough for all of it on a busy machine.
 */
const CENTS = {
  ...QUICK,
  betMs: 4_000,
  chips: ['1'],
  oppositeBets: 'allow' as const,
  limits: Object.fromEntries(
    SPOTS.map((spot) => [spot, { min: '1', max: '100000' }]),
  ) as typeof DEFAULT_SETTINGS.limits,
};

type Stakes = Partial<Record<Spot, number>>;

const EVERYTHING = Object.fromEntries(SPOTS.map((spot, index) => [spot, 9.33 - index])) as Stakes;
const NO_SUPER_6 = without(EVERYTHING, 'super_6');

interface Guest {
  readonly name: string;
  readonly mode: Mode;
  readonly stakes: Stakes;
}

const GUESTS: readonly Guest[] = [
  { name: 'Anna', mode: 'zero_commission', stakes: EVERYTHING },
  { name: 'Bert', mode: 'normal', stakes: NO_SUPER_6 },
  { name: 'Carl', mode: 'zero_commission', stakes: { banco: 0.33, super_6: 0.01 } },
  { name: 'Dora', mode: 'normal', stakes: { banco: 0.33 } },
  { name: 'Emil', mode: 'zero_commission', stakes: { egalite: 1, punto_pair: 0.07 } },
  { name: 'Fred', mode: 'normal', stakes: {} },
];

const testbed = useTestbed({ tables: { 'pb-1': CENTS } });
let studio: Studio;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

describe('a whole round', () => {
  it.each([
    ['Banco wins with six, and both sides hold pairs', '2h 3d 2h 3s Kc', 'P 2h 2h Kc . B 3d 3s'],
    ['a natural tie', '4h 9d 5h Ts', 'P 4h 5h . B 9d Ts'],
    ['Punto wins with a natural', '9h Kd Ts Qs', 'P 9h Ts . B Kd Qs'],
    ['Punto wins by nine, with a third card', 'Kd Qs Ks Jh 9c Tc', 'P Kd Ks 9c . B Qs Jh Tc'],
    ['Punto wins with six cards', '2d 2c 2s 2d 4h Kd', 'P 2d 2s 4h . B 2c 2d Kd'],
    ['a tie without a natural', '3c 6d 3s Ks', 'P 3c 3s . B 6d Ks'],
  ])('pays everyone to the cent: %s', async (_name, cards, notation) => {
    const coup = parseCoup(notation)!;
    const players = await Promise.all(
      GUESTS.map(({ name }) => testbed.player(studio, name, { euros: 1_000 })),
    );
    const before = await Promise.all(players.map((player) => player.balance()));

    const { game, seq } = await dealer.openBetting();
    await Promise.all(GUESTS.map((guest, index) => place(players[index]!, game, guest)));
    await dealer.betsClosed(seq);
    await dealer.deal(cards);

    let stakesOfAll = 0n;
    let paidToAll = 0n;
    for (const [index, { name, mode, stakes }] of GUESTS.entries()) {
      const player = players[index]!;
      const staked = new Map(
        Object.entries(stakes).map(([spot, euros]) => [spot as Spot, amount(BigInt(cents(euros)))]),
      );
      const stake = [...staked.values()].reduce((total, each) => total + each, 0n);
      const { bets, total } = settle(coup, staked, mode, CURRENT_PAYTABLE);
      stakesOfAll += stake;
      paidToAll += total;
      const balance = before[index]! - stake + total;
      if (stake > 0n) {
        const { bets: received, ...result } = await player.result(game);
        expect(result, name).toEqual({
          table: 'pb-1',
          game,
          outcome: 'settled',
          stakes: `${stake}`,
          paid: `${total}`,
          balance: `${balance}`,
        });
        expect(new Map(received.map(({ spot, ...bet }) => [spot, bet])), name).toEqual(
          new Map(
            [...bets].map(([spot, bet]) => [spot, { stake: `${bet.stake}`, paid: `${bet.paid}` }]),
          ),
        );
      }
      await player.next('round_settled', { after: seq });
      expect(await player.balance(), name).toBe(balance);
    }

    const received = await dealer.next('round_settled', { after: seq });
    expect(received).toMatchObject({ stakes: `${stakesOfAll}`, paid: `${paidToAll}` });
    for (const player of players) {
      const message = await player.next('round_settled', { after: seq });
      expect(Object.keys(message)).not.toContain('stakes');
      expect(Object.keys(message)).not.toContain('paid');
      expect(
        player.results.every((result) => result.game === game),
        'none of another',
      ).toBe(true);
      player.close();
    }
  });

  it('pays what a croupier works out by hand', async () => {
    const [zero, normal] = await Promise.all([
      testbed.player(studio, 'Zita', { euros: 100 }),
      testbed.player(studio, 'Nora', { euros: 100 }),
    ]);
    const { game, seq } = await dealer.openBetting();
    await zero.bet(game, ['banco', 0.33]);
    await zero.bet(game, ['super_6', 0.05]);
    await zero.bet(game, ['perfect_pair', 0.01]);
    await normal.bet(game, 'normal');
    await normal.bet(game, ['banco', 0.33]);
    await normal.bet(game, ['either_pair', 0.02]);
    await dealer.betsClosed(seq);
    // Punto 0, a perfect pair. Banco stands on 6 and wins with it.
    await dealer.deal('5h Kd 5h 6s Kc');
    // 33 pays 16 (half, rounded down), 5 pays 15 to 1, 1 pays 25 to 1
    expect((await zero.result(game)).paid).toBe(String(33 + 16 + (5 + 75) + (1 + 25)));
    // 33 pays 31 (95 %, rounded down), 2 pays 5 to 1
    expect((await normal.result(game)).paid).toBe(String(33 + 31 + (2 + 10)));
    expect(await zero.balance()).toBe(10_000n - 39n + 155n);
    expect(await normal.balance()).toBe(10_000n - 35n + 76n);
  });

  it('sends the bead and the result with the coup', async () => {
    const { game, seq } = await dealer.openBetting();
    await dealer.betsClosed(seq);
    await dealer.deal('9c Kc 9c 6c');
    const decided = await dealer.next('coup_decided', { after: seq });
    expect(decided).toMatchObject({
      game,
      coup: 'P 9c 9c . B Kc 6c',
      bead: 'P8np',
      result: {
        outcome: 'punto',
        puntoTotal: 8,
        bancoTotal: 6,
        natural: true,
        puntoPair: 'perfect',
        bancoPair: null,
      },
    });
  });

  it('pays the bets of those who have left, too', async () => {
    const gone = await testbed.player(studio, 'Gone', { euros: 100 });
    const lost = await testbed.player(studio, 'Lost', { euros: 100 });
    const { game, seq } = await dealer.openBetting();
    await gone.bet(game, ['punto', 10]);
    expect(await gone.call('table:leave', { table: 'pb-1' })).toEqual({ ok: true });
    await lost.bet(game, ['punto', 20]);
    lost.close();
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled', { after: seq });
    expect(await gone.balance()).toBe(11_000n);
    const back = await testbed.again(studio, lost);
    expect(await back.balance()).toBe(12_000n);
    expect(
      gone.messages.some(({ kind }) => kind === 'betting_closed'),
      'sent after leaving',
    ).toBe(false);
  });
});

const place = async (player: Player, game: string, { mode, stakes }: Guest): Promise<void> => {
  const chosen: Mode[] = player.seat?.mode === mode ? [] : [mode];
  const placed = Object.entries(stakes) as [Spot, number][];
  // In this order, and none waits for the answer to the one before.
  await Promise.all([...chosen, ...placed].map((wager) => player.bet(game, wager)));
};

describe('a player who was away when a round ended', () => {
  const ROUND = '9h Kd Ts Qs';

  it('gets the result with the next join, until another round ends, also in a studio that came after', async () => {
    const table = await testbed.addTable(studio, CENTS);
    const desk = await testbed.staff(studio, 'Dino', { table });
    await desk.makeReady();
    const [anna, bea] = [
      await testbed.player(studio, 'Anna', { euros: 100, table }),
      await testbed.player(studio, 'Bea', { euros: 100, table }),
    ];
    const { game, seq } = await desk.openBetting();
    await anna.bet(game, ['punto', 10]);
    await bea.bet(game, ['banco', 10]);
    anna.close();
    await desk.betsClosed(seq);
    await desk.deal(ROUND);
    const lost = await bea.result(game);
    expect(lost).toMatchObject({ game, outcome: 'settled', paid: '0' });

    const back = await testbed.again(studio, anna);
    const mine = {
      table,
      game,
      outcome: 'settled',
      stakes: '1000',
      paid: '2000',
      bets: [{ spot: 'punto', stake: '1000', paid: '2000' }],
      balance: '11000',
    };
    expect((await back.join(seq)).result).toEqual(mine);
    expect(await back.result(game)).toEqual(mine);
    back.close();
    bea.close();
    desk.close();
    await studio.stop();
    studio = await testbed.restart({}, table);

    const after = await testbed.again(studio, anna);
    expect((await after.join()).result).toEqual(mine);
    const others = await testbed.visitor(studio, 'Carl', { table });
    expect((await others.join()).result).toBeNull();
    const deskAfter = await testbed.staff(studio, 'Dino', { table });
    const next = await deskAfter.openBetting();
    expect((await after.join()).result).toEqual(mine);
    await deskAfter.betsClosed(next.seq);
    await deskAfter.deal(ROUND);
    await after.next('round_settled', { after: next.seq });
    expect((await after.join()).result).toBeNull();
  });
});
