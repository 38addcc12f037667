/**
 * Incidents: a fault at a table, opened by the studio or by people, with the evidence, until
 * somebody closes it.
 */
import { z } from 'zod';
import { MALFUNCTIONS } from '../round/malfunction.js';
import * as wire from './wire.js';

/** The malfunctions of a table (src/round/malfunction.ts), and whatever else needs the pit. */
export const INCIDENT_KINDS = [
  ...MALFUNCTIONS,
  'manager_called',
  'cards_due',
  'suspended', // by a person, in their own words
  'impossible_state', // the studio stopped the table rather than guess
  'database_restored', // what happened at the table last is lost
  'stalled',
  'clock_skew', // of the process that runs the table, against the database’s
  'payment_failed', // of a round, of its refund, or of a correction: for a cause that lasts
  'game_closed', // a solo game, to somebody: the detail says why
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

const OUTLASTS_RESUMING: ReadonlySet<IncidentKind> = new Set([
  'manager_called',
  'cards_due',
  'stalled',
  'clock_skew',
  'payment_failed',
  'game_closed',
  'stream_lost', // the studio closes it once the picture is back
  'wrong_payment', // play may go on, and the money is still to be amended
]);

/** Those that stop a table until it is resumed. Whoever resumes it closes them. */
export const ENDED_BY_RESUMING: readonly IncidentKind[] = INCIDENT_KINDS.filter(
  (kind) => !OUTLASTS_RESUMING.has(kind),
);

/** Why the studio closes an incident by itself: its cause has ended, and the log proves it. */
const ENDINGS = [
  'table_goes_on',
  'table_is_run_again',
  'stream_is_back',
  'round_is_paid',
  'clock_is_right',
  'game_is_open',
] as const;
export type Ending = (typeof ENDINGS)[number];

export const INCIDENT_STATES = ['open', 'taken', 'closed'] as const;

/** What the pit may do about an incident, as far as the table's state allows it now. */
const INCIDENT_ACTIONS = [
  'suspend',
  'resume',
  'withdraw_card', // and scan the right one
  'card', // by hand, with a second person
  'burn_card', // the same
  'cut_card', // the same
  'card_correction',
  'void',
  'resettle',
  'refund',
  'shoe_change',
  'press', // the button that the dealer forgot
  'closing',
  'pay_again',
  'hand_pay', // with a second person: what one player is owed, outside the studio
] as const;
export type IncidentAction = (typeof INCIDENT_ACTIONS)[number];

export const incident = z
  .strictObject({
    id: wire.incidentId,
    table: wire.tableId.describe('of `game_closed`, the game: `solo-blackjack`'),
    game: wire.gameNumber.nullable().describe('the round that was in hand'),
    kind: z.enum(INCIDENT_KINDS),
    detail: z.string().describe('what was said of it; may be empty'),
    state: z.enum(INCIDENT_STATES),
    openedBy: z.string().describe('`studio`, or who of the staff'),
    openedAtMs: wire.timeMs,
    seq: wire.seq.describe('the event that opened it, or the last before it'),
    timecodeMs: wire.durationMs
      .nullable()
      .describe('how long after the opening of the round, to find it in the video'),
    takenBy: z.string().nullable(),
    closedBy: z.string().nullable(),
    actions: z
      .array(z.enum(INCIDENT_ACTIONS))
      .describe('what is proposed, the likeliest first; none once it is closed'),
  })
  .meta({ title: 'incident', description: 'A fault at a table, and who sees to it' });
export type Incident = z.infer<typeof incident>;

export const incidentNote = z.strictObject({
  kind: z.enum(['taken', 'note', 'again', 'closed']).describe('`again`: the same fault once more'),
  by: z.string().describe('`studio`, or who of the staff'),
  text: z
    .string()
    .describe('`closed` by `studio`: why, a code; of `again` what was said; may be empty'),
  atMs: wire.timeMs,
});

const scanSeen = z.strictObject({
  seq: wire.seq,
  atMs: wire.timeMs,
  scanSeq: z.int().nonnegative(),
  code: z.string().describe('as it was read'),
  card: wire.card.nullable(),
  seat: z.string().nullable(),
  refusal: z.string().nullable(),
});

const happening = z.strictObject({
  seq: wire.seq,
  atMs: wire.timeMs,
  timecodeMs: wire.durationMs.nullable(),
  kind: z.string().describe('of the event'),
  by: z.string().nullable(),
  text: z.string().describe('what is worth reading of it at a glance; may be empty'),
});

export const evidence = z
  .strictObject({
    roundOpenedAtMs: wire.timeMs.nullable(),
    videoUrl: wire.videoUrl.nullable(),
    film: z
      .strictObject({ url: wire.filmUrl, fromMs: wire.timeMs, toMs: wire.timeMs })
      .nullable()
      .describe('what was recorded around it, a list of HLS; null: nothing is recorded'),
    stillUrl: wire.filmUrl.nullable().describe('one frame of the picture, as it is now'),
    scans: z.array(scanSeen).describe('every scan of the round up to now, refused ones too'),
    timeline: z.array(happening).describe('the events of the round up to now'),
    hands: z.array(wire.handNumber).describe('of `game_closed`: the hands that could not be dealt'),
  })
  .meta({ title: 'evidence', description: 'What the log says of the round of an incident' });
export type IncidentEvidence = z.infer<typeof evidence>;
