/**
 * What the tables of this process have committed, for the processes that follow them: each event is
 * added to the table's stream. An event that does not get there is found in the log.
 */
import { Injectable } from '@nestjs/common';
import { type Entry, Streams } from '../platform/streams.service.js';
import type { LoggedEvent } from '../round/event.js';
import { parseEvent, stored } from '../round/past-events.js';
import type { Follower } from './ports.js';

/** Who has missed more than this reads the log. */
const KEPT = { entries: 1_000 };

/** The stream of a table. What happened there before a restore of the database is in another. */
export const streamOf = (table: string, timeline: number): string => `table:${timeline}:${table}`;

/** The place of an event in the stream is its number in the log, so that it is there once. */
export const placeOf = (seq: number): string => `${seq}-0`;

/** The event of an entry. Throws where a later version of the studio has written it. */
export const newsOf = ({ at, event }: Entry, id: string): LoggedEvent => ({
  seq: Number.parseInt(id, 10),
  atMs: Number(at),
  event: parseEvent(event ?? ''),
});

@Injectable()
export class TableNews implements Follower {
  constructor(private readonly streams: Streams) {}

  take(table: string, { seq, atMs, event }: LoggedEvent, timeline: number): void {
    const entry = { at: String(atMs), event: JSON.stringify(stored(event)) };
    void this.streams.add(streamOf(table, timeline), placeOf(seq), entry, KEPT);
  }
}
