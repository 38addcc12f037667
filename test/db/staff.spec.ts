/**
 * The accounts of the staff and what is kept of their doings: what the database lets the
 * application write, and what it never does.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStaffStatuses } from '../../src/access/staff-status.js';
import { staffFaults } from '../../src/audit/staff-traces.js';
import { inTransaction, sqlState } from '../../src/platform/transaction.js';
import { AUDITED } from '../../src/protocol/audited.js';
import { type Attempt, forgive, takeAttempt } from '../../src/staff/attempt-rows.js';
import { Audit, STUDIO } from '../../src/staff/audit.service.js';
import { isSecret, makeBadge, makePin } from '../../src/staff/secret.js';
import { StaffAccounts } from '../../src/staff/staff-accounts.service.js';
import { readStaff } from '../../src/staff/staff-rows.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;
let accounts: StaffAccounts;
let audit: Audit;
const order = { by: STUDIO, reason: 'a test' };

beforeAll(async () => {
  database = await createDatabase();
  audit = new Audit(database.pool);
  accounts = new StaffAccounts(database.pool, audit);
});
afterAll(() => database.drop());

let opened = 0;

const open = async (): Promise<{ id: string; badge: string; pin: string }> => {
  opened += 1;
  const account = await accounts.open({ role: 'dealer', name: `Dora ${opened}` }, order);
  if (typeof account === 'string') throw new Error(account);
  return account;
};

/** The SQLSTATE that the application is refused with; undefined where it is not. */
const asApplication = async (sql: string, values: readonly unknown[] = []) =>
  database.pool.query(sql, [...values]).then(
    () => undefined,
    (error: unknown) => sqlState(error),
  );

const asOwner = (sql: string) =>
  asSuperuser(database, (superuser) => superuser.query(sql)).then(
    () => undefined,
    (error: unknown) => sqlState(error),
  );

const NO_PRIVILEGE = '42501';
const NEVER = '23001'; // restrict_violation
const CHECK = '23514';

describe('an account', () => {
  it('keeps the hash of a secret alone, of argon2id', async () => {
    const { id, pin } = await open();
    const { rows } = await database.pool.query<{ secret: string }>(
      'select secret from staff where id = $1',
      [id],
    );
    const { secret } = rows[0]!;
    expect(secret).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(secret).not.toContain(pin);
    expect(await isSecret(pin, secret, 'stranger')).toBe(true);
    expect(await isSecret(`${pin}0`, secret, 'stranger')).toBe(false);
  });

  it('is one of a kind, by its id and by its badge', async () => {
    const { id, badge } = await open();
    const role = 'auditor';
    expect(await accounts.open({ role, name: 'Aldo', id }, order)).toBe('staff_exists');
    expect(await accounts.open({ role, name: 'Aldo', badge }, order)).toBe('badge_taken');
  });

  it.each([
    ['a role that does not exist', `'x', 'owner', 'X', null, null`],
    ['no name', `'x', 'dealer', '', null, null`],
    ['no id', `'', 'dealer', 'X', null, null`],
    ['a badge without a secret', `'x', 'dealer', 'X', 'B', null`],
    ['a secret without a badge', `'x', 'dealer', 'X', null, '$argon2id$v=19$'`],
    ['a secret that can be read', `'x', 'dealer', 'X', 'B', '1234'`],
    ['a secret of another hash', `'x', 'dealer', 'X', 'B', '$2b$10$abcdefgh'`],
    ['a device without a table', `'x', 'device', 'X', null, null`],
  ])('with %s is refused by the database', async (_name, values) => {
    const sql = `insert into staff (id, role, name, badge, secret) values (${values})`;
    expect(await asApplication(sql)).toBe(CHECK);
  });

  it('of a device has a table that exists, and of nobody else; neither role nor table changes', async () => {
    await database.pool.query(`insert into tables (id, settings) values ('pb-1', '{}')`);
    const insert = (id: string, role: string, table: string) =>
      asApplication('insert into staff (id, role, name, table_id) values ($1, $2, $1, $3)', [
        id,
        role,
        table,
      ]);
    expect(await insert('scanner', 'device', 'pb-1')).toBeUndefined();
    expect(await insert('stray', 'device', 'pb-99')).toBe('23503');
    expect(await insert('bound', 'dealer', 'pb-1')).toBe(CHECK);
    const change = (what: string) => asApplication(`update staff set ${what} where id = 'scanner'`);
    expect(await change(`role = 'dealer'`)).toBe(CHECK);
    expect(await change(`table_id = 'pb-2'`)).toBe(NO_PRIVILEGE);
    const anybody = ['dealer', 'shift_manager', 'auditor', 'administrator'];
    const { rows } = await database.pool.query<{ may: boolean }>(
      `select is_on_duty('scanner', $1) as may`,
      [anybody],
    );
    expect(rows).toEqual([{ may: false }]);
  });

  it('is never deleted, nor given another id or name', async () => {
    await open();
    expect(await asApplication('delete from staff')).toBe(NO_PRIVILEGE);
    expect(await asApplication(`update staff set id = 'another'`)).toBe(NO_PRIVILEGE);
    expect(await asApplication(`update staff set name = 'another'`)).toBe(NO_PRIVILEGE);
    expect(await asApplication('truncate staff cascade')).toBe(NO_PRIVILEGE);
    expect(await asOwner(`delete from staff where id <> '${STUDIO}'`)).toBe(NEVER);
  });

  it('of the studio itself opens no door, and nobody changes it', async () => {
    const [status] = await readStaffStatuses(database.pool, [
      { id: STUDIO, role: 'administrator' },
    ]);
    expect(status).toBe('disabled');
    await accounts.open({ role: 'administrator', name: 'Alma' }, order);
    expect(await accounts.enable(STUDIO, { by: 'Alma' })).toBe('not_found');
    expect(await accounts.reset(STUDIO, { by: 'Alma' })).toBe('not_found');
    expect((await accounts.list()).map(({ id }) => id)).not.toContain(STUDIO);
  });
});

