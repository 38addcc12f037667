import { expect, it } from 'vitest';
import { groupsOn, limitsOf } from './limits-of.js';
import { DEFAULT_SETTINGS } from './settings.js';

const { limits } = DEFAULT_SETTINGS;
const VIP = { min: '10000', max: '9000000' };
const table = { limits, groupLimits: { vip: { banco: VIP, punto: undefined } } };

it('are the group’s on the spots that it has any for, and the table’s on the others', () => {
  expect(limitsOf(table, 'vip')).toEqual({ ...limits, banco: VIP });
});

it('are the table’s for who has no group, or one that the table does not know', () => {
  for (const group of [null, 'null', 'other', 'constructor', '__proto__']) {
    expect(limitsOf(table, group), String(group)).toEqual(limits);
  }
  expect(limitsOf({ limits }, 'vip')).toEqual(limits);
});

it('the groups on a spot are those that have other limits there', () => {
  expect(groupsOn(table, 'banco')).toEqual(['vip']);
  expect(groupsOn(table, 'punto')).toEqual([]);
  expect(groupsOn({ limits }, 'banco')).toEqual([]);
});
