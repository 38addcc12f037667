import { describe, expect, it } from 'vitest';
import { amount } from '../money/amount.js';
import { DEFAULT_BETTING_RULES, OPPOSITE_BETS } from './limits.js';
import {
  SLIP_REFUSALS,
  type Slip,
  type SlipChange,
  type SlipCommand,
  type SlipRefusal,
  type SlipRules,
  changeSlip,
  emptySlip,
} from './slip.js';
import { type Mode, SPOTS, type Spot } from './spot.js';
import type { Stakes } from './stakes.js';

/** Amounts in these tests are in euros, the value of the smallest chip. */
const euros = (value: number) => amount(Math.round(value * 100));
const stakes = (entries: Partial<Record<Spot, number>>): Stakes =>
  new Map(Object.entries(entries).map(([spot, value]) => [spot as Spot, euros(value)]));

const RULES: SlipRules = { ...DEFAULT_BETTING_RULES, open: new Set(SPOTS) };

const place = (spot: Spot, value: number): SlipCommand => ({
  kind: 'place',
  spot,
  amount: euros(value),
});
const placeAll = (entries: Partial<Record<Spot, number>>): SlipCommand => ({
  kind: 'place_all',
  stakes: stakes(entries),
});
const repeat = (previous: Partial<Record<Spot, number>>): SlipCommand => ({
  kind: 'repeat',
  previous: stakes(previous),
});
const undo: SlipCommand = { kind: 'undo' };
const clear: SlipCommand = { kind: 'clear' };
const double: SlipCommand = { kind: 'double' };
const toMode = (mode: Mode): SlipCommand => ({ kind: 'mode', mode });

const accepted = (slip: Slip, command: SlipCommand, rules = RULES): SlipChange => {
  const change = changeSlip(slip, command, rules);
  return typeof change === 'string' ? expect.fail(`${command.kind} refused: ${change}`) : change;
};

/** The slip of these placements, each one accepted, from an empty slip in zero-commission mode. */
const slipOf = (...commands: readonly SlipCommand[]): Slip =>
  commands.reduce((slip, command) => accepted(slip, command).slip, emptySlip('zero_commission'));

interface Case {
  readonly slip: Slip;
  readonly command: SlipCommand;
  readonly rules?: Partial<SlipRules>;
}

const EMPTY = emptySlip('zero_commission');
const HALF = 0.5;

/** Each case breaks the rule it is named for and, where it can, rules that come after it. */
const cases = () =>
  ({
    spot_is_closed: {
      slip: emptySlip('normal'),
      command: place('super_6', HALF),
      rules: { open: new Set(['punto']), placementsMax: 0 },
    },
    super_6_needs_zero_commission: {
      slip: emptySlip('normal'),
      command: place('super_6', HALF),
      rules: { placementsMax: 0 },
    },
    stake_not_made_of_chips: {
      slip: EMPTY,
      command: place('super_6', HALF),
      rules: { placementsMax: 0 },
    },
    stake_below_minimum: {
      slip: slipOf(place('punto', 100)),
      command: repeat({ banco: 10_001, super_6: 1 }),
      rules: {
        limits: { ...RULES.limits, super_6: { min: euros(2), max: euros(500) } },
        placementsMax: 1,
      },
    },
    stake_above_maximum: {
      slip: slipOf(place('punto', 100)),
      command: repeat({ banco: 10_001, super_6: 500 }),
      rules: { placementsMax: 1 },
    },
    opposite_bets: {
      slip: slipOf(place('punto', 100)),
      command: repeat({ banco: 1, super_6: 500 }),
      rules: { placementsMax: 1 },
    },
    super_6_needs_main_bet: {
      slip: slipOf(place('punto_pair', 100)),
      command: place('super_6', 1),
      rules: { placementsMax: 1 },
    },
    super_6_above_main_bets: {
      slip: slipOf(place('punto', 2), place('super_6', 2)),
      command: place('super_6', 1),
      rules: { placementsMax: 2 },
    },
    too_many_placements: {
      slip: slipOf(place('punto', 1)),
      command: repeat({}),
      rules: { placementsMax: 1 },
    },
    nothing_to_undo: { slip: EMPTY, command: undo },
    nothing_to_clear: { slip: EMPTY, command: clear },
    nothing_to_repeat: { slip: EMPTY, command: repeat({}) },
    nothing_to_double: { slip: EMPTY, command: double },
    super_6_is_staked: {
      slip: slipOf(place('punto', 2), place('super_6', 2)),
      command: toMode('normal'),
    },
  }) as const satisfies Record<SlipRefusal, Case>;

