/** The stakes of a solo game as a person types them: what is wrong with them, or what they are. */
import { amount } from '../../../../src/money/amount.js';
import type { GameStakes } from '../../../../src/protocol/solo-stakes.js';
import { STAKE_PLACES, type StakesFault, stakesFault } from '../../../../src/protocol/stakes.js';
import { typedText } from '../../money.js';
import { readLimit } from '../table/typed-limit.js';

interface TypedStakes {
  /** With spaces or semicolons between them. */
  readonly chips: string;
  readonly limits: Readonly<Record<string, { readonly min: string; readonly max: string }>>;
}

/** What was typed, of what is shown. The rest is as it holds, also where others change it. */
export interface StakesEdits {
  readonly chips?: string;
  readonly limits: Readonly<Record<string, { readonly min?: string; readonly max?: string }>>;
}

export const withEdits = (shown: TypedStakes, { chips, limits }: StakesEdits): TypedStakes => ({
  chips: chips ?? shown.chips,
  limits: Object.fromEntries(
    Object.entries(shown.limits).map(([place, ends]) => [place, { ...ends, ...limits[place] }]),
  ),
});

/** What is typed as it is `held` is no edit. */
export const typeChips = (
  { limits }: StakesEdits,
  held: TypedStakes,
  chips: string,
): StakesEdits => ({ limits, ...(chips !== held.chips && { chips }) });

export const typeLimit = (
  edits: StakesEdits,
  held: TypedStakes,
  { place, end, text }: { readonly place: string; readonly end: 'min' | 'max'; text: string },
): StakesEdits => {
  const isHeld = text === held.limits[place]?.[end];
  const typed = Object.entries({ ...edits.limits[place], [end]: text });
  const ends = typed.filter(([name]) => name !== end || !isHeld);
  return { ...edits, limits: { ...edits.limits, [place]: Object.fromEntries(ends) } };
};

type TypedFault = StakesFault | ChipsFault | LimitsFault;
interface ChipsFault {
  readonly fault: 'chips_are_no_amounts' | 'limits_too_high';
}
interface LimitsFault {
  readonly fault: 'limits_are_no_amounts' | 'limits_too_high';
  readonly at: string;
}

type ReadStakes =
  | { readonly ok: true; readonly stakes: Omit<GameStakes, 'game'>; readonly isChanged: boolean }
  | ({ readonly ok: false } & TypedFault);

export const typedStakes = (
  { chips, limits }: GameStakes,
  currency: string,
  language: string,
): TypedStakes => {
  const typed = (digits: string) => typedText(BigInt(digits), currency, language);
  return {
    chips: chips.map(typed).join('; '),
    limits: Object.fromEntries(
      Object.entries(limits).map(([place, { min, max }]) => [
        place,
        { min: typed(min), max: typed(max) },
      ]),
    ),
  };
};

/** `set` is what holds now. */
export const readStakes = (
  typed: TypedStakes,
  set: GameStakes,
  currency: string,
  language: string,
): ReadStakes => {
  const parts = typed.chips.split(/[;\s]+/).filter((part) => part !== '');
  const chips: bigint[] = [];
  for (const part of parts) {
    const chip = readLimit(part, currency, language);
    if (chip === 'limits_too_high') return { ok: false, fault: chip };
    if (chip === 'not_an_amount') return { ok: false, fault: 'chips_are_no_amounts' };
    chips.push(chip);
  }
  const limits: Record<string, { min: bigint; max: bigint }> = {};
  for (const at of STAKE_PLACES[set.game]) {
    const min = readLimit(typed.limits[at]?.min ?? '', currency, language);
    const max = readLimit(typed.limits[at]?.max ?? '', currency, language);
    if (min === 'not_an_amount' || max === 'not_an_amount') {
      return { ok: false, fault: 'limits_are_no_amounts', at };
    }
    if (typeof min === 'string' || typeof max === 'string') {
      return { ok: false, fault: 'limits_too_high', at };
    }
    limits[at] = { min, max };
  }
  const read = chips.map(amount);
  const between = Object.fromEntries(
    Object.entries(limits).map(([at, { min, max }]) => [
      at,
      { min: amount(min), max: amount(max) },
    ]),
  );
  const fault = stakesFault(set.game, read, between);
  if (fault !== undefined) return { ok: false, ...fault };
  const stakes = {
    chips: read.map(String),
    limits: Object.fromEntries(
      Object.entries(between).map(([at, { min, max }]) => [at, { min: `${min}`, max: `${max}` }]),
    ),
  };
  const isSame =
    stakes.chips.join() === set.chips.join() &&
    Object.entries(stakes.limits).every(
      ([at, { min, max }]) => set.limits[at]?.min === min && set.limits[at].max === max,
    );
  return { ok: true, stakes, isChanged: !isSame };
};
