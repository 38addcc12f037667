/**
 * Four eyes: what one person asks for and another approves, and what it would do (invariant I12).
 */
import { z } from 'zod';
import { SOLO_GAMES } from '../solo/game.js';
import * as wire from './wire.js';

const APPROVAL_KINDS = [
  'void', // a round, before or after it was paid
  'resettle', // with the corrected cards
  'refund', // one player's bets of a round
  'card', // entered by hand: the next card of the coup
  'card_correction', // another face for a card of the coup, before the coup is decided
  'burn_card', // entered by hand: the first card of a new shoe
  'cut_card', // entered by hand: it came out of the shoe
  'hand_pay', // what an unpaid round owes one player, outside the studio
  'void_hand', // a hand of a solo game, in play or over
  'void_hands', // many hands in play of one solo game
  'settle_case', // about an operator’s wallet: it was settled by hand, outside the studio
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/** Those that concern a table. */
export type TableApprovalKind = Exclude<ApprovalKind, 'void_hand' | 'void_hands' | 'settle_case'>;

/** Those that concern a shoe, and no round. */
const SHOE_KINDS = ['burn_card', 'cut_card'] as const satisfies readonly ApprovalKind[];
/** What a scanner would have read, which is all that a dealer may ask for. */
const BY_HAND = ['card', ...SHOE_KINDS] as const satisfies readonly ApprovalKind[];

const has = (kinds: readonly ApprovalKind[], kind: ApprovalKind): boolean => kinds.includes(kind);
export const isOfShoe = (kind: ApprovalKind): boolean => has(SHOE_KINDS, kind);
/** It concerns hands of a solo game, and no table. */
export const isOfHand = (kind: ApprovalKind): boolean =>
  kind === 'void_hand' || kind === 'void_hands';
/** It concerns a case about an operator’s wallet, and no table. */
export const isOfCase = (kind: ApprovalKind): boolean => kind === 'settle_case';
export const isByHand = (kind: ApprovalKind): boolean => has(BY_HAND, kind);
/** The dealer waits for what becomes of it. */
export const AWAITED_AT_THE_DESK = [
  ...BY_HAND,
  'card_correction',
] as const satisfies readonly ApprovalKind[];
export const isAwaitedAtTheDesk = (kind: ApprovalKind): boolean => has(AWAITED_AT_THE_DESK, kind);

const REASON_CODES = [
  'misdeal',
  'misread_card',
  'wrong_card_drawn',
  'exposed_card',
  'equipment_fault',
  'video_fault',
  'procedure_fault',
  'payment_fault',
  'player_dispute',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export const APPROVAL_STATES = [
  'pending',
  'approved', // and still to be carried out
  'done',
  'refused', // by the second person
  'expired',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why hands in play are voided together. */
const HANDS_WHY = [
  'restore', // begun before the database was restored, so nobody plays them on
  'key', // sealed under a key that the studio has no more
  'idle', // not played on since a time
] as const;

const manyHands = z.strictObject({
  game: z.enum(SOLO_GAMES),
  why: z.enum(HANDS_WHY),
  untilMs: wire.timeMs.optional().describe('`idle`: the last choice was made then at the latest'),
});

const entryId = z.string().regex(/^[1-9]\d{0,17}$/);
const note = z
  .string()
  .trim()
  .max(300)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text))
  .optional();

/** What is asked for. Each kind has its own subject, and no other kind's. */
const asked = {
  kind: z.enum(APPROVAL_KINDS),
  table: wire.tableId.optional().describe('none for `void_hand`, `void_hands` and `settle_case`'),
  game: wire.gameNumber
    .optional()
    .describe(
      'the round in hand, or for `void`, `resettle`, `refund` any before; none for `burn_card`, `cut_card`, `void_hand`, `void_hands` and `settle_case`',
    ),
  hand: wire.handNumber.optional().describe('`void_hand`: a hand of a solo game'),
  case: entryId.optional().describe('`settle_case`: a case about an operator’s wallet'),
  hands: manyHands
    .optional()
    .describe('`void_hands`: those in play of a solo game; at most 5,000, the first ones'),
  coup: wire.coup.max(40).optional().describe('`resettle`: the coup as it should have been'),
  player: entryId.optional().describe('`refund`, `hand_pay`: the player’s number'),
  card: wire.card.optional().describe('`card`, `card_correction`, `burn_card`: the face'),
  seat: wire.cardSeat
    .optional()
    .describe(
      '`card_correction`: which card of the coup; `card`: the next one, where it is left out',
    ),
};

const hasNoTable = (kind: ApprovalKind): boolean => isOfHand(kind) || isOfCase(kind);

/** The subject that each kind needs. */
const SUBJECTS: Readonly<Record<ApprovalKind, readonly string[]>> = {
  void: [],
  resettle: ['coup'],
  refund: ['player'],
  card: ['card'],
  card_correction: ['card', 'seat'],
  burn_card: ['card'],
  cut_card: [],
  hand_pay: ['player'],
  void_hand: ['hand'],
  void_hands: ['hands'],
  settle_case: ['case'],
};

type Asked = z.infer<z.ZodObject<typeof asked>>;
type Part = 'coup' | 'player' | 'card' | 'seat' | 'hand' | 'hands' | 'case';
const PARTS: readonly Part[] = ['coup', 'player', 'card', 'seat', 'hand', 'hands', 'case'];

/** Where the card seat is left out, it is that of the next card. */
const isFitting = (request: Asked, part: Part): boolean =>
  (request[part] !== undefined) === SUBJECTS[request.kind].includes(part) ||
  (request.kind === 'card' && part === 'seat');
const hasItsTime = ({ hands }: Asked): boolean =>
  hands === undefined || (hands.untilMs !== undefined) === (hands.why === 'idle');
const hasItsSubject = (request: Asked): boolean =>
  PARTS.every((part) => isFitting(request, part)) && hasItsTime(request);
const hasItsRound = (request: Asked): boolean =>
  (request.game === undefined) === (isOfShoe(request.kind) || hasNoTable(request.kind));
const hasItsTable = (request: Asked): boolean =>
  (request.table === undefined) === hasNoTable(request.kind);
const SUBJECT_FAULT = { path: ['kind'] };
const ROUND_FAULT = { path: ['game'] };
const TABLE_FAULT = { path: ['table'] };

export const approvalSubject = z
  .strictObject(asked)
  .refine(hasItsSubject, SUBJECT_FAULT)
  .refine(hasItsRound, ROUND_FAULT)
  .refine(hasItsTable, TABLE_FAULT);
export type ApprovalSubject = z.infer<typeof approvalSubject>;

export const approvalRequest = z
  .strictObject({ ...asked, reason: z.enum(REASON_CODES), note })
  .refine(hasItsSubject, SUBJECT_FAULT)
  .refine(hasItsRound, ROUND_FAULT)
  .refine(hasItsTable, TABLE_FAULT);
export type ApprovalRequest = z.infer<typeof approvalRequest>;

const previewSums = {
  bets: z.int().nonnegative().describe('stakes that it touches: each of one player on one spot'),
  players: z.int().nonnegative().describe('whose bets they are'),
  stakes: wire.amountText,
  was: wire.amountText.describe('what those players have got back from the round so far'),
  paid: wire.amountText.describe('what they would have got back after it'),
  back: wire.changeText.describe('what moves to players in sum; negative: from them'),
  takenBack: wire.amountText.describe('of those who would have less than so far'),
  losers: z.int().nonnegative().describe('how many they are'),
  given: wire.amountText.describe('to those who would have more than so far'),
  gainers: z.int().nonnegative().describe('how many they are'),
  shortPlayers: z.int().nonnegative().describe('who have spent what would be clawed back'),
  shortfall: wire.amountText.describe('what they would owe'),
};

export const preview = z
  .strictObject({
    ...previewSums,
    currency: wire.currency
      .optional()
      .describe('of the amounts, where they are of hands of solo games; else it is the table’s'),
    further: z
      .array(z.strictObject({ currency: wire.currency, ...previewSums }))
      .optional()
      .describe('the same of players of further currencies, by currency'),
  })
  .meta({ title: 'preview', description: 'What an action would do, before anything is done' });
export type Preview = z.infer<typeof preview>;

/** Of more players than this only those are named for whom the most moves. */
export const CONCERNED_MAX = 100;

export const concerned = z.strictObject({
  player: entryId,
  name: z.string(),
  currency: wire.currency
    .optional()
    .describe('of the amounts, where it is a further one of the table'),
  bets: z.int().nonnegative().describe('stakes that it touches'),
  stakes: wire.amountText,
  was: wire.amountText.describe('what the player has got back so far'),
  paid: wire.amountText.describe('what the player would have got back after it'),
});
export type Concerned = z.infer<typeof concerned>;

export const asItStands = z.strictObject({
  coup: wire.coup.nullable().describe('of a round that is decided, as it counts now'),
  card: wire.card.nullable().describe('`card_correction`: the card that lies on the seat'),
});
export type AsItStands = z.infer<typeof asItStands>;

export const approval = z
  .strictObject({
    id: wire.approvalId,
    kind: z.enum(APPROVAL_KINDS),
    table: wire.tableId.nullable().describe('null for `void_hand`, `void_hands` and `settle_case`'),
    game: wire.gameNumber
      .nullable()
      .describe('null for `burn_card`, `cut_card`, `void_hand`, `void_hands` and `settle_case`'),
    hand: wire.handNumber.nullable().describe('null but for `void_hand`'),
    case: entryId.nullable().describe('null but for `settle_case`'),
    hands: manyHands
      .extend({
        untilMs: wire.timeMs.nullable(),
        count: z.int().nonnegative().describe('how many they are'),
      })
      .nullable()
      .describe('null but for `void_hands`'),
    coup: wire.coup.nullable(),
    player: entryId.nullable(),
    card: wire.card.nullable(),
    seat: wire.cardSeat.nullable(),
    reason: z.enum(REASON_CODES),
    note: z.string(),
    state: z.enum(APPROVAL_STATES),
    requestedBy: z.string(),
    requestedAtMs: wire.timeMs,
    expiresAtMs: wire.timeMs,
    stands: z
      .boolean()
      .describe(
        'false: the round, the shoe or the hand is not what it was when it was asked for, or whoever asked, or has approved it, may not any more, so that nobody can carry it out; true once it is over',
      ),
    decidedBy: z.string().nullable(),
    decidedAtMs: wire.timeMs.nullable(),
    doneSeq: wire.seq
      .nullable()
      .describe('the event, or the row of the log of hands, or the case, that carried it out'),
  })
  .meta({ title: 'approval', description: 'A request for a second person, and what became of it' });
export type Approval = z.infer<typeof approval>;