describe('a refusal', () => {
  it('has a case for each reason, in the order of precedence', () => {
    expect(Object.keys(cases())).toEqual(SLIP_REFUSALS);
  });

  it.each(SLIP_REFUSALS)('%s comes before those that follow it', (refusal) => {
    const { slip, command, rules }: Case = cases()[refusal];
    expect(changeSlip(slip, command, { ...RULES, ...rules })).toBe(refusal);
  });
});

describe('a placement', () => {
  it('adds to what its spot already holds', () => {
    const { slip, change, total } = accepted(slipOf(place('banco', 5)), place('banco', 25));
    expect(slip.stakes).toEqual(stakes({ banco: 30 }));
    expect(change).toEqual(stakes({ banco: 25 }));
    expect(total).toBe(2_500n);
  });

  it.each([0, -1, 0.01, 1.5])('of %d euros is not made of chips', (value) => {
    expect(changeSlip(EMPTY, place('punto', value), RULES)).toBe('stake_not_made_of_chips');
  });

  it('is checked together with what the spot already holds, against both limits', () => {
    const limits = { ...RULES.limits, egalite: { min: euros(5), max: euros(10) } };
    const rules = { ...RULES, limits };
    const slip = accepted(EMPTY, place('egalite', 5), rules).slip;
    expect(changeSlip(EMPTY, place('egalite', 4), rules)).toBe('stake_below_minimum');
    expect(accepted(slip, place('egalite', 1), rules).total).toBe(100n);
    expect(changeSlip(slip, place('egalite', 6), rules)).toBe('stake_above_maximum');
  });

  it('covers both Punto and Banco only where the table allows it', () => {
    expect(OPPOSITE_BETS).toEqual(['reject', 'allow']);
    for (const [lying, placed] of [['punto', 'banco'] as const, ['banco', 'punto'] as const]) {
      const slip = slipOf(place(lying, 5));
      expect(changeSlip(slip, place(placed, 5), RULES)).toBe('opposite_bets');
      expect(accepted(slip, place(placed, 5), { ...RULES, oppositeBets: 'allow' }).total).toBe(
        500n,
      );
    }
  });

  it('of Super 6 beside Punto does not count as opposite', () => {
    expect(accepted(slipOf(place('punto', 5)), place('super_6', 5)).total).toBe(500n);
  });

  it('of Super 6 may reach the sum of all main bets', () => {
    const slip = slipOf(place('punto', 5), place('egalite', 2));
    expect(accepted(slip, place('super_6', 7)).total).toBe(700n);
    expect(changeSlip(slip, place('super_6', 8), RULES)).toBe('super_6_above_main_bets');
  });

  it('on a pair or a Bonus needs no main bet', () => {
    for (const spot of ['punto_pair', 'perfect_pair', 'banco_bonus'] as const) {
      expect(accepted(EMPTY, place(spot, 1)).total).toBe(100n);
    }
  });
});

