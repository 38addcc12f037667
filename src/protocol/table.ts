/**
 * What a table sends: messages in the order of its log, and the snapshot that takes the place of
 * all before.
 */
import { z } from 'zod';
import { OPPOSITE_BETS } from '../punto-banco/limits.js';
import { CHECKSUMS } from '../round/check-character.js';
import type { Visibility } from '../round/audience.js';
import {
  type DerivedOf,
  EVENT_KINDS,
  type EventKind,
  type FieldsOf,
  definitionOf,
} from '../round/event.js';
import type { Field, Flat, FieldForm, Forms, ShownFields, Whole } from '../round/field.js';
import { NEXT_ACTIONS } from '../round/next-action.js';
import { FORMAT_MAX } from '../round/scan-code.js';
import { CONFIRMATIONS } from '../round/settings.js';
import * as wire from './wire.js';
import type { Json } from './wire.js';

export const limits = z
  .strictObject({ min: wire.amountText, max: wire.amountText })
  .meta({ title: 'limits', description: 'limits of the sum on one spot, both ends included' });

export const furtherCurrency = z
  .strictObject({
    chips: z.array(wire.amountText).min(1).describe('from the smallest'),
    limits: z.record(wire.spot, limits),
    groupLimits: z.record(wire.limitGroup, z.partialRecord(wire.spot, limits)),
    tipMax: wire.amountText.nullable(),
    rate: wire.rate,
  })
  .meta({
    title: 'further currency',
    description: 'what a table has in a currency other than its own, in minor units of that one',
  });

const scanCodes = z.strictObject({
  format: z
    .string()
    .max(FORMAT_MAX)
    .describe(
      'of `<deck>`, `<rank>`, `<suit>`, `<serial>` and plain characters; what is in brackets may be missing',
    ),
  cutCard: z.string().max(32),
  checksum: z
    .enum(CHECKSUMS)
    .describe('`mod36`: the last character is an ISO 7064 MOD 37,36 check'),
});

export const tableSettings = z
  .strictObject({
    name: z.string().min(1).max(64).describe('what players read: “Punto Banco 1”'),
    currency: wire.currency,
    betMs: wire.durationMs.describe('from opening to closing the bets'),
    lastBetsMs: wire.durationMs.describe('how much of it, at the end, is LAST BETS'),
    pauseMs: wire.durationMs.describe('from the outcome to the next bets'),
    opensItself: z.boolean().describe('whether the bets open by themselves after the pause'),
    decks: z.int().min(1).max(8).describe('of the next shoe'),
    limits: z.record(wire.spot, limits),
    groupLimits: z
      .record(wire.limitGroup, z.partialRecord(wire.spot, limits))
      .describe('by limit group: what its players have in place of `limits`'),
    chips: z.array(wire.amountText).min(1).describe('from the smallest'),
    oppositeBets: z
      .enum(OPPOSITE_BETS)
      .describe('whether one player may cover both Punto and Banco'),
    placementsMax: z.int().positive().describe('how many placements a player has in a round'),
    paytable: z.string().describe('the version of the paytable'),
    videoUrl: wire.videoUrl.nullable().describe('null: the table is drawn'),
    whepUrl: wire.whepUrl
      .nullable()
      .describe('the same picture with less delay, to be tried before `videoUrl`; null: none'),
    scanCodes: scanCodes.describe(
      'how the codes of the next shoe’s cards are made; the desk’s `scanCodes` are those of the shoe in place',
    ),
    confirms: z
      .enum(CONFIRMATIONS)
      .describe('`dealer`: a coup counts once the dealer has confirmed it'),
    squeezeMs: wire.durationMs
      .nullable()
      .describe(
        'a squeeze table: cards are dealt face down, and each is shown by the dealer, or by itself after this long; null: each card is open as it is dealt',
      ),
    cardsMaxMs: wire.durationMs.describe('how long the next new cards may be at the table'),
    streamLostMs: wire.durationMs
      .nullable()
      .describe('without a heartbeat for this long the stream is lost; null: none is expected'),
    tipMax: wire.amountText
      .nullable()
      .describe('the most that a player may give the dealer at once; null: no tips are taken'),
    further: z
      .record(wire.currency, furtherCurrency)
      .optional()
      .describe(
        'by further currency: what its players have in place of `chips`, `limits`, `groupLimits` and `tipMax`; left out where the table never had any',
      ),
  })
  .meta({
    title: 'settings',
    description:
      'The settings of a table. A change holds from the next round, but `decks` and `scanCodes` from the next shoe, `cardsMaxMs` from the next new cards, and `streamLostMs` and `tipMax` at once',
  });

