import { describe, expect, it } from 'vitest';
import { IS_QUICK } from '../../test/kit/runs.js';
import { percentText } from '../money/fraction.js';
import { basicStrategy, playing, totalName } from './basic-strategy.js';
import { FULL_KINDS, KINDS, cardsIn, countKinds, kindOf } from './kinds.js';
import { BLACKJACK_PAYTABLES } from './paytable.js';
import { playerHands, handOf } from './player-hands.js';
import { Prospects } from './prospects.js';
import { Standing } from './standing.js';
import { blackjackReturn, insuranceReturn } from './returns.js';

const PAYTABLE = BLACKJACK_PAYTABLES['blackjack-1'];

const handText = (...kinds: readonly number[]) =>
  handOf(countKinds(kinds.map((kind) => KINDS[kind]!)));

describe('the return of Blackjack', () => {
  it.skipIf(IS_QUICK)('is 99.4339 % with the best play of each hand by its own cards', () => {
    expect((blackjackReturn(PAYTABLE) * 100).toFixed(4)).toBe('99.4339');
  });

  it.skipIf(IS_QUICK)('is 99.4303 % with the best play by a table', () => {
    const tables = basicStrategy(PAYTABLE);
    const value = blackjackReturn(PAYTABLE, (bank) => playing(tables[bank]!));
    expect((value * 100).toFixed(4)).toBe('99.4303');
    const [ace, two, nine] = [tables[0]!, tables[1]!, tables[8]!];
    expect(ace.doubles.size).toBe(0); // the bank’s blackjack takes doubled stakes, too
    expect(nine.doubles).toEqual(new Set([totalName(10, false), totalName(11, false)]));
    expect([...two.splits].sort()).toEqual([0, 1, 2, 5, 6, 7, 8]);
    expect(two.stands.has(totalName(12, false))).toBe(false);
  });

  it('of an insurance is that of two cards in thirteen, less what the ace takes', () => {
    expect(percentText(insuranceReturn(PAYTABLE), 4)).toBe('92.6045');
  });
});

describe('a prospect', () => {
  it('counts 312 cards, and hands by kinds up to 21', () => {
    expect(cardsIn(FULL_KINDS)).toBe(312);
    expect(playerHands().every(({ total }) => total <= 21)).toBe(true);
    expect(playerHands().every(({ next }, index) => next.every((to) => to < 0 || to > index))).toBe(
      true,
    );
  });

  it('of a blackjack is 3:2 unless the bank has one, too', () => {
    const prospects = new Prospects(
      new Standing(kindOf('9s'), countKinds([]), undefined, PAYTABLE),
    );
    expect(prospects.value(handText(0, 9))).toBeCloseTo(1.5, 12);
    const againstTen = new Prospects(
      new Standing(kindOf('Ts'), countKinds([]), undefined, PAYTABLE),
    );
    expect(againstTen.value(handText(0, 9))).toBeCloseTo(1.5 * (1 - 23 / 309), 12);
  });

  it('of the last cards is plain arithmetic', () => {
    // Left besides 20 and the bank's 9: two tens. The bank gets 19.
    const left = countKinds(['Ts', 'Ts']);
    const held = countKinds(['Ts', 'Ts', '9s']);
    const gone = FULL_KINDS.map((count, kind) => count - left[kind]! - held[kind]!);
    const prospects = new Prospects(new Standing(kindOf('9s'), gone, undefined, PAYTABLE));
    const { stand, card, double } = prospects.gains(handText(9, 9));
    expect([stand, card, double]).toEqual([1, -1, -2]);
  });

  it('of a split ace has one card and no choice; of another one it may be doubled', () => {
    const aces = new Prospects(new Standing(5, countKinds(['As']), 0, PAYTABLE));
    expect(aces.choices(handText(0, 4))).toEqual([]);
    const fives = new Prospects(new Standing(5, countKinds(['5s']), 4, PAYTABLE));
    expect(fives.choices(handText(0, 4))).toEqual(['card', 'stand', 'double']);
    // Ace and ten after a split are 21, and pay 1:1.
    const tens = new Prospects(new Standing(5, countKinds(['Ts']), 9, PAYTABLE));
    expect(tens.value(handText(0, 9))).toBeLessThan(1);
  });
});
