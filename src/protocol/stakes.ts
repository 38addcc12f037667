/**
 * What the studio lets players stake in each solo game: its chips, and the limits of each place
 * that takes a stake. A change binds the hands that are dealt after it (RULES 3–5).
 */
import { DEFAULT_BLACKJACK_RULES } from '../blackjack/rules.js';
import { type Amount, parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { isMadeOfChips } from '../punto-banco/chips.js';
import { DEFAULT_PUNTO_E_BANCO_RULES } from '../punto-e-banco/rules.js';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import { DEFAULT_SETTE_E_MEZZO_RULES } from '../sette-e-mezzo/rules.js';
import type { SoloGame } from '../solo/game.js';
import type { StakeLimits } from '../solo/stake-limits.js';

/** Each spot of Punto e Banco; the one stake of Sette e Mezzo; each box of Blackjack alike. */
export const STAKE_PLACES = {
  punto_e_banco: PUNTO_E_BANCO_SPOTS,
  sette_e_mezzo: ['stake'],
  blackjack: ['stake'],
} as const satisfies Readonly<Record<SoloGame, readonly string[]>>;
type PlaceOf<Game extends SoloGame> = (typeof STAKE_PLACES)[Game][number];

export interface StakesOf<Game extends SoloGame> {
  /** Ascending. Every stake is a multiple of the first. */
  readonly chips: readonly Amount[];
  readonly limits: Readonly<Record<PlaceOf<Game>, StakeLimits>>;
}

type StakesByGame = { readonly [Game in SoloGame]: StakesOf<Game> };

/**
 * Those in force. Undefined where what is stored of a game cannot be read: that game is closed, and
 * no other one.
 */
export type StakesNow = { readonly [Game in SoloGame]: StakesByGame[Game] | undefined };

/** Until the studio sets others. */
export const DEFAULT_STAKES: StakesByGame = {
  punto_e_banco: {
    chips: DEFAULT_PUNTO_E_BANCO_RULES.chips,
    limits: DEFAULT_PUNTO_E_BANCO_RULES.limits,
  },
  sette_e_mezzo: {
    chips: DEFAULT_SETTE_E_MEZZO_RULES.chips,
    limits: { stake: DEFAULT_SETTE_E_MEZZO_RULES.limits },
  },
  blackjack: {
    chips: DEFAULT_BLACKJACK_RULES.chips,
    limits: { stake: DEFAULT_BLACKJACK_RULES.limits },
  },
};

/** The same as plain JSON: amounts are digits. */
export interface PlainStakes {
  readonly chips: string[];
  readonly limits: Record<string, { min: string; max: string }>;
}

/** A table can show so many chips. */
export const CHIPS_MAX = 8;

/**
 * What is wrong with stakes. `at` is the place whose limits they are, where it is about one.
 *
 * - `chips_do_not_ascend`: there is none, or too many, or one is not larger than the one before it
 * - `chips_not_made_of_smallest`: one could never lie beside the others
 * - `places_differ`: a place of the game has no limits, or there are limits of no place
 * - `limits_not_made_of_chips`: nobody could stake that sum
 * - `max_below_min`
 */
export type StakesFault =
  | { readonly fault: 'chips_do_not_ascend' | 'chips_not_made_of_smallest' | 'places_differ' }
  | {
      readonly fault: 'limits_not_made_of_chips' | 'max_below_min';
      readonly at: string;
    };

/** The first fault of them, or undefined where a game can be played on them. */
export const stakesFault = (
  game: SoloGame,
  chips: readonly Amount[],
  limits: Readonly<Record<string, StakeLimits>>,
): StakesFault | undefined => {
  const ascend = chips.every((chip, index) => chip > (chips[index - 1] ?? 0n));
  if (chips.length === 0 || chips.length > CHIPS_MAX || !ascend) {
    return { fault: 'chips_do_not_ascend' };
  }
  if (chips.some((chip) => !isMadeOfChips(chip, chips))) {
    return { fault: 'chips_not_made_of_smallest' };
  }
  const places: readonly string[] = STAKE_PLACES[game];
  const given = Object.keys(limits);
  if (given.length !== places.length || !places.every((place) => place in limits)) {
    return { fault: 'places_differ' };
  }
  for (const [at, { min, max }] of Object.entries(limits)) {
    if (!isMadeOfChips(min, chips) || !isMadeOfChips(max, chips)) {
      return { fault: 'limits_not_made_of_chips', at };
    }
    if (max < min) return { fault: 'max_below_min', at };
  }
  return undefined;
};

/** Undefined where a game cannot be played on them. */
export const parseStakes = <Game extends SoloGame>(
  game: Game,
  { chips, limits }: PlainStakes,
): StakesOf<Game> | undefined => {
  const read = chips.map(parseAmount).filter((chip) => chip !== undefined);
  if (read.length !== chips.length) return undefined;
  const between: Record<string, StakeLimits> = {};
  for (const [place, ends] of Object.entries(limits)) {
    const [min, max] = [parseAmount(ends.min), parseAmount(ends.max)];
    if (min === undefined || max === undefined) return undefined;
    between[place] = { min, max };
  }
  if (stakesFault(game, read, between) !== undefined) return undefined;
  // They have the game's places and no others.
  return { chips: read, limits: between as StakesOf<Game>['limits'] };
};

/** The places in the game's order. */
export const makeStakes = (
  game: SoloGame,
  {
    chips,
    limits,
  }: {
    readonly chips: readonly Amount[];
    readonly limits: Readonly<Record<string, StakeLimits>>;
  },
): PlainStakes => ({
  chips: chips.map(String),
  limits: Object.fromEntries(
    STAKE_PLACES[game].map((place) => {
      const ends = limits[place];
      assert(ends !== undefined, 'every place of a game has its limits');
      return [place, { min: `${ends.min}`, max: `${ends.max}` }];
    }),
  ),
});