export const result = z
  .strictObject({
    outcome: wire.outcome,
    puntoTotal: z.int().min(0).max(9),
    bancoTotal: z.int().min(0).max(9),
    natural: z.boolean().describe('whether the coup ended on one'),
    puntoPair: wire.pair.nullable(),
    bancoPair: wire.pair.nullable(),
  })
  .meta({
    title: 'result',
    description: 'A coup, for those who do not apply the rules themselves',
  });

/** The schema of each value that a field of an event may hold. */
const SCHEMAS = {
  text: z.string(),
  flag: z.boolean(),
  count: z.int().nonnegative(),
  positive: z.int().positive(),
  game: wire.gameNumber,
  amount: wire.amountText,
  change: wire.changeText,
  sums: z.record(wire.currency, wire.changeText),
  time: wire.timeMs,
  duration: wire.durationMs,
  card: wire.card,
  side: wire.side,
  position: z.literal([1, 2, 3]),
  spot: wire.spot,
  coup: wire.coup,
  bead: wire.bead,
  result,
  settings: tableSettings,
  persons: z.strictObject({
    requestedBy: z.string(),
    approvedBy: z.string(),
    approval: z.string(),
  }),
} as const satisfies { readonly [N in keyof Forms]: z.ZodType<Json<Forms[N]>> };

const schemaOf = (form: FieldForm): z.ZodType => {
  if (typeof form === 'string') return SCHEMAS[form];
  if ('oneOf' in form) return z.enum(form.oneOf);
  if ('listOf' in form) return z.array(schemaOf(form.listOf));
  return schemaOf(form.orNull).nullable();
};

/** For a message, or a field, that not everybody is sent. */
const FOR: Readonly<Record<Visibility, string>> = {
  all: '',
  open: 'players where the card lies open',
  staff: 'staff only',
  pit: 'pit only',
  nobody: '',
};

const fieldSchema = ({ form, visibility, mayLack, says }: Field, of: Visibility): z.ZodType => {
  const audience = visibility === of ? '' : FOR[visibility];
  const schema = audience !== '' || mayLack ? schemaOf(form).optional() : schemaOf(form);
  const description = [audience, says].filter((part) => part !== '').join(': ');
  return description === '' ? schema : schema.describe(description);
};

/**
 * What a message of the kind carries, to whomever it is sent. Fields that only some are sent may be
 * missing.
 */
const bodyOf = (kind: EventKind): z.ZodObject => {
  const { fields, derived, visibility } = definitionOf(kind);
  const shown = Object.entries({ ...fields, ...derived?.fields }).filter(
    ([, field]) => field.visibility !== 'nobody',
  );
  const body = z.strictObject(
    Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(field, visibility)])),
  );
  return visibility === 'all' ? body : body.describe(FOR[visibility]);
};

/** The body of a message, by its kind, as the registry of events defines it. */
export const TABLE_MESSAGE_BODIES = Object.fromEntries(
  EVENT_KINDS.map((kind) => [kind, bodyOf(kind)]),
) as Readonly<Record<EventKind, z.ZodObject>>;

export type TableMessageKind = EventKind;

/**
 * A message's position in the table's order. `prev` is the last one this audience was sent: another
 * number means that one was missed.
 */
export const tableMessageHeader = {
  table: wire.tableId,
  seq: wire.seq.describe('the event’s number in the table’s log'),
  prev: wire.seq.describe('the message before it that the same audience was sent'),
  atMs: wire.timeMs.describe('when it happened, by the table’s clock'),
};

type Header = {
  [K in keyof typeof tableMessageHeader]: z.infer<(typeof tableMessageHeader)[K]>;
};

export type TableMessage = {
  [K in EventKind]: Flat<
    Header & { kind: K } & Json<ShownFields<FieldsOf<K>>> & Json<Whole<DerivedOf<K>>>
  >;
}[EventKind];

