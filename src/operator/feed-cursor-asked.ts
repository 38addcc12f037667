/** The place that an operator goes on from, of the cursor in its request, or the refusal of it. */
import { HttpException } from '@nestjs/common';
import * as feeds from '../protocol/operator-feeds.js';
import { openCursor } from './feed-cursor.js';
import { type FeedPlace, beginningOf, parsePlace } from './feed-place.js';

type CursorOf = Parameters<typeof openCursor>[1];

const refused = (error: feeds.FeedRefusal): HttpException =>
  new HttpException({ error }, feeds.FEED_REFUSALS[error]);

/** Throws `unknown_cursor`. */
export const openAsked = (jwtKey: Uint8Array, of: CursorOf, cursor: string): string => {
  const place = openCursor(jwtKey, of, cursor);
  if (place === undefined) throw refused('unknown_cursor');
  return place;
};

/** Throws `unknown_cursor`, and `cursor_out_of_date` for a place in another timeline. */
export const placeAsked = (
  jwtKey: Uint8Array,
  of: CursorOf,
  after: string | undefined,
  timeline: string,
): FeedPlace => {
  if (after === undefined) return beginningOf(timeline);
  const place = parsePlace(openAsked(jwtKey, of, after));
  if (place.timeline !== timeline) throw refused('cursor_out_of_date');
  return place;
};
