/** What a player may read over HTTP of the hands that they have played of solo games. */
import { z } from 'zod';
import { SOLO_GAMES } from '../solo/game.js';
import * as wire from './wire.js';

const game = z.enum(SOLO_GAMES);

const limit = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(100))
  .prefault('20')
  .describe('1 to 100');

export const handsQuery = z.strictObject({
  game: game.optional().describe('all games, where it is left out'),
  before: wire.handNumber.optional().describe('`next` of the page before'),
  limit,
});
export type HandsQuery = z.infer<typeof handsQuery>;

const playedHand = z.strictObject({
  hand: wire.handNumber,
  game,
  rules: z.string().describe('the version of its paytable'),
  status: z.enum(['in_play', 'over', 'void']),
  actedAtMs: wire.timeMs.describe('when its last command was taken'),
  currency: wire.currency.nullable().describe('null where the tables differ in it'),
  taken: wire.amountText.describe('all that was staked'),
  paid: wire.amountText.describe('all that came back; 0 while it is in play'),
});
export type PlayedHand = z.infer<typeof playedHand>;

export const handsPage = z.strictObject({
  hands: z.array(playedHand).describe('newest first'),
  next: wire.handNumber.nullable().describe('`before` of the next page; null: there is none'),
});
export type HandsPage = z.infer<typeof handsPage>;

/** To insure boxes is one choice, whichever they are. */
const choice = z.enum(['draw', 'card', 'stand', 'double', 'split', 'insure', 'decline']);

const plainObject = z.record(z.string(), z.json());

export const wholeHand = playedHand.extend({
  commitment: wire.commitment,
  seed: wire.playerSeed.nullable().describe('null in Blackjack'),
  cut: wire.cut.nullable().describe('null in other games'),
  steps: z.array(
    z.strictObject({
      id: wire.commandId,
      atMs: wire.timeMs,
      command: plainObject.describe('as in the proof of the hand'),
      events: z.array(plainObject).describe('what came of it'),
      taken: wire.amountText,
      paid: wire.amountText,
      balance: wire.amountText.describe('of the session, after it'),
      chain: z.string().describe('the log that it is in, of its game and day'),
      seq: z.int().positive().describe('of its batch in that log'),
    }),
  ),
  choices: z
    .array(
      z.strictObject({
        step: z.int().nonnegative(),
        chosen: choice,
        best: choice,
        cost: wire.amountText.describe(
          'against the best play, on average; of insurance, against to decline it',
        ),
      }),
    )
    .nullable()
    .describe('null until the hand is over, and where the studio is busy with too many others'),
  proof: plainObject
    .nullable()
    .describe('the file that proves the hand (docs/fair-deal.md); null until it is over'),
});
export type WholeHand = z.infer<typeof wholeHand>;

const stakeId = z.string().regex(/^[1-9]\d{0,17}$/);

export const returnedStakesQuery = z.strictObject({
  before: stakeId.optional().describe('`next` of the page before'),
  limit,
});
export type ReturnedStakesQuery = z.infer<typeof returnedStakesQuery>;

const returnedStake = z.strictObject({
  id: stakeId,
  hand: wire.handNumber.describe('the hand that the action was meant for; it does not stand in it'),
  game,
  amount: wire.amountText,
  currency: wire.currency.nullable().describe('null where the tables differ in it'),
  askedAtMs: wire.timeMs.describe('when the wallet was asked for it'),
  status: z
    .enum(['returning', 'returned', 'by_hand'])
    .describe('`by_hand`: settled between the operator and the studio'),
  endedAtMs: wire.timeMs.nullable().describe('null while it is on its way back'),
});
export type ReturnedStake = z.infer<typeof returnedStake>;

export const returnedStakesPage = z.strictObject({
  stakes: z.array(returnedStake).describe('newest first'),
  next: stakeId.nullable().describe('`before` of the next page; null: there is none'),
});
export type ReturnedStakesPage = z.infer<typeof returnedStakesPage>;