/** One schema for every message of a table. */
export const tableMessage: z.ZodType<TableMessage> = z
  .discriminatedUnion(
    'kind',
    Object.entries(TABLE_MESSAGE_BODIES).map(([kind, body]) =>
      body.extend({ kind: z.literal(kind), ...tableMessageHeader }),
    ) as never,
  )
  .meta({ title: 'table messages', description: 'the messages of a table' });

export const deskSnapshot = z
  .strictObject({
    next: z.enum(NEXT_ACTIONS).describe('what the dealer does next'),
    seat: z.string().nullable().describe('the card seat of the next card: `punto_1`'),
    cards: z.string().nullable().describe('the cards at the table, as the inventory names them'),
    cardsDueAtMs: wire.timeMs.nullable().describe('when they must leave'),
    newCardsDue: z.boolean().describe('they must leave at the next change of shoe, or now'),
    shuffled: z.boolean(),
    cut: z.boolean(),
    toBurn: z
      .int()
      .positive()
      .nullable()
      .describe('cards to burn face down, before the first bets'),
    confirms: z.enum(CONFIRMATIONS),
    scanCodes: scanCodes.describe(
      'how the codes that are scanned now are made: those of the shoe in place, and where there is none those of the next',
    ),
    dropped: z.int().nonnegative().describe('cards that fell in the round in hand'),
    streamLost: z.boolean(),
    closing: z.boolean().describe('the table closes once the round in hand has ended'),
  })
  .meta({ title: 'desk', description: 'What the dealer’s desk shows besides the table' });

export const tableSnapshot = z
  .strictObject({
    table: wire.tableId,
    seq: wire.seq.describe('the next message names it as `prev`'),
    phase: wire.phase,
    suspended: z
      .strictObject({
        from: wire.phase,
        reason: z.string(),
        sinceMs: wire.timeMs.optional().describe('left out by a studio of before'),
      })
      .nullable()
      .describe('what the table was doing when it was suspended, why it was, and since when'),
    settings: tableSettings,
    nextSettings: tableSettings
      .nullable()
      .describe('hold from the next round; null: nothing waits for it'),
    dealer: z.string().nullable(),
    shoe: z
      .strictObject({
        ordinal: z.int().positive().describe('counts the table’s shoes'),
        burned: z.boolean().describe('whether it is ready to be dealt from'),
        beads: z.array(wire.bead).describe('its coups: every road is drawn from them'),
        cutCardOut: z.boolean(),
        cardsLeft: z.int().nonnegative().nullable().describe('staff only'),
      })
      .nullable(),
    round: z
      .strictObject({
        game: wire.gameNumber,
        roundInShoe: z.int().positive(),
        isLast: z.boolean().describe('the cut card is out: no round follows in this shoe'),
        spots: z.array(wire.spot).describe('those that are open in it'),
        lastBetsAtMs: wire.timeMs.describe('when LAST BETS begin'),
        closesAtMs: wire.timeMs.describe('when the bets close'),
        acceptedByMs: wire.timeMs
          .optional()
          .describe('while operators’ wallets are asked for the stakes: until when'),
        cards: z
          .array(wire.card)
          .describe('in dealing order; none before the close; to players, those that lie open'),
        faceDown: z
          .strictObject({
            open: z.int().nonnegative().describe('how many cards of the round lie open'),
            cards: z.int().positive().describe('how many lie face down; they were dealt after'),
            showsAtMs: wire.timeMs.describe('when the next of them is shown by itself'),
          })
          .nullish()
          .describe('at a squeeze table; null, or missing: every card lies open'),
      })
      .nullable()
      .describe('the round in hand, or the last one until the next opens'),
    opensAtMs: wire.timeMs.nullable().describe('when the next bets open by themselves'),
    closedSpots: z.array(wire.spot).describe('those that the pit keeps closed'),
    desk: deskSnapshot.nullable().describe('staff only'),
    lastScanSeq: z
      .int()
      .nonnegative()
      .nullable()
      .describe('staff only: the number of the last scan that was taken'),
  })
  .meta({ title: 'snapshot', description: 'A table as a viewer who comes in now sees it' });
export type TableSnapshotMessage = z.infer<typeof tableSnapshot>;
