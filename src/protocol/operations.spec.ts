import { describe, expect, it } from 'vitest';
import type { Command } from './command.js';
import { DEALER_COMMANDS } from './dealer.js';
import { OPERATIONS, STAFF_DOORS } from './operations.js';

type StaffDoor = keyof typeof STAFF_DOORS;
import { PIT_COMMANDS } from './pit.js';

const COMMANDS: Readonly<Record<StaffDoor, Readonly<Record<string, Command>>>> = {
  '/dealer': DEALER_COMMANDS,
  '/pit': PIT_COMMANDS,
};

const doors = Object.keys(STAFF_DOORS) as readonly StaffDoor[];
const operations = Object.entries(OPERATIONS);

/** Names of the operations that are asked for in this way. */
const through = (door: StaffDoor): readonly string[] =>
  operations
    .filter(([, { ways }]) => (ways as readonly string[]).includes(door))
    .map(([name]) => name);

describe('the table of operations', () => {
  it.each(doors)('has every command of %s, and no other', (door) => {
    expect([...through(door)].sort()).toEqual(Object.keys(COMMANDS[door]).sort());
  });

  it.each(doors)('is what the commands of %s take their roles from', (door) => {
    const rows = Object.fromEntries(operations.map(([name, { roles }]) => [name, roles]));
    for (const [name, { roles }] of Object.entries(COMMANDS[door])) {
      expect(roles, name).toBe(rows[name]);
    }
  });

  it('names a namespace of the staff, or a method and path, for every way', () => {
    const isWay = (way: string) =>
      way in STAFF_DOORS ||
      /^(GET|POST|PUT|PATCH|DELETE) (\/([a-z-]+|\{[a-z]+\})(\.[a-z]+)?)+$/.test(way);
    const ways = operations.flatMap(([, { ways }]) => [...ways]);
    expect(ways.filter((way) => !isWay(way))).toEqual([]);
    const routes = ways.filter((way) => !(way in STAFF_DOORS));
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('has somebody for each operation who may connect in one of its ways', () => {
    for (const [name, { roles, ways }] of operations) {
      const isOpen = ways.some(
        (way) =>
          !(way in STAFF_DOORS) ||
          roles.some((role) => STAFF_DOORS[way as StaffDoor].includes(role as never)),
      );
      expect(isOpen, name).toBe(true);
    }
  });
});
