import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNight, play } from '../../test/kit/any-night.js';
import { runs } from '../../test/kit/runs.js';
import {
  STATE_VERSION,
  type Steps,
  type StoredEvent,
  canRead,
  namesInLogs,
  stored,
  storedState,
  upcast,
  upcastState,
} from './past-events.js';
import type { TableState } from './state.js';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A kind that was renamed with its second version, and got a field with its third. */
const STEPS: Steps = {
  'bell_rung 1': { kind: 'manager_rung', version: 2, fields: (fields) => fields },
  'manager_rung 2': { kind: 'manager_called', version: 1, fields: ({ by }) => ({ by }) },
};

describe('an event', () => {
  it('that is stored now is read as it was, and so is the state', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { log, state } = play(night);
        for (const { event } of log) {
          const kept: StoredEvent = throughJson(stored(event));
          expect(Object.keys(kept).slice(0, 2)).toEqual(['kind', 'version']);
          expect(kept.version).toBeGreaterThan(0);
          expect(upcast(kept)).toEqual(event);
        }
        const kept = throughJson(storedState(state));
        expect(kept).toMatchObject({ version: STATE_VERSION });
        expect(upcastState(kept as TableState)).toEqual(state);
      }),
      { numRuns: runs(20) },
    );
  });

  it('without a version is of the first', () => {
    expect(upcast({ kind: 'manager_called', by: 'Dora' })).toEqual(
      upcast({ kind: 'manager_called', version: 1, by: 'Dora' }),
    );
  });

  it('of an earlier version goes through every step from there', () => {
    const today = { kind: 'manager_called', by: 'Dora' };
    expect(upcast({ kind: 'bell_rung', by: 'Dora' }, STEPS)).toEqual(today);
    expect(upcast({ kind: 'manager_rung', version: 2, by: 'Dora' }, STEPS)).toEqual(today);
    expect(canRead('bell_rung', 1, STEPS)).toBe(true);
    expect(namesInLogs('manager_called', STEPS).toSorted()).toEqual([
      'bell_rung',
      'manager_called',
      'manager_rung',
    ]);
  });

  it('of a renamed kind is read under its new name', () => {
    const fields = { cards: null, note: 'fell off', by: 'Dora' };
    const today = { kind: 'malfunction_reported', malfunction: 'scanner_dead', ...fields };
    expect(upcast({ kind: 'mishap_reported', mishap: 'scanner_dead', ...fields })).toEqual(today);
    expect(upcast({ version: 2, ...today })).toEqual(today);
    // The name came with its second version.
    expect(upcast({ ...today })).toBeUndefined();
    expect(namesInLogs('malfunction_reported')).toEqual([
      'malfunction_reported',
      'mishap_reported',
    ]);
  });

  it.each([
    ['of no kind that is known', { kind: 'coffee_served' }],
    ['of a version that is still to come', { kind: 'manager_called', version: 2, by: 'Dora' }],
    ['named as a property that every object has', { kind: 'toString' }],
  ])('%s is not guessed at', (_, event: StoredEvent) => {
    expect(upcast(event)).toBeUndefined();
    expect(canRead(event.kind, event.version ?? 1)).toBe(false);
  });
});