describe('what is placed together', () => {
  it('is one placement on several spots, which Undo takes back whole', () => {
    const before = slipOf(place('punto', 5));
    const { slip, change, total, leftOut, capped } = accepted(
      before,
      placeAll({ punto: 10, egalite: 1 }),
    );
    expect(slip.stakes).toEqual(stakes({ punto: 15, egalite: 1 }));
    expect(slip.placements).toHaveLength(2);
    expect([change, total]).toEqual([stakes({ punto: 10, egalite: 1 }), euros(11)]);
    expect([leftOut, capped]).toEqual([[], []]);
    expect(accepted(slip, undo).slip.stakes).toEqual(before.stakes);
  });

  it('is refused whole when any of it breaks a rule, a closed spot too', () => {
    const banco = placeAll({ banco: 10, egalite: 1_001 });
    expect(changeSlip(EMPTY, banco, RULES)).toBe('stake_above_maximum');
    const rules = { ...RULES, open: new Set<Spot>(['banco']) };
    expect(changeSlip(EMPTY, placeAll({ banco: 1, egalite: 1 }), rules)).toBe('spot_is_closed');
    expect(changeSlip(EMPTY, placeAll({ banco: 1, punto: 1 }), RULES)).toBe('opposite_bets');
    expect(changeSlip(EMPTY, placeAll({ egalite: 0 }), RULES)).toBe('stake_not_made_of_chips');
  });

  it('places Super 6 within the main bets that come with it', () => {
    expect(accepted(EMPTY, placeAll({ super_6: 5, banco: 5 })).total).toBe(euros(10));
    expect(changeSlip(EMPTY, placeAll({ super_6: 5 }), RULES)).toBe('super_6_needs_main_bet');
  });
});

describe('Undo', () => {
  it('takes back placements one by one, newest first', () => {
    const slip = slipOf(place('punto', 5), place('punto', 25), place('egalite', 1));
    const once = accepted(slip, undo);
    const twice = accepted(once.slip, undo);
    expect(once.change).toEqual(new Map([['egalite', -100n]]));
    expect(once.slip.stakes).toEqual(stakes({ punto: 30 }));
    expect(twice.slip.stakes).toEqual(stakes({ punto: 5 }));
    expect(accepted(twice.slip, undo).slip).toEqual(EMPTY);
  });

  it('takes back a Repeat or a Double whole', () => {
    const repeated = slipOf(repeat({ punto: 5, punto_pair: 1 }));
    const doubled = accepted(repeated, double).slip;
    const undone = accepted(doubled, undo);
    expect(undone.slip).toEqual(repeated);
    expect(undone.total).toBe(-600n);
    expect(accepted(repeated, undo).slip).toEqual(EMPTY);
  });

  it('that would leave Super 6 above the main bets is refused', () => {
    // No command places bets in this order. The rule holds for a slip however it came about.
    const upsideDown: Slip = {
      mode: 'zero_commission',
      placements: [stakes({ super_6: 5, punto: 1 }), stakes({ punto: 4 })],
      stakes: stakes({ super_6: 5, punto: 5 }),
    };
    expect(changeSlip(upsideDown, undo, RULES)).toBe('super_6_above_main_bets');
  });
});

describe('Clear', () => {
  it('takes back everything, and nothing is left to undo', () => {
    const { slip, total } = accepted(slipOf(place('punto', 5), place('super_6', 5)), clear);
    expect(slip).toEqual(EMPTY);
    expect(total).toBe(-1_000n);
    expect(changeSlip(slip, undo, RULES)).toBe('nothing_to_undo');
  });
});

describe('Repeat', () => {
  it('places the bets of the last round again as one placement, on top of the present stakes', () => {
    const { slip, total } = accepted(slipOf(place('punto', 5)), repeat({ punto: 10, super_6: 10 }));
    expect(slip.stakes).toEqual(stakes({ punto: 15, super_6: 10 }));
    expect(slip.placements).toHaveLength(2);
    expect(total).toBe(2_000n);
  });

  it('leaves out the spots that are closed now, and names them', () => {
    const rules = { ...RULES, open: new Set<Spot>(['punto', 'punto_pair']) };
    const previous = repeat({ punto: 5, punto_bonus: 1, punto_pair: 2, super_6: 5 });
    const { slip, leftOut } = accepted(EMPTY, previous, rules);
    expect(slip.stakes).toEqual(stakes({ punto: 5, punto_pair: 2 }));
    expect(leftOut).toEqual(['punto_bonus', 'super_6']);
  });

  it('leaves Super 6 out in normal mode', () => {
    const { slip, leftOut } = accepted(emptySlip('normal'), repeat({ punto: 5, super_6: 5 }));
    expect(slip.stakes).toEqual(stakes({ punto: 5 }));
    expect(leftOut).toEqual(['super_6']);
  });

  it('of nothing but closed spots repeats nothing', () => {
    const rules = { ...RULES, open: new Set<Spot>(['punto']) };
    expect(changeSlip(EMPTY, repeat({ punto_bonus: 1 }), rules)).toBe('nothing_to_repeat');
  });

  it('is refused whole when any of its bets breaks a rule', () => {
    const slip = slipOf(place('banco', 5));
    expect(changeSlip(slip, repeat({ egalite: 1, punto: 1 }), RULES)).toBe('opposite_bets');
    expect(changeSlip(slip, repeat({ egalite: 1, banco: 10_000 }), RULES)).toBe(
      'stake_above_maximum',
    );
  });
});

