import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anyNight, play } from '../../test/kit/any-night.js';
import { LiveTable } from '../../test/kit/live-table.js';
import type { EventKind } from '../round/event.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { AUDIENCES } from '../round/audience.js';
import { isShownTo } from '../round/view.js';
import { TABLE_MESSAGE_BODIES, tableMessage, tableSettings, tableSnapshot } from './table.js';
import { runs } from '../../test/kit/runs.js';

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What is wrong with a value, for a failure that can be read. Empty when it fits. */
const misfit = (schema: z.ZodType, value: unknown): string => {
  const parsed = schema.safeParse(throughJson(value));
  return parsed.success ? '' : z.prettifyError(parsed.error);
};

describe.each(AUDIENCES)('what a %s is sent', (audience) => {
  it('in messages fits their schema, whatever happens at the table', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        for (const message of play(night).published(audience)) {
          expect(misfit(tableMessage, message)).toBe('');
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('in a snapshot fits its schema, whatever has happened at the table', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        const { states } = play(night);
        for (const state of states.filter((_, index) => index % 7 === 0)) {
          expect(misfit(tableSnapshot, snapshot(state, audience))).toBe('');
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('is every kind of message that it may see', () => {
    for (const [kind, body] of Object.entries(TABLE_MESSAGE_BODIES)) {
      const keptFrom = { 'pit only': ['player', 'dealer'], 'staff only': ['player'] };
      const hidden: readonly string[] = keptFrom[body.description as keyof typeof keptFrom] ?? [];
      const isShown = isShownTo(kind as EventKind, audience);
      expect(`${kind}: ${isShown}`).toBe(`${kind}: ${!hidden.includes(audience)}`);
    }
  });
});

describe('a table message', () => {
  const published = new LiveTable()
    .open()
    .close()
    .scan('9h', 'CUT', '4c', 'Kd', '2s')
    .published('player');

  it.each(published)('$kind has the fields of its schema, and no field more', (message) => {
    expect(misfit(tableMessage, { ...message, stranger: 1 })).toContain('nrecognized');
    for (const name of Object.keys(message)) {
      // A face is missing where its card lies face down.
      const mayLack = message.kind === 'card_dealt' && name === 'card';
      const isLacking = misfit(tableMessage, { ...message, [name]: undefined }) === '';
      expect(isLacking).toBe(mayLack);
    }
  });
});

describe('a snapshot', () => {
  it('has no field but those of its schema, at any depth', () => {
    const taken = snapshot(new LiveTable().open().state, 'dealer');
    const { shoe, round, settings } = taken;
    const stranger = { stranger: 1 };
    expect(misfit(tableSnapshot, taken)).toBe('');
    for (const more of [
      stranger,
      { shoe: { ...shoe, ...stranger } },
      { round: { ...round, ...stranger } },
      { settings: { ...settings, ...stranger } },
      { settings: { ...settings, limits: { ...settings.limits, ...stranger } } },
    ]) {
      expect(misfit(tableSnapshot, { ...taken, ...more })).toContain('nrecognized');
    }
  });
});

describe('settings', () => {
  it('name the limits of every spot', () => {
    const { punto, ...limits } = DEFAULT_SETTINGS.limits;
    expect(misfit(tableSettings, DEFAULT_SETTINGS)).toBe('');
    expect(punto).toBeDefined();
    expect(misfit(tableSettings, { ...DEFAULT_SETTINGS, limits })).toContain('punto');
  });
});