describe('the status of somebody', () => {
  it('is known for each of many, in their order', async () => {
    const { id } = await open();
    const { id: gone } = await open();
    await accounts.disable(gone, order);
    const asked = [
      { id, role: 'dealer' },
      { id: gone, role: 'dealer' },
      { id, role: 'shift_manager' },
      { id: 'nobody', role: 'dealer' },
      { id, role: 'dealer' },
    ] as const;
    const statuses = await readStaffStatuses(database.pool, asked);
    expect(statuses).toEqual(['good', 'disabled', 'role_changed', 'unknown', 'good']);
    expect(await readStaffStatuses(database.pool, [])).toEqual([]);
    await accounts.reset(id, order);
    const [before, since] = await readStaffStatuses(database.pool, [
      { id, role: 'dealer', generation: 0 },
      { id, role: 'dealer', generation: 1 },
    ]);
    expect([before, since]).toEqual(['reset', 'good']);
  });
});

describe('tokens of a role', () => {
  it('that was taken away hold no more when it is given again, and the log says so', async () => {
    const { id } = await open();
    await accounts.changeRole(id, 'dealer', order);
    const [same] = await readStaffStatuses(database.pool, [{ id, role: 'dealer', generation: 0 }]);
    expect(same, 'the role that it has').toBe('good');
    await accounts.changeRole(id, 'auditor', order);
    const demoted = { id, role: 'dealer', generation: 0 } as const;
    expect(await readStaffStatuses(database.pool, [demoted])).toEqual(['role_changed']);
    await accounts.changeRole(id, 'dealer', order);
    expect(await readStaffStatuses(database.pool, [demoted])).toEqual(['reset']);
    const faults = await asSuperuser(database, (client) => staffFaults(client, undefined));
    expect(faults.filter(({ says }) => says.includes(`account ${id}:`))).toEqual([]);
  });
});

describe('who is no administrator any more', () => {
  it.each(['disable', 'role'])('opens no account that was asked for before: %s', async (what) => {
    const by = `Once an administrator (${what})`;
    await accounts.open({ role: 'administrator', name: by }, order);
    if (what === 'disable') await accounts.disable(by, order);
    else await accounts.changeRole(by, 'dealer', order);
    const name = `Of ${what}`;
    expect(await accounts.open({ role: 'administrator', name }, { by })).toBe('not_allowed');
    expect((await accounts.list()).map(({ id }) => id)).not.toContain(name);
  });
});

