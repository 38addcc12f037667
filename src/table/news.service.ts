/**
 * What the tables of this process have committed, for the processes that follow them: each event is
 * added to the table's stream. An event that does not get there is found in the log.
 */
import { Injectable } from '@nestjs/common';
import { type StreamEntry, Streams } from '../platform/streams.service.js';
import { Timelines } from '../platform/timelines.service.js';
import type { LoggedEvent } from '../round/event.js';
import { parseEvent, stored } from '../round/past-events.js';
import type { Follower } from './ports.js';

/** Who has missed more reads the log. Of a table that is gone nothing is left after a day. */
const KEPT = { entries: 1_000, ms: 24 * 3_600_000 };

/**
 * The stream of a table. What happened there before a restore of the database is in another, and so
 * is what happened at a table of this name in another database.
 */
export const streamOf = (database: string, timeline: number, table: string): string =>
  `table:${database}:${timeline}:${table}`;

/** The place of an event in the stream is its number in the log, so that it is there once. */
export const placeOf = (seq: number): string => `${seq}-0`;

/** The event of an entry. Throws where a later version of the studio has written it. */
export const newsOf = ({ at, event }: StreamEntry, id: string): LoggedEvent => ({
  seq: Number.parseInt(id, 10),
  atMs: Number(at),
  event: parseEvent(event ?? ''),
});

@Injectable()
export class TableNews implements Follower {
  constructor(
    private readonly streams: Streams,
    private readonly timelines: Timelines,
  ) {}

  get isCutOff(): boolean {
    return this.streams.isCutOff;
  }

  take(table: string, { seq, atMs, event }: LoggedEvent, timeline: number): void {
    const { database } = this.timelines;
    if (database === undefined) return;
    const entry = { at: String(atMs), event: JSON.stringify(stored(event)) };
    void this.streams.add(streamOf(database, timeline, table), placeOf(seq), entry, KEPT);
  }
}
