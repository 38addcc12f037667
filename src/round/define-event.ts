/**
 * What a kind of event is. Everything that is known of it is in its definition, and everything else
 * is worked out from that.
 */
import type { Visibility } from './audience.js';
import type { Fields, Seen, Whole } from './field.js';
import type { TableState } from './state.js';

/** Where in the log an event is. */
export interface LogPlace {
  readonly seq: number;
  readonly atMs: number;
}

export interface EventDefinition<F extends Fields, D extends Fields, R = unknown> {
  /**
   * 1 where the definition names none. It grows with each change of the fields for which
   * past-events.ts has a step.
   */
  readonly version?: number;
  /** What it means, in a sentence, for whoever reads the protocol. */
  readonly means: string;
  /** Who is sent it at all. Each field may be for fewer. */
  readonly visibility: Visibility;
  /**
   * Whether it moves the table: its phase, its cards or its payment. A stall counts from the last
   * event that did, and ends by the next.
   */
  readonly moves?: true;
  readonly fields: F;
  /**
   * What its messages say besides, to everybody who gets one. The message history adds what `of`
   * leaves out.
   */
  readonly derived?: {
    readonly fields: D;
    readonly of: (event: Whole<F>) => R;
  };
  /**
   * The table's state after it. A viewer's copy of the table is kept by the same function, so
   * fields that not everybody sees may be undefined here. What a viewer does see of the state must
   * not depend on them.
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
