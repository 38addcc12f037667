/**
 * What a kind of event is: all that is known of it stands in its definition, and everything else is
 * worked out of that.
 */
import type { Visibility } from './audience.js';
import type { Fields, Seen, Whole } from './field.js';
import type { TableState } from './state.js';

/** Where in the log an event stands. */
export interface LogPlace {
  readonly seq: number;
  readonly atMs: number;
}

export interface EventDefinition<F extends Fields, D extends Fields, R = unknown> {
  /**
   * 1 where the definition names none. It grows where the fields change so that past-events.ts has
   * a step for those of before.
   */
  readonly version?: number;
  /** What it means, in a sentence, for whoever reads the protocol. */
  readonly means: string;
  /** Who is told of it at all; each field may be for fewer. */
  readonly visibility: Visibility;
  readonly fields: F;
  /**
   * What its messages say besides, to everybody who gets one. What `of` leaves out is added by the
   * message history.
   */
  readonly derived?: {
    readonly fields: D;
    readonly of: (event: Whole<F>) => R;
  };
  /**
   * The table's state after it. A viewer's copy of the table is kept by the same function, so what
   * not everybody sees may be undefined here; what a viewer does see of the state must not hang on
   * it.
   */
  readonly fold: (state: TableState, event: Seen<F>, place: LogPlace) => TableState;
}

export const defineEvent = <
  const F extends Fields,
  const D extends Fields = Record<never, never>,
  R extends Partial<Whole<D>> = Record<never, never>,
>(
  definition: EventDefinition<F, D, R>,
): EventDefinition<F, D, R> => definition;

/** For an event that is kept as evidence, and changes nothing. */
export const unchanged = (state: TableState): TableState => state;
