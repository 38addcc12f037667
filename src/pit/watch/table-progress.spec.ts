/** What moves a table is said by the definitions of events, and seen in its state. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNight, play } from '../../../test/kit/any-night.js';
import { type EventKind, MOVING_KINDS } from '../../round/event.js';
import type { TableState } from '../../round/state.js';
import { progressNow } from './table-progress.js';

/** Whether a table that was in one state and is now in the other has moved. */
const hasMoved = (before: TableState, after: TableState): boolean => {
  const known = progressNow(undefined, before, 1_000);
  return progressNow(known, after, 2_000).movedAtMs === 2_000;
};

/**
 * A correction may give the round in hand another coup. The round was paid before it, and nothing
 * counts from its cards any more.
 */
const LATER: EventKind = 'round_corrected';

describe('an event', () => {
  it('that moves the table in its state says so in its definition, and every such kind does', () => {
    const moved = new Set<EventKind>();
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, states } = play(night);
        for (const [index, { event }] of log.entries()) {
          if (event.kind === LATER) continue;
          if (hasMoved(states[index]!, states[index + 1]!)) moved.add(event.kind);
        }
      }),
      // Fewer nights than these need not have every kind of event.
      { numRuns: 150, seed: 7 },
    );
    expect([...moved].toSorted()).toEqual(MOVING_KINDS.toSorted());
  });
});
