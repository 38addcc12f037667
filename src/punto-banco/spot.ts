/**
 * A spot is a place on the layout for a bet (RULES 1.3). The mode decides how Banco pays a player
 * this round (RULES 1.8).
 */

export const MAIN_SPOTS = ['punto', 'banco', 'egalite'] as const;

export const PAIR_SPOTS = ['punto_pair', 'banco_pair', 'either_pair', 'perfect_pair'] as const;
export type PairSpot = (typeof PAIR_SPOTS)[number];

export const BONUS_SPOTS = ['punto_bonus', 'banco_bonus'] as const;

export const SPOTS = [...MAIN_SPOTS, ...PAIR_SPOTS, ...BONUS_SPOTS, 'super_6'] as const;
export type Spot = (typeof SPOTS)[number];

/** The first mode holds until a player chooses another. */
export const MODES = ['zero_commission', 'normal'] as const;
export type Mode = (typeof MODES)[number];

export const eachSpot = <T>(value: (spot: Spot) => T): Readonly<Record<Spot, T>> =>
  Object.fromEntries(SPOTS.map((spot) => [spot, value(spot)])) as Record<Spot, T>;

export const eachMode = <T>(value: (mode: Mode) => T): Readonly<Record<Mode, T>> =>
  Object.fromEntries(MODES.map((mode) => [mode, value(mode)])) as Record<Mode, T>;