describe('wrong sign-ins', () => {
  /** By the database's clock, whole as those that it tells. */
  const nowMs = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
    );
    return Number(rows[0]!.ms);
  };
  const HOME = '198.51.100.4';
  const take = async (badge: string, network = HOME) =>
    takeAttempt(database.pool, 'badge', badge, network);
  const attempt = async (badge: string, network = HOME): Promise<Attempt> => {
    const taken = await take(badge, network);
    if (taken.kind !== 'attempt') throw new Error(taken.kind);
    return taken.attempt;
  };

  it('lock the account at the fifth in a row, for five seconds', async () => {
    const { id, badge } = await open();
    for (let each = 1; each <= 4; each += 1) {
      expect((await attempt(badge)).lockedUntilMs, `${each}`).toBeUndefined();
    }
    const before = await nowMs();
    const { lockedUntilMs } = await attempt(badge);
    expect(lockedUntilMs! - 5_000).toBeGreaterThanOrEqual(before);
    expect(lockedUntilMs! - 5_000).toBeLessThanOrEqual(await nowMs());
    expect(await take(badge)).toEqual({ kind: 'locked', untilMs: lockedUntilMs });
    expect(await takeAttempt(database.pool, 'id', id, HOME)).toEqual({
      kind: 'locked',
      untilMs: lockedUntilMs,
    });
    const past = `update sign_in_networks set locked_until = now() - interval '1 second' where badge = $1`;
    await database.pool.query(past, [badge]);
    const again = (await attempt(badge)).lockedUntilMs;
    expect(again! - 10_000, 'for twice as long').toBeGreaterThanOrEqual(before);
  });

  it('are counted one by one, however many come at once', async () => {
    const { badge } = await open();
    const taken = await Promise.all(Array.from({ length: 40 }, () => take(badge)));
    expect(taken.filter(({ kind }) => kind === 'attempt')).toHaveLength(5);
    expect(taken.filter(({ kind }) => kind === 'locked')).toHaveLength(35);
  });

  it('are cleared after a right one, unless it was right for something that is no longer valid', async () => {
    const { id, badge } = await open();
    for (let each = 1; each <= 3; each += 1) await attempt(badge);
    expect(await forgive(database.pool, await attempt(badge))).toBe(true);
    for (let each = 1; each <= 4; each += 1) await attempt(badge);
    const stale = await attempt(badge);
    await accounts.reset(id, order);
    expect(await forgive(database.pool, stale)).toBe(false);
  });

  /** From fifty networks, one each. */
  const flood = async (badge: string): Promise<readonly string[]> => {
    const kinds: string[] = [];
    for (let each = 1; each <= 50; each += 1) {
      kinds.push((await take(badge, `203.0.113.${each}`)).kind);
    }
    return kinds;
  };

  it('from many networks lock a badge for those that it never signed in from', async () => {
    const { badge } = await open();
    expect(await forgive(database.pool, await attempt(badge))).toBe(true);
    expect(new Set(await flood(badge))).toEqual(new Set(['attempt']));
    expect(await take(badge, '203.0.113.99')).toMatchObject({ kind: 'locked' });
    expect((await attempt(badge)).lockedUntilMs, 'at home').toBeUndefined();
    expect((await readStaff(database.pool)).find((each) => each.badge === badge)).toMatchObject({
      lockedUntilMs: expect.any(Number) as number,
    });
    const unknown = `nobody-${badge}`;
    expect(new Set(await flood(unknown))).toEqual(new Set(['nobody']));
    expect(await take(unknown, '203.0.113.99')).toMatchObject({ kind: 'locked' });
  });

  it('are forgotten after a day, and where it signed in from after ninety', async () => {
    const { badge } = await open();
    await forgive(database.pool, await attempt(badge));
    await attempt(badge, '203.0.113.1');
    const { rows } = await database.pool.query(
      `select network, is_known, round(extract(epoch from kept_until - studio_now()) / 86400)::int as days
         from sign_in_networks where badge = $1 order by network`,
      [badge],
    );
    expect(rows).toEqual([
      { network: HOME, is_known: true, days: 90 },
      { network: '203.0.113.1', is_known: false, days: 1 },
    ]);
    await database.pool.query(
      `update sign_in_networks set kept_until = studio_now() - interval '1 second' where badge = $1`,
      [badge],
    );
    await take(`${badge}-another`);
    const kept = 'select from sign_in_networks where badge = $1';
    expect((await database.pool.query(kept, [badge])).rowCount).toBe(0);
  });

  it('cost the database as many statements whether anybody has the badge or not', async () => {
    const { badge } = await open();
    const statements = async (tried: string): Promise<number> => {
      let asked = 0;
      const query = (...args: Parameters<typeof database.pool.query>) => {
        asked += 1;
        return database.pool.query(...args);
      };
      await takeAttempt({ query } as typeof database.pool, 'badge', tried, '203.0.113.1');
      return asked;
    };
    expect(await statements(`nobody-${badge}`)).toBe(await statements(badge));
  });

  it('of an unknown badge, or of nobody’s, count for nobody', async () => {
    expect(await take('nobody-has-it')).toEqual({ kind: 'nobody' });
    await database.pool.query(`insert into staff (id, role, name) values ('B.', 'dealer', 'B.')`);
    expect(await takeAttempt(database.pool, 'id', 'B.', HOME)).toEqual({ kind: 'nobody' });
    expect(await takeAttempt(database.pool, 'id', STUDIO, HOME)).toEqual({ kind: 'nobody' });
  });
});

