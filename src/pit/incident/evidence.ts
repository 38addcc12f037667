/**
 * The evidence of an incident, from the log: every scan of its round, and what happened in it, with
 * the position in the video.
 */
import type pg from 'pg';
import { statement } from '../../platform/statement.js';
import type { IncidentEvidence } from '../../protocol/incident.js';
import type { FourEyes } from '../../round/four-eyes.js';
import type { TableEvent } from '../../round/event.js';
import { type StoredEvent, upcast } from '../../round/past-events.js';
import { recordingUrl } from '../film-url.js';
import type { IncidentRow } from './incident-rows.js';

interface Happened {
  readonly seq: number;
  readonly atMs: number;
  /** Undefined where only a later version of the studio can read it. */
  readonly event: TableEvent | undefined;
}

/** An incident between rounds is shown with this many events before it. */
const BEFORE = 50;
const EVENTS_MAX = 500;
/**
 * What came before the next round, if one follows; the last of it, where it is more than is shown.
 * Batches of bets are about money, not about what happened with the cards.
 */
const READ_EVENTS = statement({
  inputs: { table: 'text', from: 'bigint', after: 'bigint', end: 'bigint' },
  text: `
select seq, at_ms, payload from table_events
 where table_id = :table and seq >= :from and kind <> 'bets_accepted'
   and seq < coalesce((select min(opened_seq) from rounds where table_id = :table and opened_seq > :after), :end)
 order by seq desc limit ${EVENTS_MAX}`,
});
/** A round that nothing follows goes on to the end of the log. */
const END_OF_LOG = Number.MAX_SAFE_INTEGER;

/** What there is to see of the table. */
interface Seen {
  readonly videoUrl: string | null;
  readonly stillUrl: string | null;
  /** The address of what is recorded, to be filled in. */
  readonly recording: string | undefined;
}

/** The film of an incident begins so long before its round, or before itself. */
const BEFORE_MS = 10_000;
/** It ends so long after it, and what happened longer before it is not on it. */
const AFTER_MS = 60_000;
const FILM_MOST_MS = 300_000;

const filmOf = (
  recording: string,
  table: string,
  { roundOpenedAtMs, openedAtMs }: Pick<IncidentRow, 'roundOpenedAtMs' | 'openedAtMs'>,
): IncidentEvidence['film'] => {
  const beganAtMs = Math.max(roundOpenedAtMs ?? 0, openedAtMs - FILM_MOST_MS);
  const fromMs = (roundOpenedAtMs === null ? openedAtMs : beganAtMs) - BEFORE_MS;
  const toMs = openedAtMs + AFTER_MS;
  return { url: recordingUrl(recording, { table, fromMs, toMs }), fromMs, toMs };
};

export const readEvidence = async (
  pool: Pick<pg.Pool, 'query'>,
  { id, table, seq, roundSeq, roundOpenedAtMs, openedAtMs }: IncidentRow,
  { videoUrl, stillUrl, recording }: Seen,
): Promise<IncidentEvidence> => {
  const from = roundSeq ?? Math.max(1, seq - BEFORE);
  const { rows } = await pool.query<{ seq: string; at_ms: string; payload: string }>(
    READ_EVENTS({
      table,
      from,
      after: roundSeq ?? seq,
      end: roundSeq === null ? seq + EVENTS_MAX : END_OF_LOG,
    }),
  );
  const hands = await pool.query<{ hand: string }>('select unnest(hands_of_incident($1)) as hand', [
    id,
  ]);
  const happened = rows.toReversed().map((row) => {
    const kept = JSON.parse(row.payload) as StoredEvent;
    const { kind } = kept;
    return { seq: Number(row.seq), atMs: Number(row.at_ms), kind, event: upcast(kept) };
  });
  return {
    roundOpenedAtMs,
    videoUrl,
    film:
      recording === undefined ? null : filmOf(recording, table, { roundOpenedAtMs, openedAtMs }),
    stillUrl,
    scans: happened.flatMap(scanOf),
    // Of what a later version has written nothing is known but that it was.
    timeline: happened.map(({ seq, atMs, kind, event }) => ({
      seq,
      atMs,
      timecodeMs: roundOpenedAtMs === null ? null : Math.max(0, atMs - roundOpenedAtMs),
      kind: event?.kind ?? kind,
      by: event === undefined ? null : byOf(event),
      text: event === undefined ? '' : textOf(event),
    })),
    hands: hands.rows.map(({ hand }) => hand),
  };
};

const scanOf = ({ seq, atMs, event }: Happened): IncidentEvidence['scans'] => {
  if (event === undefined || !('scanSeq' in event)) return [];
  const { scanSeq, code } = event;
  const card = 'card' in event ? event.card : null;
  const refusal = event.kind === 'scan_refused' ? event.refusal : null;
  return [{ seq, atMs, scanSeq, code, card, seat: seatOf(event), refusal }];
};

const seatOf = (event: TableEvent): string | null => {
  if (event.kind === 'cards_burned') return 'burn';
  return 'side' in event ? `${event.side}_${event.position}` : null;
};

const byOf = (event: TableEvent): string | null => {
  if ('by' in event) return event.by ?? null;
  if ('requestedBy' in event) return bothOf(event);
  if ('manual' in event && event.manual !== undefined) return bothOf(event.manual);
  return 'dealer' in event ? event.dealer : null;
};

const bothOf = ({ requestedBy, approvedBy }: Omit<FourEyes, 'approval'>): string =>
  `${requestedBy}, ${approvedBy}`;

/** Cards, coups and codes as they are written. The page makes sentences of them. */
const textOf = (event: TableEvent): string => {
  const words = [
    seatOf(event),
    'card' in event ? event.card : null,
    'was' in event ? `(${event.was})` : null,
    'coup' in event ? event.coup : null,
    'refusal' in event ? `${event.code} ${event.refusal}` : null,
    'malfunction' in event ? event.malfunction : null,
    'reason' in event ? event.reason : null,
    'note' in event ? event.note : null,
    'spot' in event ? event.spot : null,
  ];
  return words.filter((word) => word !== null && word !== '').join(' ');
};
