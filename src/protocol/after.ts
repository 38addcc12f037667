/** What a client has of a table when it joins it again: a number, and the timeline it counts in. */
import * as wire from './wire.js';

/** The fields of a request. */
export const after = { afterSeq: wire.seq.optional(), timeline: wire.timeline.optional() };

/** As it is sent. */
export interface After {
  readonly afterSeq?: number | undefined;
  readonly timeline?: number | undefined;
}
