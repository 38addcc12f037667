/** What the player sees of a hand of each solo game, amounts as digits. */
import { z } from 'zod';
import { SIDES } from '../punto-banco/outcome.js';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import * as wire from './wire.js';

const step = z.int().nonnegative().describe('how many events there were: a command names it');
const taken = wire.amountText.describe('all stakes');
const paid = wire.amountText.describe('all that came back, stakes included');
const verdict = z.enum(['lost', 'returned', 'won']);
const onSpots = z.partialRecord(z.enum(PUNTO_E_BANCO_SPOTS), wire.amountText);
const bySide = <Value extends z.ZodType>(value: Value) => z.record(z.enum(SIDES), value);

export const puntoEBancoView = z
  .strictObject({
    step,
    phase: z.enum(['stakes', 'dealing', 'over']),
    stakes: onSpots,
    cards: bySide(z.array(wire.card)),
    totals: bySide(z.int()),
    outcome: wire.outcome.optional(),
    pairs: z.strictObject({ punto: wire.pair.optional(), banco: wire.pair.optional() }),
    paidOn: onSpots,
    taken,
    paid,
  })
  .meta({ title: 'view of Punto e Banco', description: 'What is seen of a hand of Punto e Banco' });

const halfPoints = z.int().describe('in half-points: 15 is seven and a half');
const seenCards = z.strictObject({
  cards: z.array(wire.card),
  halfPoints,
  matta: halfPoints.optional().describe('what the matta among them is worth, in half-points'),
});

export const setteEMezzoView = z
  .strictObject({
    step,
    phase: z.enum(['stake', 'player', 'bank', 'over']),
    player: seenCards,
    bank: seenCards,
    choices: z.array(z.enum(['draw', 'stand'])).describe('only `draw` where the player must'),
    isAbandoned: z.boolean().describe('the house plays it'),
    verdict: verdict.optional(),
    taken,
    paid,
  })
  .meta({ title: 'view of Sette e Mezzo', description: 'What is seen of a hand of Sette e Mezzo' });

const place = {
  box: z.int().nonnegative().describe('counted from the right, from 0'),
  hand: z.int().nonnegative(),
};
const total = { total: z.int(), isSoft: z.boolean() };
const seenHand = z.strictObject({
  cards: z.array(wire.card),
  stake: wire.amountText,
  isSplit: z.boolean(),
  isDoubled: z.boolean(),
  hasStood: z.boolean(),
  ...total,
  isBlackjack: z.boolean(),
});

export const blackjackView = z
  .strictObject({
    step,
    phase: z.enum(['stakes', 'deal', 'insurance', 'player', 'bank', 'over']),
    boxes: z.array(z.strictObject({ insurance: wire.amountText, hands: z.array(seenHand) })),
    bank: z.strictObject({ cards: z.array(wire.card), ...total, hasHoleCard: z.boolean() }),
    inTurn: z.strictObject(place).optional(),
    choices: z.array(z.enum(['card', 'stand', 'double', 'split'])),
    insurance: z
      .array(wire.amountText)
      .optional()
      .describe('what the insurance of each box would cost, where it is offered'),
    isAbandoned: z.boolean().describe('the house plays it'),
    results: z.array(z.strictObject({ ...place, verdict, paid: wire.amountText })),
    taken,
    paid,
  })
  .meta({ title: 'view of Blackjack', description: 'What is seen of a hand of Blackjack' });
