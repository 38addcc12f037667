/**
 * What the timeline says of a change of settings: setting by setting, beside those that held
 * before.
 */
import { expect, test } from 'vitest';
import type { TableMessage } from '../../../../src/protocol/table.js';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import type { Settings } from './new-limits.js';
import { changedSettings, settingsBefore } from './settings-change.js';

const SET = DEFAULT_SETTINGS;
const published = (seq: number, kind: string, settings?: Settings) =>
  ({ seq, kind, settings }) as unknown as TableMessage;

test('each setting that changed is listed with what it was, and limits as they are now', () => {
  const limits = { ...SET.limits, punto: { min: '100', max: '2000' } };
  expect(changedSettings(SET, { ...SET, betMs: 20_000, videoUrl: null, limits }, 'en')).toEqual({
    fields: [{ name: 'betMs', was: '15', is: '20' }],
    limits: [{ group: null, spot: 'punto', min: '100', max: '2000' }],
  });
  const vip = { banco: { min: '100', max: '900' } };
  const { limits: changed } = changedSettings(SET, { ...SET, limits, groupLimits: { vip } }, 'en');
  expect(changed).toEqual([
    { group: null, spot: 'punto', min: '100', max: '2000' },
    { group: 'vip', spot: 'banco', min: '100', max: '900' },
  ]);
  expect(changedSettings(SET, { ...SET }, 'en')).toEqual({ fields: [], limits: [] });
});

test('the settings before a change are those of the change before it, or those that held', () => {
  const [one, two, three] = [1, 2, 3].map((seconds) => ({ ...SET, betMs: seconds * 1_000 }));
  const newest = [
    published(9, 'settings_changed', three),
    published(8, 'table_suspended'),
    published(7, 'settings_changed', two),
    published(4, 'settings_changed', one),
    published(2, 'table_opened', SET),
    published(1, 'settings_changed', three),
  ];
  const before = settingsBefore(newest, { seq: 5, settings: one! });
  expect([...before]).toEqual([
    [4, SET],
    [7, one],
    [9, two],
  ]);
  // Nothing is known of what held before the first one.
  expect([...settingsBefore(newest.slice(3, 4), { seq: 5, settings: one! })]).toEqual([]);
  expect([...settingsBefore(newest.slice(0, 1), { seq: 5, settings: one! })]).toEqual([[9, one]]);
});
