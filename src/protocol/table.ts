/** What a table tells: messages in the order of its log, and the snapshot that stands for all before. */
import { z } from 'zod';
import { SPOTS } from '../punto-banco/spot.js';
import { SHOE_CHANGE_REASONS } from '../round/event.js';
import { ROUND_REFUSALS } from '../round/refusal.js';
import { PHASES } from '../round/state.js';
import * as wire from './wire.js';

const limits = z.strictObject({ min: wire.amountText, max: wire.amountText });

export const tableSettings = z.strictObject({
  name: z.string().min(1).max(64),
  currency: wire.currency,
  betMs: wire.durationMs,
  lastBetsMs: wire.durationMs,
  pauseMs: wire.durationMs,
  opensItself: z.boolean(),
  decks: z.int().min(1).max(8),
  limits: z.strictObject(
    Object.fromEntries(SPOTS.map((spot) => [spot, limits])) as Record<
      (typeof SPOTS)[number],
      typeof limits
    >,
  ),
  chips: z.array(wire.amountText).min(1),
  oppositeBets: z.enum(['reject', 'allow']),
  placementsMax: z.int().positive(),
  paytable: z.string(),
});

const place = { column: z.int().positive(), row: z.int().positive() };
const derivedCell = z.strictObject({ ...place, colour: z.enum(['red', 'blue']) });

/** What a coup added to each road; a road that gained nothing is left out. */
export const roadsDelta = z.strictObject({
  coup: z.int().positive(),
  beadPlate: z.strictObject({ ...place, bead: wire.bead }),
  bigRoad: z.strictObject({
    ...place,
    outcome: wire.outcome,
    ties: z.int().nonnegative(),
    puntoPair: z.boolean(),
    bancoPair: z.boolean(),
  }),
  bigEyeBoy: derivedCell.optional(),
  smallRoad: derivedCell.optional(),
  cockroachRoad: derivedCell.optional(),
});

const result = z.strictObject({
  outcome: wire.outcome,
  puntoTotal: z.int().min(0).max(9),
  bancoTotal: z.int().min(0).max(9),
  natural: z.boolean(),
  puntoPair: wire.pair.nullable(),
  bancoPair: wire.pair.nullable(),
});

const game = wire.gameNumber;
const staffOnly = <T extends z.ZodType>(schema: T) => schema.optional().describe('staff only');

/** The body of a message, by its kind. */
export const TABLE_MESSAGE_BODIES = {
  table_opened: z.strictObject({ dealer: z.string(), settings: tableSettings }),
  table_closed: z.strictObject({}),
  settings_changed: z.strictObject({ settings: tableSettings }),
  shoe_change_started: z.strictObject({ reason: z.enum(SHOE_CHANGE_REASONS) }),
  shoe_started: z.strictObject({ shoe: z.int().positive() }),
  cards_burned: z.strictObject({
    card: staffOnly(wire.card),
    unseen: staffOnly(z.int().positive()),
  }),
  betting_opened: z.strictObject({
    game,
    roundInShoe: z.int().positive(),
    isLast: z.boolean(),
    paytable: z.string(),
    spots: z.array(wire.spot),
    lastBetsAtMs: wire.timeMs,
    closesAtMs: wire.timeMs,
  }),
  bets_accepted: z
    .strictObject({ game, bets: z.int().positive(), change: wire.changeText, digest: z.string() })
    .describe('pit only'),
  last_bets_called: z.strictObject({ game }),
  betting_closed: z.strictObject({ game }),
  card_dealt: z.strictObject({
    game,
    side: wire.side,
    position: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    card: wire.card,
  }),
  cut_card_drawn: z.strictObject({ thisCoupIsLast: z.boolean() }),
  scan_refused: z
    .strictObject({ refusal: z.enum(ROUND_REFUSALS), scanSeq: wire.seq, code: z.string() })
    .describe('staff only'),
  coup_decided: z.strictObject({
    game,
    coup: wire.coup,
    bead: wire.bead,
    opensAtMs: wire.timeMs,
    result,
    roads: roadsDelta,
  }),
  round_settled: z.strictObject({
    game,
    stakes: staffOnly(wire.amountText),
    paid: staffOnly(wire.amountText),
    opensAtMs: wire.timeMs,
  }),
  round_voided: z.strictObject({
    game,
    reason: z.string(),
    requestedBy: z.string().optional().describe('pit only'),
    approvedBy: z.string().optional().describe('pit only'),
  }),
  round_refunded: z.strictObject({
    game,
    stakes: staffOnly(wire.amountText),
    opensAtMs: wire.timeMs,
  }),
  table_suspended: z.strictObject({
    reason: z.string(),
    by: z.string().optional().describe('pit only'),
  }),
  table_resumed: z.strictObject({
    by: z.string().optional().describe('pit only'),
    pausedMs: wire.durationMs,
  }),
} as const;

type Bodies = typeof TABLE_MESSAGE_BODIES;
export type TableMessageKind = keyof Bodies;

/** Where in the table's order a message stands. `prev` is the last one this audience was sent: another number means one was missed. */
const header = {
  table: wire.tableId,
  seq: wire.seq,
  prev: wire.seq,
  atMs: wire.timeMs,
};

type Header = { [K in keyof typeof header]: z.infer<(typeof header)[K]> };

export type TableMessage = {
  [K in TableMessageKind]: Header & { readonly kind: K } & z.infer<Bodies[K]>;
}[TableMessageKind];

/** One schema for every message of a table. */
export const tableMessage: z.ZodType<TableMessage> = z.discriminatedUnion(
  'kind',
  Object.entries(TABLE_MESSAGE_BODIES).map(([kind, body]) =>
    (body as z.ZodObject).extend({ kind: z.literal(kind), ...header }),
  ) as never,
);

export const tableSnapshot = z.strictObject({
  table: wire.tableId,
  seq: wire.seq.describe('the next message names it as `prev`'),
  phase: z.enum(PHASES),
  suspended: z.strictObject({ from: z.enum(PHASES), reason: z.string() }).nullable(),
  settings: tableSettings,
  nextSettings: tableSettings.nullable().describe('hold from the next round'),
  dealer: z.string().nullable(),
  shoe: z
    .strictObject({
      ordinal: z.int().positive(),
      burned: z.boolean(),
      beads: z.array(wire.bead),
      cutCardOut: z.boolean(),
      cardsLeft: z.int().nonnegative().nullable().describe('staff only'),
    })
    .nullable(),
  round: z
    .strictObject({
      game,
      roundInShoe: z.int().positive(),
      isLast: z.boolean(),
      spots: z.array(wire.spot),
      lastBetsAtMs: wire.timeMs,
      closesAtMs: wire.timeMs,
      cards: z.array(wire.card),
    })
    .nullable(),
  opensAtMs: wire.timeMs.nullable(),
  lastScanSeq: wire.seq.nullable().describe('staff only'),
});
export type TableSnapshotMessage = z.infer<typeof tableSnapshot>;
