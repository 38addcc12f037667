/**
 * What an event makes of the table's state. Every event that the log holds is taken, since deciding
 * was done before.
 */
import { assert } from '../money/assert.js';
import type { LogPlace } from './define-event.js';
import { EVENTS, type EventKind, type FieldsOf, type LoggedEvent } from './event.js';
import type { Seen } from './field.js';
import { type TableState, placed } from './state.js';
import { isShownTo } from './view.js';

/** The state after `logged`, which must be the next event of the log. */
export const evolve = (state: TableState, logged: LoggedEvent): TableState => {
  assert(logged.seq === state.seq + 1, 'events are taken in order, without a gap');
  const { seq, event } = logged;
  const { player, dealer, pit } = state.shown;
  return placed(fold(state, event.kind, event, logged), seq, {
    player: isShownTo(event.kind, 'player') ? seq : player,
    dealer: isShownTo(event.kind, 'dealer') ? seq : dealer,
    pit: isShownTo(event.kind, 'pit') ? seq : pit,
  });
};

/** What any viewer may have been sent of an event of the kind. */
type SeenEvent<K extends EventKind> = { [Kind in K]: Seen<FieldsOf<Kind>> }[K];

type Folds = {
  readonly [K in EventKind]: {
    readonly fold: (state: TableState, event: SeenEvent<K>, place: LogPlace) => TableState;
  };
};
const FOLDS: Folds = EVENTS;

/** What an event of the kind, or what a viewer was sent of it, makes of the table. */
export const fold = <K extends EventKind>(
  state: TableState,
  kind: K,
  event: SeenEvent<K>,
  place: LogPlace,
): TableState => FOLDS[kind].fold(state, event, place);
