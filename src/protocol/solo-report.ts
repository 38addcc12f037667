/** What the pit reads by HTTP of solo games: a hand, and what the games took and paid. */
import { z } from 'zod';
import { PROOF_FAULTS } from '../chance/check-proof.js';
import { SOLO_GAMES } from '../solo/game.js';
import { wholeHand } from './hand-history.js';
import * as wire from './wire.js';

const percent = z.string().describe('in per cent, four decimals');
const timeText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** As long as a shift may be: 48 hours. */
const PERIOD_MAX_MS = 48 * 3_600_000;

/** Hands that ended from `fromMs` and before `toMs`. */
export const soloReportQuery = z
  .strictObject({
    fromMs: timeText.describe('hands that ended then or later'),
    toMs: timeText.describe('hands that ended before then'),
  })
  .refine(({ fromMs, toMs }) => fromMs < toMs && toMs - fromMs <= PERIOD_MAX_MS, {
    path: ['toMs'],
  });
export type SoloReportQuery = z.infer<typeof soloReportQuery>;

export const soloReport = z.strictObject({
  fromMs: wire.timeMs,
  toMs: wire.timeMs,
  advantage: z
    .literal('none')
    .describe('no bet and no play of these games favours the player: the best one loses, too'),
  games: z.array(
    z.strictObject({
      game: z.enum(SOLO_GAMES),
      currency: wire.currency
        .nullable()
        .describe(
          'a line for each that hands of the game ended in; where none ended, one of the tables’ own, null where they differ in it',
        ),
      hands: z.int().nonnegative().describe('those that ended, but for void ones'),
      firstStakes: wire.amountText.describe('what the hands began with'),
      taken: wire.amountText.describe(
        'the first stakes, and what doubles, splits and insurance have added',
      ),
      paid: wire.amountText,
      returned: percent
        .nullable()
        .describe(
          'per first stake, as the exact return: 1 + (paid − taken) / firstStakes; null where nothing was staked',
        ),
      exact: percent
        .nullable()
        .describe(
          'Punto e Banco: of the stakes, spot by spot; the others: of the best play, which few players play, per first stake. By the exact count, without rounding to the cent',
        ),
      band: z
        .strictObject({ low: percent, high: percent })
        .nullable()
        .describe('four standard errors around the exact return; null for fewer than 30 hands'),
      isWithin: z
        .boolean()
        .nullable()
        .describe(
          'false: chance does not explain it. Of games with choices, less than the band may be the players’ play',
        ),
    }),
  ),
});
export type SoloReport = z.infer<typeof soloReport>;

export const handReport = wholeHand.extend({
  player: z.string().regex(/^[1-9]\d{0,17}$/),
  name: z.string(),
  check: z
    .enum(['holds', ...PROOF_FAULTS])
    .nullable()
    .describe('what the check of its proof finds; null until the hand is over'),
});
export type HandReport = z.infer<typeof handReport>;
