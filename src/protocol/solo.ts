/**
 * The solo games, namespace `/solo`: a second one on the line of `/player`. A hand has a number, a
 * step, and the commitment to its deck.
 */
import { z } from 'zod';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import { SOLO_GAMES } from '../solo/game.js';
import { defineCommand } from './command.js';
import { HAND_REFUSALS } from './hand-refusals.js';
import { FIND_REFUSALS } from './refusals.js';
import { blackjackEvent, puntoEBancoEvent, setteEMezzoEvent } from './solo-events.js';
import { blackjackView, puntoEBancoView, setteEMezzoView } from './solo-view.js';
import * as wire from './wire.js';

const roles = ['player'] as const;

const game = z.enum(SOLO_GAMES);
const inHand = {
  hand: wire.handNumber,
  id: wire.commandId,
  step: z.int().nonnegative().max(10_000).describe('of the hand, as the player saw it'),
};
const seed = wire.playerSeed.nullable().describe('null before the stakes, and in Blackjack');
const cut = wire.cut.nullable().describe('null before the stakes, and in other games');

/** What every hand has, whatever its game. */
const ofAnyHand = {
  hand: wire.handNumber,
  commitment: wire.commitment,
  seed,
  cut,
  opening: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .nullable()
    .describe('what was committed to, in hexadecimal digits; null until the hand is over'),
  from: z.int().nonnegative().describe('the index of the first event that this answer added'),
};

export const dealtHands = [
  z
    .strictObject({
      game: z.literal('punto_e_banco'),
      ...ofAnyHand,
      view: puntoEBancoView,
      events: z.array(puntoEBancoEvent),
    })
    .meta({
      title: 'hand of Punto e Banco',
      description: 'A hand of Punto e Banco, as its player sees it',
    }),
  z
    .strictObject({
      game: z.literal('sette_e_mezzo'),
      ...ofAnyHand,
      view: setteEMezzoView,
      events: z.array(setteEMezzoEvent),
    })
    .meta({
      title: 'hand of Sette e Mezzo',
      description: 'A hand of Sette e Mezzo, as its player sees it',
    }),
  z
    .strictObject({
      game: z.literal('blackjack'),
      ...ofAnyHand,
      view: blackjackView,
      events: z.array(blackjackEvent),
    })
    .meta({
      title: 'hand of Blackjack',
      description: 'A hand of Blackjack, as its player sees it',
    }),
] as const;
const dealtHand = z.discriminatedUnion('game', dealtHands);
/** A hand as its player sees it, with all its events from the first. */
export type DealtHand = z.infer<typeof dealtHand>;

export const soloLimits = z.strictObject({ min: wire.amountText, max: wire.amountText });
export const soloRules = z
  .strictObject({
    version: z.string().describe('of the paytable'),
    currency: wire.currency.describe('of the player’s money, and of all amounts of the game'),
    chips: z.array(wire.amountText).describe('ascending; a stake is a multiple of the first'),
    limits: z
      .record(z.string(), soloLimits)
      .describe('of each spot of Punto e Banco; of `stake` in the other games'),
  })
  .meta({ title: 'rules of a solo game', description: 'What may be staked in a solo game' });
export type SoloRules = z.infer<typeof soloRules>;

const nextHand = z
  .strictObject({ hand: wire.handNumber, commitment: wire.commitment })
  .nullable()
  .describe('the hand after this one; null while this one is in play');

export const playedReply = z
  .strictObject({
    hand: dealtHand,
    balance: wire.amountText.describe('the session’s credit after it'),
    next: nextHand,
  })
  .meta({ title: 'played', description: 'The answer to a command of a hand that stands' });
export type Played = z.infer<typeof playedReply>;

const playing = <Request extends z.ZodType>(summary: string, request: Request) =>
  defineCommand({ summary, roles, request, reply: playedReply, refusals: HAND_REFUSALS });

const plainly = z.strictObject(inHand);

export const SOLO_COMMANDS = {
  'hand:open': defineCommand({
    summary:
      'The hand in play, or the next one: its number, the commitment to its deck, and what may be staked.',
    roles,
    request: z.strictObject({ game }),
    reply: z.strictObject({ rules: soloRules, hand: dealtHand, balance: wire.amountText }),
    refusals: ['game_is_closed', 'hand_is_busy'],
  }),
  'hand:find': defineCommand({
    summary: 'Asks what became of a command whose answer never arrived.',
    roles,
    request: z.strictObject({ id: wire.commandId }),
    reply: z.strictObject({
      found: playedReply.nullable().describe('null: it does not stand, and never will'),
    }),
    refusals: FIND_REFUSALS,
  }),
  'punto-e-banco:deal': playing(
    'Takes the stakes, deals the coup and pays it.',
    z.strictObject({
      ...inHand,
      stakes: z.partialRecord(z.enum(PUNTO_E_BANCO_SPOTS), wire.limitText),
      seed: wire.playerSeed,
    }),
  ),
  'sette-e-mezzo:deal': playing(
    'Takes the stake; the player gets a card, and the bank.',
    z.strictObject({ ...inHand, stake: wire.limitText, seed: wire.playerSeed }),
  ),
  'sette-e-mezzo:draw': playing('Draws a card.', plainly),
  'sette-e-mezzo:stand': playing('Stands: the bank plays.', plainly),
  'blackjack:deal': playing(
    'Takes the stakes of one, three or five boxes, from the rightmost, and deals.',
    z.strictObject({ ...inHand, stakes: z.array(wire.limitText).max(5), cut: wire.cut }),
  ),
  'blackjack:insure': playing(
    'Insures the boxes that are named against a blackjack of the bank. None of them: declines.',
    z.strictObject({ ...inHand, boxes: z.array(z.int().min(0).max(4)).max(5) }),
  ),
  'blackjack:card': playing('Draws a card to the hand that is played now.', plainly),
  'blackjack:stand': playing('Stands on that hand.', plainly),
  'blackjack:double': playing('Doubles the stake of that hand, which gets one card more.', plainly),
  'blackjack:split': playing('Splits that hand in two, the second with the same stake.', plainly),
} as const;
export type SoloCommands = typeof SOLO_COMMANDS;
export type SoloCommandName = keyof SoloCommands;

export const SOLO_MESSAGES = {
  'hand:changed': {
    summary: 'A hand went on without its player: the house has played it, or it was voided.',
    body: z.strictObject({
      hand: dealtHand,
      balance: wire.amountText,
      reason: z.enum(['house_played', 'voided']),
    }),
  },
} as const;
export type SoloMessage<Name extends keyof typeof SOLO_MESSAGES> = z.infer<
  (typeof SOLO_MESSAGES)[Name]['body']
>;
