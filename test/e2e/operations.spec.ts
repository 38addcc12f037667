/**
 * Every cell of the table of operations, over real sockets and HTTP: `not_allowed` exactly where
 * the table says no.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/protocol/command.js';
import {
  OPERATIONS,
  type OperationName,
  STAFF_DOORS,
  STAFF_ROLES,
  mayDo,
} from '../../src/protocol/operations.js';
import { Client } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': QUICK },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
const tokens = new Map<Role, string>();
/** By door and role, whoever was let in. */
const connections = new Map<string, Client>();

type StaffDoor = keyof typeof STAFF_DOORS;
const doors = Object.keys(STAFF_DOORS) as readonly StaffDoor[];
const operations = Object.entries(OPERATIONS) as readonly (readonly [
  OperationName,
  (typeof OPERATIONS)[OperationName],
])[];

const isDoor = (way: string): way is StaffDoor => way in STAFF_DOORS;
const opensTo = (door: StaffDoor, role: Role): boolean =>
  (STAFF_DOORS[door] as readonly Role[]).includes(role);

const cells = (of: (way: string) => boolean) =>
  operations.flatMap(([name, { ways }]) => ways.filter(of).map((way) => [name, way] as const));

beforeAll(async () => {
  studio = await testbed.start();
  tokens.set('player', (await testbed.enlist('Anna')).token);
  for (const role of STAFF_ROLES) {
    tokens.set(role, await testbed.employ({ id: `the ${role}`, role }));
  }
  for (const door of doors) {
    for (const role of ROLES.filter((each) => opensTo(door, each))) {
      connections.set(`${door} ${role}`, await testbed.connect(clientOf(door, role)));
    }
  }
});

const clientOf = (door: StaffDoor, role: Role) => new Client(studio.url, door, tokens.get(role));

describe.each(doors)('the namespace %s', (door) => {
  it.each(ROLES)('admits only the roles that the operations give it: a %s', async (role) => {
    if (opensTo(door, role)) {
      expect(connections.get(`${door} ${role}`)!.socket.connected).toBe(true);
      return;
    }
    await expect(testbed.connect(clientOf(door, role))).rejects.toThrow('not_allowed');
  });

  it('knows no command of other namespaces', async () => {
    const elsewhere = operations.filter(
      ([, { ways }]) => !(ways as readonly string[]).includes(door),
    );
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const [name] of elsewhere) {
      for (const role of STAFF_ROLES.filter((each) => opensTo(door, each))) {
        const reply = await connections.get(`${door} ${role}`)!.raw(name, STRANGE);
        expect(reply, `${name} of a ${role}`).toEqual({ ok: false, refusal: 'unknown_command' });
      }
    }
  });
});

/**
 * No command takes it: whoever may give the command gets the answer that it is malformed, and
 * nothing is done.
 */
const STRANGE = { aFieldThatNoCommandHas: true };

describe('a command of the staff', () => {
  it.each(cells(isDoor))('%s at %s is for its roles alone', async (name, way) => {
    const door = way as StaffDoor;
    const inside = STAFF_ROLES.filter((role) => opensTo(door, role));
    const said = inside.map(async (role) => {
      const reply = await connections.get(`${door} ${role}`)!.raw(name, STRANGE);
      return [role, reply['refusal']] as const;
    });
    expect(Object.fromEntries(await Promise.all(said))).toEqual(
      Object.fromEntries(
        inside.map((role) => [role, mayDo(role, name) ? 'malformed_message' : 'not_allowed']),
      ),
    );
  });
});

describe('a device', () => {
  /** What a device may do, with all that it takes. */
  const REQUESTS = {
    'table:watch': {},
    'card:scan': { code: 'KH', scanSeq: 1 },
    'shoe:burn': { code: 'KH', scanSeq: 1 },
    'malfunction:report': { malfunction: 'scanner_dead' },
    'stream:beat': {},
  } as const;

  it('may do five things, in its own namespace', () => {
    const its = operations.filter(([name]) => mayDo('device', name)).map(([name]) => name);
    expect(its.sort()).toEqual(Object.keys(REQUESTS).sort());
  });

  it.each(Object.entries(REQUESTS))('may do %s at its own table alone', async (name, request) => {
    const device = connections.get('/dealer device')!;
    const ask = (table: string) => device.raw(name, { table, ...request });
    for (const table of ['pb-2', 'pb-99']) {
      expect(await ask(table), table).toEqual({ ok: false, refusal: 'not_its_table' });
    }
    expect(await ask('pb-1')).not.toMatchObject({ refusal: 'not_its_table' });
  });
});

describe('a route of the staff', () => {
  const routes = cells((way) => !isDoor(way));

  const ask = async (way: string, token: string | undefined) => {
    const [method, path] = way.split(' ') as [string, string];
    const filled = path.replace('{id}', '7').replace('{game}', '1000000001');
    const answer = await fetch(studio.url + filled, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(STRANGE) }),
    });
    const text = await answer.text();
    const caching = answer.headers.get('cache-control');
    return { status: answer.status, text, caching };
  };

  it.each(routes)('%s, %s, is for its roles alone', async (name, way) => {
    const stranger = await ask(way, undefined);
    expect([stranger.status, stranger.text]).toEqual([401, '{"error":"not_signed_in"}']);
    for (const role of ROLES) {
      // Whoever signs out is let in nowhere else.
      const isLeaving = name === 'staff:sign-out' && mayDo(role, name);
      const leaver = { id: `a ${role} who leaves`, role };
      const token = isLeaving ? await testbed.employ(leaver) : tokens.get(role);
      const { status, text, caching } = await ask(way, token);
      expect(caching).toBe('no-store');
      if (mayDo(role, name)) expect([200, 204, 400, 404], `a ${role}: ${text}`).toContain(status);
      else expect([status, text], `a ${role}`).toEqual([403, '{"error":"not_allowed"}']);
    }
  });

  it('is one of the operations, and there is no other', async () => {
    const { paths } = (await (await fetch(`${studio.operationsUrl}/docs-json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const staffs = served.filter((way) => / \/(staff|pit)(\/|$)/.test(way));
    const open = ['POST /staff/sign-in'];
    expect(staffs.sort()).toEqual([...routes.map(([, way]) => way), ...open].sort());
  });
});