describe('Double', () => {
  it('doubles all stakes as one placement', () => {
    const { slip, change, capped } = accepted(
      slipOf(place('banco', 5), place('super_6', 5), place('egalite', 2)),
      double,
    );
    expect(slip.stakes).toEqual(stakes({ banco: 10, super_6: 10, egalite: 4 }));
    expect(change).toEqual(stakes({ banco: 5, super_6: 5, egalite: 2 }));
    expect(slip.placements).toHaveLength(4);
    expect(capped).toEqual([]);
  });

  it('raises a spot that would pass its limit to its maximum, and names it', () => {
    const slip = slipOf(place('punto', 100), place('punto_pair', 300), place('banco_pair', 500));
    const { slip: doubled, capped } = accepted(slip, double);
    expect(doubled.stakes).toEqual(stakes({ punto: 200, punto_pair: 500, banco_pair: 500 }));
    expect(capped).toEqual(['punto_pair', 'banco_pair']);
  });

  it('raises no spot beyond what chips can make', () => {
    const limits = { ...RULES.limits, punto: { min: euros(1), max: euros(7.5) } };
    const { slip, capped } = accepted(slipOf(place('punto', 5)), double, { ...RULES, limits });
    expect(slip.stakes).toEqual(stakes({ punto: 7 }));
    expect(capped).toEqual(['punto']);
  });

  it('keeps Super 6 within the main bets', () => {
    const limits = { ...RULES.limits, banco: { min: euros(1), max: euros(12) } };
    const slip = slipOf(place('banco', 10), place('super_6', 10));
    const { slip: doubled, capped } = accepted(slip, double, { ...RULES, limits });
    expect(doubled.stakes).toEqual(stakes({ banco: 12, super_6: 12 }));
    expect(capped).toEqual(['banco', 'super_6']);
  });

  it('leaves Super 6 as it is where the main bets cannot be raised', () => {
    const limits = { ...RULES.limits, banco: { min: euros(1), max: euros(10) } };
    const slip = slipOf(place('banco', 10), place('super_6', 10), place('banco_pair', 5));
    const { slip: doubled, capped } = accepted(slip, double, { ...RULES, limits });
    expect(doubled.stakes).toEqual(stakes({ banco: 10, super_6: 10, banco_pair: 10 }));
    expect(capped).toEqual(['banco', 'super_6']);
  });

  it('is a placement like any other, and refused where the slip has as many as it may', () => {
    const rules = { ...RULES, placementsMax: 2 };
    const slip = accepted(slipOf(place('punto', 5)), double, rules).slip;
    expect(changeSlip(slip, double, rules)).toBe('too_many_placements');
  });

  it('has nothing to double when every spot is at its maximum', () => {
    expect(changeSlip(slipOf(place('egalite', 1_000)), double, RULES)).toBe('nothing_to_double');
  });
});

describe('the mode', () => {
  it('changes while bets stand, and keeps them', () => {
    const before = slipOf(place('banco', 5));
    const { slip, change, total } = accepted(before, toMode('normal'));
    expect(slip).toEqual({ ...before, mode: 'normal' });
    expect(change).toEqual(new Map());
    expect(total).toBe(0n);
  });

  it('that already holds is accepted and changes nothing', () => {
    const slip = slipOf(place('punto', 5), place('super_6', 5));
    expect(accepted(slip, toMode('zero_commission')).slip).toBe(slip);
  });

  it('outlives Clear and Undo', () => {
    const normal = accepted(slipOf(place('punto', 5)), toMode('normal')).slip;
    expect(accepted(normal, undo).slip).toEqual(emptySlip('normal'));
    expect(accepted(normal, clear).slip).toEqual(emptySlip('normal'));
  });
});
