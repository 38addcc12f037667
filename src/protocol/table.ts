/** What a table tells: messages in the order of its log, and the snapshot that stands for all before. */
import { z } from 'zod';
import { OPPOSITE_BETS } from '../punto-banco/limits.js';
import { COLOURS } from '../roads/derived-road.js';
import { CHECKSUMS } from '../round/check-character.js';
import { FIXES, SHOE_CHANGE_REASONS, SHUFFLES } from '../round/event.js';
import { CARD_CHANGE_REASONS, MISHAPS } from '../round/mishap.js';
import { NEXT_ACTIONS } from '../round/next-action.js';
import { ROUND_REFUSALS } from '../round/refusal.js';
import { FORMAT_MAX } from '../round/scan-code.js';
import { CONFIRMATIONS } from '../round/settings.js';
import type { Fields } from './command.js';
import * as wire from './wire.js';

export const limits = z
  .strictObject({ min: wire.amountText, max: wire.amountText })
  .meta({ title: 'limits', description: 'what the sum on one spot may be, both ends included' });

export const scanCodes = z.strictObject({
  format: z
    .string()
    .max(FORMAT_MAX)
    .describe(
      'of `<deck>`, `<rank>`, `<suit>`, `<serial>` and plain characters; what stands in brackets may be missing',
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
    pauseMs: wire.durationMs.describe('from the result to the next bets'),
    opensItself: z.boolean().describe('whether the bets open by themselves after the pause'),
    decks: z.int().min(1).max(8).describe('of the next shoe'),
    limits: z.record(wire.spot, limits),
    chips: z.array(wire.amountText).min(1).describe('from the smallest'),
    oppositeBets: z
      .enum(OPPOSITE_BETS)
      .describe('whether one player may cover both Punto and Banco'),
    placementsMax: z.int().positive().describe('how many placements a player has in a round'),
    paytable: z.string().describe('the version of the paytable'),
    videoUrl: wire.videoUrl.nullable().describe('null: the table is drawn'),
    scanCodes: scanCodes.describe(
      'how the codes of the next shoe’s cards are made; the desk’s `scanCodes` are those of the shoe in place',
    ),
    confirms: z
      .enum(CONFIRMATIONS)
      .describe('`dealer`: a coup counts once the dealer has confirmed it'),
    cardsMaxMs: wire.durationMs.describe('how long the next new cards may be at the table'),
    streamLostMs: wire.durationMs
      .nullable()
      .describe('without a heartbeat for so long the stream is lost; null: none is expected'),
  })
  .meta({
    title: 'settings',
    description:
      'What a table is set to. What is changed holds from the next round, but `decks` and `scanCodes` from the next shoe, `cardsMaxMs` from the next new cards, and `streamLostMs` at once',
  });

const place = { column: z.int().positive(), row: z.int().positive() };
export const derivedCell = z
  .strictObject({ ...place, colour: z.enum(COLOURS) })
  .meta({ title: 'derived cell', description: 'A cell of one of the three derived roads' });

/** What a coup added to each road; a road that gained nothing is left out. */
export const roadsDelta = z
  .strictObject({
    coup: z.int().positive().describe('its number in the shoe'),
    beadPlate: z.strictObject({ ...place, bead: wire.bead }),
    bigRoad: z.strictObject({
      ...place,
      outcome: wire.outcome,
      ties: z.int().nonnegative().describe('on this win, up to now'),
      puntoPair: z.boolean(),
      bancoPair: z.boolean(),
    }),
    bigEyeBoy: derivedCell.optional(),
    smallRoad: derivedCell.optional(),
    cockroachRoad: derivedCell.optional(),
  })
  .meta({
    title: 'roads',
    description:
      'The cells that a coup laid. Each goes where its column and row say, counted from 1, and replaces what lies there; a road that gained nothing is left out',
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
    description: 'A coup, for those who do not keep the rules themselves',
  });

const game = wire.gameNumber;
const inShoe = {
  roundInShoe: z.int().positive(),
  isLast: z.boolean().describe('the cut card is out: no round follows in this shoe'),
};
const clock = {
  lastBetsAtMs: wire.timeMs.describe('when LAST BETS begin'),
  closesAtMs: wire.timeMs.describe('when the bets close'),
};
const opens = { opensAtMs: wire.timeMs.describe('when the next bets open') };
const by = z.string().optional().describe('pit only');
const staffId = z.string().describe('who did it');
const seat = { side: wire.side, position: z.literal([1, 2, 3]) };
const staffOnly = <T extends z.ZodType>(schema: T) => schema.optional().describe('staff only');
const manual = staffOnly(
  z.strictObject({ requestedBy: z.string(), approvedBy: z.string(), approval: z.string() }),
).describe('staff only: no scanner read it, two persons stand for it');

const byHand = staffOnly(z.string()).describe('staff only: who did it, where a person did');

/** The body of a message, by its kind. */
export const TABLE_MESSAGE_BODIES = {
  table_opened: z.strictObject({ dealer: z.string(), settings: tableSettings }),
  table_closed: z.strictObject({ by: byHand }),
  settings_changed: z.strictObject({ settings: tableSettings, by: byHand }),
  shoe_change_started: z.strictObject({ reason: z.enum(SHOE_CHANGE_REASONS), by: byHand }),
  dealer_changed: z.strictObject({
    dealer: z.string(),
    was: z.string().describe('who dealt before'),
  }),
  cards_brought: z
    .strictObject({
      cards: z.string().describe('as the inventory names them'),
      dueAtMs: wire.timeMs.describe('when they must leave again'),
      by: staffId,
    })
    .describe('staff only'),
  cards_shuffled: z.strictObject({ how: z.enum(SHUFFLES), by: staffId }).describe('staff only'),
  shoe_cut: z.strictObject({ by: staffId }).describe('staff only'),
  card_change_warned: z
    .strictObject({ dueAtMs: wire.timeMs.describe('when the cards must leave') })
    .describe('staff only'),
  cards_due: z.strictObject({ reason: z.enum(CARD_CHANGE_REASONS) }).describe('staff only'),
  shoe_started: z.strictObject({
    shoe: z.int().positive(),
    by: staffOnly(z.string()).describe('staff only: who put it in place'),
  }),
  cards_burned: z.strictObject({
    card: staffOnly(wire.card),
    unseen: staffOnly(z.int().positive()).describe('staff only: cards burned face down after it'),
    manual,
  }),
  betting_opened: z.strictObject({
    game,
    ...inShoe,
    paytable: z.string().describe('the version that the round is paid by'),
    spots: z.array(wire.spot).describe('those that are open'),
    ...clock,
    by: byHand,
  }),
  bets_accepted: z
    .strictObject({
      game,
      bets: z.int().positive().describe('betting commands that stood'),
      change: wire.changeText.describe('of all that lies on the spots'),
      digest: z.string().describe('SHA-256 over the commands'),
    })
    .describe('pit only'),
  last_bets_called: z.strictObject({ game }),
  betting_closed: z.strictObject({ game }),
  card_dealt: z.strictObject({
    game,
    ...seat,
    card: wire.card,
    manual,
  }),
  card_withdrawn: z.strictObject({
    game,
    ...seat,
    card: wire.card,
    setAside: z
      .boolean()
      .describe(
        'whether the card stays out of the shoe; else it was misread, and is scanned again',
      ),
    reason: z.enum(MISHAPS),
    by: staffOnly(z.string()),
  }),
  card_corrected: z.strictObject({
    game,
    ...seat,
    was: wire.card.describe('what was read'),
    card: wire.card.describe('what lies there'),
    by: staffOnly(z.string()).describe('staff only: who asked for it'),
    approvedBy: staffOnly(z.string()),
    approval: staffOnly(z.string()),
  }),
  coup_confirmed: z.strictObject({ game, by: staffId }).describe('staff only'),
  cut_card_drawn: z.strictObject({
    thisCoupIsLast: z
      .boolean()
      .describe('whether the coup in hand is the shoe’s last; else the next is'),
    manual,
  }),
  scan_refused: z
    .strictObject({
      refusal: z
        .enum(ROUND_REFUSALS)
        .describe('one of the [refusals of the desk](#refusals-of-the-desk)'),
      scanSeq: z.int().nonnegative(),
      code: z.string(),
    })
    .describe('staff only'),
  coup_decided: z.strictObject({
    game,
    coup: wire.coup,
    bead: wire.bead,
    ...opens,
    result,
    roads: roadsDelta,
  }),
  round_settled: z.strictObject({
    game,
    stakes: staffOnly(wire.amountText),
    paid: staffOnly(wire.amountText).describe('staff only: all that came back to players'),
    ...opens,
  }),
  round_voided: z.strictObject({
    game,
    reason: z.string(),
    requestedBy: z.string().optional().describe('pit only'),
    approvedBy: z.string().optional().describe('pit only'),
    approval: z.string().optional().describe('pit only'),
  }),
  round_refunded: z.strictObject({
    game,
    stakes: staffOnly(wire.amountText),
    ...opens,
  }),
  round_corrected: z.strictObject({
    game,
    correction: z.int().positive().describe('counts the corrections of the round'),
    fix: z.enum(FIXES),
    coup: wire.coup.nullable().describe('what it was in truth, where it is settled again'),
    beads: z
      .array(wire.bead)
      .nullable()
      .describe('of the shoe in hand after it; null where the round is of another shoe'),
    moreCards: staffOnly(z.int().nonnegative()).describe(
      'staff only: cards that have left the shoe besides those known',
    ),
    player: z.string().nullable().optional().describe('pit only: whose bets go back'),
    reason: z.string().optional().describe('pit only'),
    requestedBy: z.string().optional().describe('pit only'),
    approvedBy: z.string().optional().describe('pit only'),
    approval: z.string().optional().describe('pit only'),
  }),
  correction_paid: z
    .strictObject({
      game,
      correction: z.int().positive(),
      stakes: wire.amountText,
      paid: wire.amountText.describe('all that players have of the round after it'),
      shortfall: wire.amountText.describe('what was taken back and could not be covered'),
    })
    .describe('staff only'),
  mishap_reported: z
    .strictObject({
      mishap: z.enum(MISHAPS),
      cards: z.int().nonnegative().nullable().describe('how many fell'),
      note: z.string(),
      by: staffId,
    })
    .describe('staff only'),
  manager_called: z.strictObject({ by: staffId }).describe('staff only'),
  stream_lost: z.strictObject({}).describe('staff only'),
  stream_back: z.strictObject({}).describe('staff only'),
  spot_closed: z.strictObject({ spot: wire.spot, by }),
  spot_opened: z.strictObject({ spot: wire.spot, by }),
  closing_called: z.strictObject({ by }),
  closing_called_off: z.strictObject({ by }),
  table_suspended: z.strictObject({
    reason: z.string().describe('a [mishap](#mishaps), `impossible_state`, or free text'),
    by,
  }),
  table_resumed: z.strictObject({
    by,
    pausedMs: wire.durationMs.describe('how long its clock stood still: every time moves by it'),
  }),
} as const;

type Bodies = typeof TABLE_MESSAGE_BODIES;
export type TableMessageKind = keyof Bodies;

/** Where in the table's order a message stands. `prev` is the last one this audience was sent: another number means one was missed. */
export const tableMessageHeader = {
  table: wire.tableId,
  seq: wire.seq.describe('where the event stands in the table’s log'),
  prev: wire.seq.describe('the message before it that the same audience was sent'),
  atMs: wire.timeMs.describe('when it happened, by the table’s clock'),
};

type Header = {
  [K in keyof typeof tableMessageHeader]: z.infer<(typeof tableMessageHeader)[K]>;
};

export type TableMessage = {
  [K in TableMessageKind]: Header & { readonly kind: K } & Fields<Bodies[K]>;
}[TableMessageKind];

/** One schema for every message of a table. */
export const tableMessage: z.ZodType<TableMessage> = z
  .discriminatedUnion(
    'kind',
    Object.entries(TABLE_MESSAGE_BODIES).map(([kind, body]) =>
      (body as z.ZodObject).extend({ kind: z.literal(kind), ...tableMessageHeader }),
    ) as never,
  )
  .meta({ title: 'table messages', description: 'the messages of a table' });

export const deskSnapshot = z
  .strictObject({
    next: z.enum(NEXT_ACTIONS).describe('what the dealer does next'),
    seat: z.string().nullable().describe('where the next card falls: `punto_1`'),
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
      .strictObject({ from: wire.phase, reason: z.string() })
      .nullable()
      .describe('what the table was doing when it was suspended, and why it was'),
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
        game,
        ...inShoe,
        spots: z.array(wire.spot).describe('those that are open in it'),
        ...clock,
        cards: z.array(wire.card).describe('in dealing order; none before the close'),
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
