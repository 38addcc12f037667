import { describe, expect, it } from 'vitest';
import type { LobbyCard } from '../../../src/protocol/lobby.js';
import { type ShownTable, limitsFor, openFirst, withTable } from './shown-tables.js';

const card = (table: string, changes: Partial<LobbyCard> = {}): LobbyCard => ({
  table,
  name: table,
  dealer: 'Ada',
  phase: 'betting',
  closesAtMs: 1,
  players: 2,
  currency: 'EUR',
  min: '100',
  max: '1000000',
  shoe: 7,
  goodRoads: [],
  ...changes,
});
const BEADS = ['P6', 'B7', 'E5'];
const TABLES: readonly ShownTable[] = [
  { card: card('pb-1'), beads: BEADS },
  { card: card('pb-2'), beads: [] },
];

it('open tables stand before the others, each in their order', () => {
  const phases = ['closed', 'betting', null, 'shoe_change', 'closed', 'suspended'] as const;
  const tables = phases.map((phase, at) => ({ card: card(`pb-${at}`, { phase }), beads: [] }));
  const order = openFirst(tables).map((each) => each.card.table);
  expect(order).toEqual(['pb-1', 'pb-3', 'pb-5', 'pb-0', 'pb-2', 'pb-4']);
});

const CHF = { min: '200', max: '2000000' };
const VIP = { min: '500', max: '2500000', further: { CHF: { min: '700', max: '7000000' } } };
const GROUPED = card('pb-1', { further: { CHF }, groups: { vip: VIP } });

it.each([
  ['of none', 'EUR', null, '100', 'EUR'],
  ['whose group the studio of before does not say', 'EUR', undefined, '100', 'EUR'],
  ['of a group', 'EUR', 'vip', '500', 'EUR'],
  ['of a group that the table does not know', 'EUR', 'constructor', '100', 'EUR'],
  ['of none, in a further currency', 'CHF', null, '200', 'CHF'],
  ['of a group, in a further currency', 'CHF', 'vip', '700', 'CHF'],
  ['of a group, in a currency that it does not take', 'JPY', 'vip', '500', 'EUR'],
  ['of a group, of no currency that is known', undefined, 'vip', '500', 'EUR'],
])('a player %s is shown the limits that hold', (_, asked, group, min, currency) => {
  expect(limitsFor(GROUPED, asked, group)).toMatchObject({ min, currency });
});

describe('the lobby after a message', () => {
  it('has the new coups after those that stay', () => {
    const tables = withTable(TABLES, { card: card('pb-1'), beadsFrom: 3, beads: ['P9n'] });
    expect(tables?.[0]?.beads).toEqual([...BEADS, 'P9n']);
    expect(tables?.[1]).toBe(TABLES[1]);
  });

  it('is the same when the same is received again', () => {
    const once = withTable(TABLES, { card: card('pb-1'), beadsFrom: 2, beads: ['E5', 'B6'] })!;
    const twice = withTable(once, { card: card('pb-1'), beadsFrom: 2, beads: ['E5', 'B6'] });
    expect(twice).toEqual(once);
    expect(once[0]?.beads).toEqual(['P6', 'B7', 'E5', 'B6']);
  });

  it('keeps the list of coups itself where only the card has changed', () => {
    const changed = card('pb-1', { phase: 'last_bets', players: 3 });
    const tables = withTable(TABLES, { card: changed, beadsFrom: 3, beads: [] });
    expect(tables?.[0]?.card).toEqual(changed);
    expect(tables?.[0]?.beads).toBe(BEADS);
  });

  it('has none of the old shoe’s coups with a new shoe', () => {
    const fresh = card('pb-1', { shoe: 8 });
    const tables = withTable(TABLES, { card: fresh, beadsFrom: 0, beads: [] });
    expect(tables?.[0]).toEqual({ card: fresh, beads: [] });
  });

  it('adds a table that was not there at the end', () => {
    const tables = withTable(TABLES, { card: card('pb-3'), beadsFrom: 0, beads: ['P1'] });
    expect(tables?.map((each) => each.card.table)).toEqual(['pb-1', 'pb-2', 'pb-3']);
  });

  it.each([
    ['pb-1', 4],
    ['pb-3', 1],
  ])('is not known where coups of %s were missed', (table, beadsFrom) => {
    expect(withTable(TABLES, { card: card(table), beadsFrom, beads: ['P6'] })).toBeUndefined();
  });
});
