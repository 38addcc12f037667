/** What the studio lets players stake in each solo game, as the pit reads and sets it by HTTP. */
import { z } from 'zod';
import { SOLO_GAMES } from '../solo/game.js';
import { CHIPS_MAX } from './stakes.js';
import { newLimits } from './settings-change.js';
import { soloLimits } from './solo.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why stakes are refused, besides what any request is refused for, with its status. */
export const STAKES_REFUSALS = {
  stakes_are_unsound: 400, // chips that do not ascend, limits that no chips make, a place too many
  settings_moved_on: 409, // they are not what the change was made of (`was`)
} as const;
export type StakesRefusal = keyof typeof STAKES_REFUSALS;

const stakesOf = (chip: typeof wire.amountText, limits: typeof soloLimits) => ({
  chips: z
    .array(chip)
    .min(1)
    .max(CHIPS_MAX)
    .describe('ascending; each, and every stake, is a multiple of the first'),
  limits: z
    .record(z.string(), limits)
    .describe('of each spot of Punto e Banco; of `stake` in the other games, in Blackjack a box’s'),
});
/** As they are, which may be older than the bound of what is set. */
const stakes = stakesOf(wire.amountText, soloLimits);

const gameStakes = z.strictObject({ game: z.enum(SOLO_GAMES), ...stakes });
export type GameStakes = z.infer<typeof gameStakes>;

export const soloStakes = z.strictObject({
  currency: wire.currency.nullable().describe('null where the tables differ in it'),
  games: z.array(gameStakes),
});
export type SoloStakes = z.infer<typeof soloStakes>;

/** As it stands in the path of a request. */
export const stakedGame = z.enum(SOLO_GAMES);

/** As the database keeps those of a game. */
export const storedStakes = z.strictObject(stakes);

export const stakesOrder = z.strictObject({
  ...stakesOf(wire.limitText, newLimits),
  was: z
    .strictObject(stakes)
    .optional()
    .describe(
      'what the change was made of: where it is otherwise by now, nothing changes (`settings_moved_on`); left out: it changes whatever there is',
    ),
  reason: words(200).describe('why; it is kept'),
});
export type StakesOrder = z.infer<typeof stakesOrder>;