describe('what the staff did', () => {
  const last = async () => {
    const { rows } = await database.pool.query<Record<string, unknown>>(
      'select * from staff_actions order by id desc limit 1',
    );
    return rows[0]!;
  };

  it('is kept with who, whom, why, before and after', async () => {
    const { id } = await open();
    expect(await last()).toMatchObject({
      staff_id: STUDIO,
      operation: 'staff:open',
      subject: id,
      reason: 'a test',
      before: null,
      after: { role: 'dealer', name: id },
    });
    await accounts.changeRole(id, 'auditor', { by: STUDIO, reason: 'has learnt' });
    expect(await last()).toMatchObject({
      operation: 'staff:role',
      subject: id,
      reason: 'has learnt',
      before: { id, role: 'dealer' },
      after: { id, role: 'auditor' },
    });
    const everything = JSON.stringify(
      (await database.pool.query('select * from staff_actions')).rows,
    );
    expect(everything).not.toContain('argon2');
  });

  it('is kept with what was done, or not at all', async () => {
    const { id } = await open();
    const before = await last();
    const fails = inTransaction(database.pool, async (tx) => {
      await audit.record(tx, { by: id, operation: 'spot:close', table: 'pb-1', game: '7' });
      throw new Error('it failed');
    });
    await expect(fails).rejects.toThrow('it failed');
    expect(await last()).toEqual(before);
    await audit.record(database.pool, {
      by: id,
      operation: 'spot:close',
      table: 'pb-1',
      game: '7',
    });
    expect(await last()).toMatchObject({ staff_id: id, table_id: 'pb-1', game_number: '7' });
  });

  it('is somebody’s of the staff, and has a name', async () => {
    const record = (by: string, operation: string) =>
      audit.record(database.pool, { by, operation });
    await expect(record('nobody', 'spot:close')).rejects.toThrow('staff_actions_staff_id_fkey');
    await expect(record(STUDIO, 'table:watch')).rejects.toThrow('table:watch is among');
    expect(
      await asApplication(
        `insert into staff_actions (staff_id, operation) values ('studio', 'x y')`,
      ),
    ).toBe(CHECK);
    for (const operation of AUDITED) await record(STUDIO, operation);
  });

  it('is never changed or deleted, nor written under another time', async () => {
    await open();
    expect(await asApplication(`update staff_actions set reason = 'another'`)).toBe(NO_PRIVILEGE);
    expect(await asApplication('delete from staff_actions')).toBe(NO_PRIVILEGE);
    expect(await asApplication('truncate staff_actions')).toBe(NO_PRIVILEGE);
    const early = `insert into staff_actions (staff_id, operation, at) values ('${STUDIO}', 'spot:close', '2020-01-01')`;
    expect(await asApplication(early)).toBe(NO_PRIVILEGE);
    expect(await asOwner(`update staff_actions set reason = 'another'`)).toBe(NEVER);
    expect(await asOwner('delete from staff_actions')).toBe(NEVER);
    expect(await asOwner('truncate staff_actions')).toBe(NEVER);
  });
});

describe('a secret', () => {
  it('that is made up is six digits, and a badge is eight letters', () => {
    const many = Array.from({ length: 200 }, () => [makePin(), makeBadge()] as const);
    for (const [pin, badge] of many) {
      expect(pin).toMatch(/^\d{6}$/);
      expect(badge).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    }
    expect(new Set(many.map(([pin]) => pin)).size).toBeGreaterThan(190);
    expect(new Set(many.map(([, badge]) => badge)).size).toBe(200);
  });
});

describe('two administrators who disable each other', () => {
  it('leave one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const names = [`Ada ${round}`, `Aldo ${round}`] as const;
      for (const name of names) await accounts.open({ role: 'administrator', name }, order);
      const [first, second] = await Promise.all([
        accounts.disable(names[0], { by: names[1] }),
        accounts.disable(names[1], { by: names[0] }),
      ]);
      expect([first, second].filter((reply) => reply === 'not_allowed')).toHaveLength(1);
      const members = await accounts.list();
      const left = members.filter(
        ({ id, disabledAtMs }) => names.includes(id as never) && disabledAtMs === null,
      );
      expect(left).toHaveLength(1);
    }
  });
});
