/**
 * What happens at a table, as its log keeps it. Plain JSON: amounts are strings of minor units,
 * times are ms since 1970.
 */
import { BETTING_EVENTS } from './events/betting.js';
import { COUP_EVENTS } from './events/coup.js';
import { INCIDENT_EVENTS } from './events/incident.js';
import { PAYMENT_EVENTS } from './events/payment.js';
import { SHOE_EVENTS } from './events/shoe.js';
import { TABLE_EVENTS } from './events/table.js';
import type { EventDefinition } from './define-event.js';
import type { Fields, Flat, Whole } from './field.js';

/**
 * Every kind of event, with everything that is known of it. A kind that is not here happens at no
 * table.
 */
export const EVENTS = {
  ...TABLE_EVENTS,
  ...SHOE_EVENTS,
  ...BETTING_EVENTS,
  ...COUP_EVENTS,
  ...PAYMENT_EVENTS,
  ...INCIDENT_EVENTS,
} as const;

export type EventKind = keyof typeof EVENTS;
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];
/** A studio of a later version has more of them. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(EVENTS, kind);

export type FieldsOf<K extends EventKind> = (typeof EVENTS)[K]['fields'];
/** What messages of the kind say besides. */
export type DerivedOf<K extends EventKind> = (typeof EVENTS)[K] extends {
  readonly derived?: { readonly fields: infer D extends Fields };
}
  ? D
  : Record<never, never>;
/** The same, as far as it follows from the event alone. */
export type WorkedOutOf<K extends EventKind> = (typeof EVENTS)[K] extends {
  readonly derived?: { readonly of: (...event: never) => infer R };
}
  ? R
  : Record<never, never>;

export type TableEvent = {
  [K in EventKind]: Flat<{ readonly kind: K } & Whole<FieldsOf<K>>>;
}[EventKind];
export type EventOf<K extends EventKind> = Extract<TableEvent, { kind: K }>;

/** A definition, where its kind does not matter. */
export const definitionOf = (kind: EventKind): EventDefinition<Fields, Fields> =>
  EVENTS[kind] as unknown as EventDefinition<Fields, Fields>;

/** The kinds of events that move a table: its phase, its cards or its payment. */
export const MOVING_KINDS = EVENT_KINDS.filter((kind) => definitionOf(kind).moves === true);

/** Whether it is of one of the kinds: an event, or a message of one. */
export const isOneOf = <E extends { readonly kind: string }, K extends E['kind']>(
  event: E,
  kinds: readonly K[],
): event is Extract<E, { readonly kind: K }> => kinds.some((kind) => kind === event.kind);

/** An event with its place in the table's log. */
export interface LoggedEvent {
  readonly seq: number;
  readonly atMs: number;
  readonly event: TableEvent;
}
