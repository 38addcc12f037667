/**
 * The events of the solo games as JSON, amounts as digits: one form on the wire, in the database
 * and in the pages.
 */
import { z } from 'zod';
import { BLACKJACK_PAYTABLE_VERSIONS } from '../blackjack/paytable.js';
import type { BlackjackEvent } from '../blackjack/state.js';
import { amount } from '../money/amount.js';
import { SIDES } from '../punto-banco/outcome.js';
import { PUNTO_E_BANCO_PAYTABLE_VERSIONS } from '../punto-e-banco/paytable.js';
import type { PuntoEBancoEvent } from '../punto-e-banco/state.js';
import { PUNTO_E_BANCO_SPOTS } from '../punto-e-banco/spot.js';
import { SETTE_E_MEZZO_PAYTABLE_VERSIONS } from '../sette-e-mezzo/paytable.js';
import type { SetteEMezzoEvent } from '../sette-e-mezzo/state.js';
import type { SoloGame } from '../solo/game.js';
import * as wire from './wire.js';

/** In the stored text. A later form of the events gets another number. */
const VERSION = 1;

const verdict = z.enum(['lost', 'returned', 'won']);
const place = {
  box: z.int().nonnegative().describe('counted from the right, from 0'),
  hand: z.int().nonnegative().describe('0, or 1 for the other one of a split'),
};

/** `money` is what an amount is read as. */
const puntoEBanco = <Money extends z.ZodType>(money: Money) => {
  const onSpots = z.partialRecord(z.enum(PUNTO_E_BANCO_SPOTS), money);
  return z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('stakes_taken'),
      paytable: z.enum(PUNTO_E_BANCO_PAYTABLE_VERSIONS),
      stakes: onSpots,
      taken: money,
    }),
    z.strictObject({
      kind: z.literal('card_dealt'),
      side: z.enum(SIDES),
      position: z.literal([1, 2, 3]),
      card: wire.card,
    }),
    z.strictObject({ kind: z.literal('hand_ended'), paidOn: onSpots, paid: money }),
  ]);
};

const setteEMezzo = <Money extends z.ZodType>(money: Money) =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('stake_taken'),
      paytable: z.enum(SETTE_E_MEZZO_PAYTABLE_VERSIONS),
      taken: money,
    }),
    z.strictObject({
      kind: z.literal('card_dealt'),
      to: z.enum(['player', 'bank']),
      card: wire.card,
    }),
    z.strictObject({ kind: z.literal('player_stood') }),
    z.strictObject({ kind: z.literal('house_took_over') }),
    z.strictObject({ kind: z.literal('hand_ended'), verdict, paid: money }),
  ]);

const blackjack = <Money extends z.ZodType>(money: Money) =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('stakes_taken'),
      paytable: z.enum(BLACKJACK_PAYTABLE_VERSIONS),
      stakes: z.array(money).describe('from the rightmost box'),
      taken: money,
    }),
    z.strictObject({ kind: z.literal('card_dealt'), ...place, card: wire.card }),
    z.strictObject({ kind: z.literal('bank_card_dealt'), card: wire.card }),
    z.strictObject({ kind: z.literal('hole_card_dealt') }),
    z.strictObject({ kind: z.literal('hole_card_turned'), card: wire.card }),
    z.strictObject({
      kind: z.literal('insurance_decided'),
      insured: z.array(money).describe('by box; zero where there is none'),
      taken: money,
    }),
    z.strictObject({ kind: z.literal('hand_stood'), ...place }),
    z.strictObject({ kind: z.literal('hand_doubled'), ...place, taken: money }),
    z.strictObject({ kind: z.literal('hand_split'), ...place, taken: money }),
    z.strictObject({ kind: z.literal('house_took_over') }),
    z.strictObject({
      kind: z.literal('hand_ended'),
      results: z.array(z.strictObject({ ...place, verdict, paid: money })),
      insurance: z.array(money),
      paid: money,
    }),
  ]);

/** As they are on the wire. */
export const puntoEBancoEvent = puntoEBanco(wire.amountText).meta({
  title: 'event of Punto e Banco',
  description: 'What happened in a hand of Punto e Banco',
});
export const setteEMezzoEvent = setteEMezzo(wire.amountText).meta({
  title: 'event of Sette e Mezzo',
  description: 'What happened in a hand of Sette e Mezzo',
});
export const blackjackEvent = blackjack(wire.amountText).meta({
  title: 'event of Blackjack',
  description: 'What happened in a hand of Blackjack',
});

const money = wire.amountText.transform((digits) => amount(BigInt(digits)));
const EVENTS = {
  punto_e_banco: z.array(puntoEBanco(money)),
  sette_e_mezzo: z.array(setteEMezzo(money)),
  blackjack: z.array(blackjack(money)),
} as const satisfies Readonly<Record<SoloGame, z.ZodType>>;

/** The events of each game. */
export interface SoloEvents {
  readonly punto_e_banco: PuntoEBancoEvent;
  readonly sette_e_mezzo: SetteEMezzoEvent;
  readonly blackjack: BlackjackEvent;
}

type Readers = {
  readonly [Game in SoloGame]: (events: unknown) => readonly SoloEvents[Game][];
};

/** Reads events off the wire. Each throws on anything else. */
export const readEvents: Readers = {
  punto_e_banco: (events) => EVENTS.punto_e_banco.parse(events),
  sette_e_mezzo: (events) => EVENTS.sette_e_mezzo.parse(events),
  blackjack: (events) => EVENTS.blackjack.parse(events),
};

const stored = z.strictObject({ version: z.literal(VERSION), events: z.array(z.unknown()) });

/** Of the text in the database: the events as they are on the wire. Throws on anything else. */
export const parseStoredEvents = (text: string): readonly unknown[] =>
  stored.parse(JSON.parse(text)).events;

/** `events` as they are on the wire. */
export const storedEvents = (events: readonly unknown[]): string =>
  JSON.stringify({ version: VERSION, events });
