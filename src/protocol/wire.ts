/** The values that messages are made of, one schema each. */
import { z } from 'zod';
import { FACES } from '../cards/card.js';
import { BEAD_PATTERN } from './patterns.js';
import { OUTCOMES, SIDES } from '../punto-banco/outcome.js';
import { PAIRS } from '../punto-banco/pair.js';
import { MODES, SPOTS } from '../punto-banco/spot.js';

/** Minor units of the table's currency, as digits: a JSON number could not hold every amount. */
export const amountText = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})$/)
  .describe('minor units, as digits');

/** A change of an amount: digits with a sign where negative. */
export const changeText = z
  .string()
  .regex(/^(0|-?[1-9]\d{0,17})$/)
  .describe('minor units, as digits, signed');

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('ISO 4217');

export const tableId = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/)
  .describe('a table’s name, `pb-1`');

export const gameNumber = z
  .string()
  .regex(/^[1-9]\d{9}$/)
  .describe('ten digits');

/** Chosen by the client, once for each command: a retry with the same one gets the first answer. */
export const commandId = z.uuid().describe('UUID chosen by the client; a retry repeats it');

export const seq = z.int().nonnegative();
export const timeMs = z.int().nonnegative().describe('ms since 1970');
export const durationMs = z.int().nonnegative();

export const spot = z.enum(SPOTS);
export const mode = z.enum(MODES);
export const side = z.enum(SIDES);
export const outcome = z.enum(OUTCOMES);
export const pair = z.enum(PAIRS);
export const card = z.enum(FACES as [(typeof FACES)[number], ...(typeof FACES)[number][]]);
export const bead = z.string().regex(BEAD_PATTERN).describe('a coup in bead notation, `B8nb`');
export const coup = z.string().describe('a coup in notation, `P 2h Kd 5s . B 4c Ks 7d`');

/** What lies on each spot; spots with nothing on them are left out. */
export const stakes = z.partialRecord(spot, amountText);
