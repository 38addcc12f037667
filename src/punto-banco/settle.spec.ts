import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amount, amount } from '../money/amount.js';
import { ImpossibleState } from '../money/assert.js';
import { type Verdict, paid } from '../money/verdict.js';
import { type CoupResult, outcomeOf } from './coup.js';
import { parseCoup } from './notation.js';
import { CURRENT_PAYTABLE } from './paytable.js';
import { settle, verdict, verdicts } from './settle.js';
import { MODES, type Mode, SPOTS, type Spot } from './spot.js';

const coup = (text: string) => parseCoup(text) ?? expect.fail(`${text} is a coup`);

/** `9:1`, `returned` or `lost`. */
const written = (given: Verdict): string =>
  given.kind === 'won' ? `${given.odds.win}:${given.odds.stake}` : given.kind;

const on = (result: CoupResult, spot: Spot, mode: Mode = 'zero_commission') =>
  written(verdict(result, spot, mode, CURRENT_PAYTABLE));

const scored = (puntoTotal: number, bancoTotal: number, natural: boolean): CoupResult => ({
  puntoTotal,
  bancoTotal,
  outcome: outcomeOf(puntoTotal, bancoTotal),
  naturals: {
    punto: natural && puntoTotal >= 8,
    banco: natural && bancoTotal >= 8,
  },
  pairs: { punto: undefined, banco: undefined },
});

const TOTALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('the verdict', () => {
  it.each([
    ['Punto wins', 'P 9h Kd . B 4c 2s', '1:1', 'lost', 'lost', 'lost'],
    ['Banco wins', 'P 4h 2d . B 9c Ks', 'lost', '1:1', '19:20', 'lost'],
    ['Banco wins with six', 'P 2h Kd Ks . B 4c 2s', 'lost', '1:2', '19:20', 'lost'],
    ['equal totals', 'P 4h 3d . B 5c 2s', 'returned', 'returned', 'returned', '8:1'],
    ['equal totals of six', 'P 4h 2d . B 4c 2s', 'returned', 'returned', 'returned', '8:1'],
  ])('on the main bets when %s', (_, text, punto, zeroCommission, normal, egalite) => {
    const dealt = coup(text);
    expect(on(dealt, 'punto')).toBe(punto);
    expect(on(dealt, 'banco', 'zero_commission')).toBe(zeroCommission);
    expect(on(dealt, 'banco', 'normal')).toBe(normal);
    expect(on(dealt, 'egalite')).toBe(egalite);
  });

  it.each([
    ['no pair', 'P 9h Kd . B 4c 2s', 'lost', 'lost', 'lost', 'lost'],
    ['a mixed Punto pair', 'P 4h 4s . B 5c 2s', '11:1', 'lost', '5:1', 'lost'],
    ['a colour Banco pair', 'P 9h Kd . B 4c 4s', 'lost', '11:1', '5:1', 'lost'],
    ['a perfect Punto pair', 'P 4h 4h . B 5c 2s', '11:1', 'lost', '5:1', '25:1'],
    ['a perfect Banco pair', 'P 9h Kd . B 4c 4c', 'lost', '11:1', '5:1', '25:1'],
    ['two pairs', 'P 4h 4s . B 3c 3s', '11:1', '11:1', '5:1', 'lost'],
    ['two perfect pairs', 'P 4h 4h . B 3c 3c', '11:1', '11:1', '5:1', '25:1'],
    ['ten-point cards of two ranks', 'P Kh Qh 9d . B 4c 3s', 'lost', 'lost', 'lost', 'lost'],
  ])('on the pair bets with %s', (_, text, punto, banco, either, perfect) => {
    const dealt = coup(text);
    expect(on(dealt, 'punto_pair')).toBe(punto);
    expect(on(dealt, 'banco_pair')).toBe(banco);
    expect(on(dealt, 'either_pair')).toBe(either);
    expect(on(dealt, 'perfect_pair')).toBe(perfect);
  });

  it('pays the Bonus by the winning margin, and not by the total', () => {
    const byMargin = ['lost', 'lost', 'lost', '1:1', '2:1', '4:1', '6:1', '10:1', '30:1'];
    for (const ours of TOTALS) {
      for (const theirs of TOTALS) {
        const expected = ours > theirs ? byMargin[ours - theirs - 1] : 'lost';
        expect(on(scored(ours, theirs, false), 'punto_bonus')).toBe(expected);
        expect(on(scored(theirs, ours, false), 'banco_bonus')).toBe(expected);
      }
    }
  });

  it('pays the Bonus even money on a natural that wins, whatever the margin', () => {
    for (const natural of [8, 9]) {
      for (const theirs of TOTALS.filter((total) => total < natural)) {
        expect(on(scored(natural, theirs, true), 'punto_bonus')).toBe('1:1');
        expect(on(scored(theirs, natural, true), 'punto_bonus')).toBe('lost');
        expect(on(scored(theirs, natural, true), 'banco_bonus')).toBe('1:1');
        expect(on(scored(natural, theirs, true), 'banco_bonus')).toBe('lost');
      }
    }
  });

  it('returns the Bonus on equal naturals and takes it on every other tie', () => {
    for (const total of TOTALS) {
      const expected = total >= 8 ? 'returned' : 'lost';
      for (const spot of ['punto_bonus', 'banco_bonus'] as const) {
        expect(on(scored(total, total, true), spot)).toBe(expected);
        expect(on(scored(total, total, false), spot)).toBe('lost');
      }
    }
  });

  it.each([
    ['30:1', 'P 2h 3d 4s . B Kc Qs Td'],
    ['1:1', 'P 9h Kd . B Kc Qs'],
  ])('pays the Punto Bonus %s on %s', (odds, text) => {
    expect(on(coup(text), 'punto_bonus')).toBe(odds);
  });

  it('pays Super 6 when Banco wins with six, and then alone', () => {
    for (const punto of TOTALS) {
      for (const banco of TOTALS) {
        const expected = banco === 6 && punto < 6 ? '15:1' : 'lost';
        expect(on(scored(punto, banco, false), 'super_6')).toBe(expected);
      }
    }
  });

  it('is listed for every spot in both modes, which differ for Banco alone', () => {
    const all = verdicts(coup('P 2h Kd Ks . B 4c 2s'), CURRENT_PAYTABLE);
    expect(Object.keys(all)).toEqual(MODES);
    for (const spot of SPOTS) {
      const same = written(all.normal[spot]) === written(all.zero_commission[spot]);
      expect(same).toBe(spot !== 'banco');
    }
  });
});

