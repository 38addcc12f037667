/** The commands of each game as plain JSON: amounts are digits. */
import { z } from 'zod';
import type { BlackjackCommand } from '../blackjack/decide.js';
import { type Amount, parseAmount } from '../money/amount.js';
import type { PuntoEBancoCommand } from '../punto-e-banco/decide.js';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import type { SetteEMezzoCommand } from '../sette-e-mezzo/decide.js';

const AMOUNT = z.string().transform((text, context): Amount => {
  const parsed = parseAmount(text);
  if (parsed !== undefined) return parsed;
  context.addIssue('an amount is digits');
  return z.NEVER;
});

const STEP = z.int().min(0).max(1_000);

export const PUNTO_E_BANCO_COMMAND = z.strictObject({
  kind: z.literal('deal'),
  step: STEP,
  stakes: z.partialRecord(z.enum(PUNTO_E_BANCO_SPOTS), AMOUNT),
}) satisfies z.ZodType<PuntoEBancoCommand>;

export const SETTE_E_MEZZO_COMMAND = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deal'), step: STEP, stake: AMOUNT }),
  z.strictObject({ kind: z.enum(['draw', 'stand', 'abandon']), step: STEP }),
]) satisfies z.ZodType<SetteEMezzoCommand>;

export const BLACKJACK_COMMAND = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deal'), step: STEP, stakes: z.array(AMOUNT).max(5) }),
  z.strictObject({
    kind: z.literal('insure'),
    step: STEP,
    boxes: z.array(z.int().min(0).max(4)).max(5),
  }),
  z.strictObject({ kind: z.enum(['card', 'stand', 'double', 'split', 'abandon']), step: STEP }),
]) satisfies z.ZodType<BlackjackCommand>;
