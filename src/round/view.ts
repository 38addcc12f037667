/**
 * Who may see what: the one function that turns an event into the message for an audience, or
 * nothing (invariant I5).
 */
import { type Audience, isSeenBy } from './audience.js';
import {
  EVENTS,
  EVENT_KINDS,
  type EventKind,
  type FieldsOf,
  type TableEvent,
  type WorkedOutOf,
  definitionOf,
} from './event.js';
import type { Flat, ShownFields } from './field.js';

/**
 * What an audience is sent of an event. What it may not see is left out. What is derived may be
 * added later.
 */
export type ViewedEvent = {
  [K in EventKind]: Flat<{ readonly kind: K } & ShownFields<FieldsOf<K>> & WorkedOutOf<K>>;
}[EventKind];

type Names = ReadonlyMap<EventKind, readonly string[]>;

/**
 * For each audience, the fields that it is sent of each kind. A kind that it is not sent is left
 * out.
 */
const namesShown = (isFaceDown: boolean): Readonly<Record<Audience, Names>> => {
  const shownTo = (audience: Audience): Names =>
    new Map(
      EVENT_KINDS.filter((kind) => isSeenBy(EVENTS[kind].visibility, audience)).map((kind) => [
        kind,
        Object.entries(definitionOf(kind).fields)
          .filter(([, { visibility }]) => isSeenBy(visibility, audience, isFaceDown))
          .map(([name]) => name),
      ]),
    );
  return { player: shownTo('player'), dealer: shownTo('dealer'), pit: shownTo('pit') };
};

const SHOWN = namesShown(false);
/** The same of an event whose card lies face down. */
const SHOWN_FACE_DOWN = namesShown(true);

export const isShownTo = (kind: EventKind, audience: Audience): boolean =>
  SHOWN[audience].has(kind);

/** The message that `audience` gets for `event`, or undefined. */
export const view = (event: TableEvent, audience: Audience): ViewedEvent | undefined => {
  const isFaceDown = 'faceDown' in event && event.faceDown === true;
  const names = (isFaceDown ? SHOWN_FACE_DOWN : SHOWN)[audience].get(event.kind);
  if (names === undefined) return undefined;
  const kept: Readonly<Record<string, unknown>> = event;
  const message: Record<string, unknown> = { kind: event.kind };
  for (const name of names) {
    if (kept[name] !== undefined) message[name] = kept[name];
  }
  return Object.assign(
    message,
    definitionOf(event.kind).derived?.of(event),
  ) as unknown as ViewedEvent;
};