describe('what is paid', () => {
  const won = (win: number, stake: number): Verdict => ({ kind: 'won', odds: { win, stake } });

  it('rounds the winnings of 33 at 0.95:1 down to 31, and never the stake', () => {
    expect(paid(won(19, 20), amount(33))).toBe(64n);
  });

  it('rounds half of an odd stake down', () => {
    expect(paid(won(1, 2), amount(1))).toBe(1n);
    expect(paid(won(1, 2), amount(3))).toBe(4n);
  });

  it('is the stake when it is returned, and nothing when it is lost', () => {
    expect(paid({ kind: 'returned' }, amount(33))).toBe(33n);
    expect(paid({ kind: 'lost' }, amount(33))).toBe(0n);
  });
});

describe('a settlement', () => {
  const stakes = (entries: readonly (readonly [Spot, number])[]) =>
    new Map<Spot, Amount>(entries.map(([spot, stake]) => [spot, amount(stake)]));

  it('pays each spot as one bet and adds them up', () => {
    const settled = settle(
      coup('P 2h Kd Ks . B 4c 2s'),
      stakes([
        ['banco', 3_300],
        ['egalite', 500],
        ['super_6', 200],
      ]),
      'zero_commission',
      CURRENT_PAYTABLE,
    );
    expect([...settled.bets].map(([spot, bet]) => [spot, written(bet.verdict), bet.paid])).toEqual([
      ['banco', '1:2', 4_950n],
      ['egalite', 'lost', 0n],
      ['super_6', '15:1', 3_200n],
    ]);
    expect(settled.bets.get('banco')?.stake).toBe(3_300n);
    expect(settled.total).toBe(8_150n);
  });

  it('takes the commission from the sum on Banco, not from each chip', () => {
    const given = coup('P 4h 2d . B 9c Ks');
    const settled = settle(given, stakes([['banco', 33 + 33]]), 'normal', CURRENT_PAYTABLE);
    expect(settled.total).toBe(66n + 62n);
  });

  it('of no stakes pays nothing', () => {
    const settled = settle(coup('P 9h Kd . B 4c 2s'), stakes([]), 'normal', CURRENT_PAYTABLE);
    expect(settled).toEqual({ bets: new Map(), total: 0n });
  });

  it('throws for Super 6 in normal mode, which no slip allows', () => {
    const settling = () =>
      settle(coup('P 9h Kd . B 4c 2s'), stakes([['super_6', 1]]), 'normal', CURRENT_PAYTABLE);
    expect(settling).toThrow(ImpossibleState);
  });

  it('pays no bet more than its odds, and falls short of them by less than one minor unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.constantFrom(...SPOTS), (stake, spot) => {
        for (const text of ['P 2h Kd Ks . B 4c 2s', 'P 9h 9h . B 4c 4c', 'P 4h 4s . B 5c 3s']) {
          const given = verdict(coup(text), spot, 'normal', CURRENT_PAYTABLE);
          if (given.kind !== 'won') continue;
          const { odds } = given;
          const exact = stake * BigInt(odds.win);
          const winnings = (paid(given, amount(stake)) - stake) * BigInt(odds.stake);
          expect(winnings <= exact && exact - winnings < BigInt(odds.stake)).toBe(true);
        }
      }),
    );
  });
});
