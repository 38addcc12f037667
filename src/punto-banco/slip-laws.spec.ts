import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, sum } from '../money/amount.js';
import type { OppositeBets } from './limits.js';
import { type Slip, type SlipCommand, type SlipRules, changeSlip, emptySlip } from './slip.js';
import { MODES, SPOTS, type Spot, eachSpot } from './spot.js';
import { type Stakes, mainStake, stakeOn } from './stakes.js';
import { runs } from '../../test/kit/runs.js';

/**
 * Narrow enough for random bets to reach every limit. The maximum is not a multiple of the chip.
 */
const rulesWith = (oppositeBets: OppositeBets, open: readonly Spot[]): SlipRules => ({
  limits: eachSpot((spot) =>
    spot === 'super_6' || spot.endsWith('pair')
      ? { min: amount(10), max: amount(33) }
      : { min: amount(5), max: amount(78) },
  ),
  chips: [amount(5), amount(10)],
  oppositeBets,
  placementsMax: 7,
  open: new Set(open),
});

const spots = fc.constantFrom(...SPOTS);
const amounts = fc.integer({ min: 0, max: 8 }).map((chips) => amount(chips * 5));
const place: fc.Arbitrary<SlipCommand> = fc.record({
  kind: fc.constant('place' as const),
  spot: fc.oneof(spots, fc.constantFrom<Spot>('punto', 'banco', 'super_6')),
  amount: fc.oneof(
    { weight: 9, arbitrary: amounts },
    { weight: 1, arbitrary: fc.constant(amount(7)) },
  ),
});
const command: fc.Arbitrary<SlipCommand> = fc.oneof(
  { weight: 6, arbitrary: place },
  { weight: 2, arbitrary: fc.constant<SlipCommand>({ kind: 'undo' }) },
  { weight: 2, arbitrary: fc.constant<SlipCommand>({ kind: 'double' }) },
  { weight: 1, arbitrary: fc.constant<SlipCommand>({ kind: 'clear' }) },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(fc.tuple(spots, amounts), { selector: ([spot]) => spot })
      .map((entries): SlipCommand => ({ kind: 'repeat', previous: new Map(entries) })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...MODES).map((mode): SlipCommand => ({ kind: 'mode', mode })),
  },
);
const rules = fc
  .tuple(
    fc.constantFrom<OppositeBets>('reject', 'allow'),
    fc.subarray([...SPOTS], { minLength: 7 }),
  )
  .map(([oppositeBets, open]) => rulesWith(oppositeBets, open));
const commands = fc.array(command, { maxLength: 30 });
const mode = fc.constantFrom(...MODES);

/**
 * Calls `step` for every command, with the slips before and after it. They are the same where the
 * command was refused.
 */
const play = (
  start: Slip,
  played: readonly SlipCommand[],
  given: SlipRules,
  step: (before: Slip, after: Slip, command: SlipCommand) => void = () => undefined,
): Slip =>
  played.reduce((before, each) => {
    const change = changeSlip(before, each, given);
    const after = typeof change === 'string' ? before : change.slip;
    step(before, after, each);
    return after;
  }, start);

/** Written separately from the checks in `slip.ts`: what the rules say of a slip at any moment. */
const expectLawful = ({ mode, stakes, placements }: Slip, given: SlipRules): void => {
  for (const [spot, stake] of stakes) {
    expect(given.open.has(spot)).toBe(true);
    expect(stake % 5n).toBe(0n);
    expect(stake >= given.limits[spot].min && stake <= given.limits[spot].max).toBe(true);
  }
  const super6 = stakeOn(stakes, 'super_6');
  expect(super6 <= mainStake(stakes)).toBe(true);
  if (mode === 'normal') expect(super6).toBe(0n);
  if (given.oppositeBets === 'reject') {
    expect(stakeOn(stakes, 'punto') * stakeOn(stakes, 'banco')).toBe(0n);
  }
  expect(placements.length).toBeLessThanOrEqual(given.placementsMax);
};

const total = (stakes: Stakes): bigint => sum(stakes.values());

describe('a slip, after any commands,', () => {
  it('keeps every rule', () => {
    fc.assert(
      fc.property(mode, commands, rules, (startMode, played, given) => {
        play(emptySlip(startMode), played, given, (_, after) => expectLawful(after, given));
      }),
      { numRuns: runs(400) },
    );
  });

  it('holds on each spot the sum of its placements, and no spot without a stake', () => {
    fc.assert(
      fc.property(mode, commands, rules, (startMode, played, given) => {
        const { stakes, placements } = play(emptySlip(startMode), played, given);
        for (const spot of SPOTS) {
          expect(stakeOn(stakes, spot)).toBe(
            sum(placements.map((placed) => stakeOn(placed, spot))),
          );
          expect(stakes.has(spot)).toBe(stakeOn(stakes, spot) > 0n);
        }
      }),
    );
  });

  it('differs from the slip before by exactly the change it reports', () => {
    fc.assert(
      fc.property(mode, commands, command, rules, (startMode, played, last, given) => {
        const before = play(emptySlip(startMode), played, given);
        const change = changeSlip(before, last, given);
        if (typeof change === 'string') return;
        const after = change.slip.stakes;
        for (const spot of SPOTS) {
          const moved = change.change.get(spot) ?? 0n;
          expect(stakeOn(after, spot) - stakeOn(before.stakes, spot)).toBe(moved);
        }
        expect(change.total).toBe(total(after) - total(before.stakes));
      }),
    );
  });

  it('is again as it was when the last bet, Repeat or Double is undone', () => {
    const placing = fc.oneof(place, fc.constant<SlipCommand>({ kind: 'double' }));
    fc.assert(
      fc.property(mode, commands, placing, rules, (startMode, played, placed, given) => {
        const before = play(emptySlip(startMode), played, given);
        const change = changeSlip(before, placed, given);
        if (typeof change === 'string') return;
        expect(changeSlip(change.slip, { kind: 'undo' }, given)).toMatchObject({ slip: before });
      }),
    );
  });

  it('can always be undone until it is empty', () => {
    fc.assert(
      fc.property(mode, commands, rules, (startMode, played, given) => {
        const slip = play(emptySlip(startMode), played, given);
        const undone = slip.placements.map((): SlipCommand => ({ kind: 'undo' }));
        expect(play(slip, undone, given)).toEqual(emptySlip(slip.mode));
      }),
    );
  });

  it('is doubled to at most twice, and to exactly twice where no spot is capped', () => {
    fc.assert(
      fc.property(mode, commands, rules, (startMode, played, given) => {
        const slip = play(emptySlip(startMode), played, given);
        const change = changeSlip(slip, { kind: 'double' }, given);
        if (typeof change === 'string') return;
        for (const [spot, stake] of slip.stakes) {
          const doubled = stakeOn(change.slip.stakes, spot);
          expect(doubled <= 2n * stake && doubled >= stake).toBe(true);
          expect(change.capped.includes(spot)).toBe(doubled < 2n * stake);
        }
      }),
    );
  });

  it('is not changed itself by any command', () => {
    fc.assert(
      fc.property(mode, commands, rules, (startMode, played, given) => {
        const start = play(emptySlip(startMode), played, given);
        const copy = structuredClone(start);
        play(start, played, given);
        expect(start).toEqual(copy);
      }),
    );
  });
});
