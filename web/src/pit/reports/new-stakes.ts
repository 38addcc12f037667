/** The stakes of a solo game as a person types them: what is wrong with them, or what they are. */
import { amount } from '../../../../src/money/amount.js';
import type { GameStakes } from '../../../../src/protocol/solo-stakes.js';
import { STAKE_PLACES, type StakesFault, stakesFault } from '../../../../src/protocol/stakes.js';
import { parseMoney, typedText } from '../../money.js';

interface TypedStakes {
  /** With spaces or semicolons between them. */
  readonly chips: string;
  readonly limits: Readonly<Record<string, { readonly min: string; readonly max: string }>>;
}

type TypedFault = StakesFault | { readonly fault: 'chips_are_no_amounts' } | NoAmount;
interface NoAmount {
  readonly fault: 'limits_are_no_amounts';
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
export const readStakes = (typed: TypedStakes, set: GameStakes, currency: string): ReadStakes => {
  const parts = typed.chips.split(/[;\s]+/).filter((part) => part !== '');
  const chips = parts.map((part) => parseMoney(part, currency));
  if (chips.some((chip) => chip === undefined)) return { ok: false, fault: 'chips_are_no_amounts' };
  const limits: Record<string, { min: bigint; max: bigint }> = {};
  for (const at of STAKE_PLACES[set.game]) {
    const min = parseMoney(typed.limits[at]?.min ?? '', currency);
    const max = parseMoney(typed.limits[at]?.max ?? '', currency);
    if (min === undefined || max === undefined) {
      return { ok: false, fault: 'limits_are_no_amounts', at };
    }
    limits[at] = { min, max };
  }
  const read = chips.map((chip) => amount(chip ?? 0n));
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
