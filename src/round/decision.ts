/** A decision: the events that follow from a command, or the refusal that answers it. */
import type { TableEvent } from './event.js';
import type { RoundRefusal } from './refusal.js';
import type { ScanAnswer } from './state.js';

/**
 * `events` follow from an accepted command, in order. A refused command leaves none, except that a
 * refused scan is kept as evidence. `repeated` is the answer to a scan that was answered before.
 */
export type Decision =
  | { readonly ok: true; readonly events: readonly TableEvent[]; readonly repeated?: ScanAnswer }
  | { readonly ok: false; readonly refusal: RoundRefusal; readonly events: readonly TableEvent[] };

export const accept = (...events: readonly TableEvent[]): Decision => ({ ok: true, events });

export const refuse = (refusal: RoundRefusal, ...evidence: readonly TableEvent[]): Decision => ({
  ok: false,
  refusal,
  events: evidence,
});
