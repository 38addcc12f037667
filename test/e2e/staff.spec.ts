/**
 * The staff's accounts over HTTP and sockets: signing in, lock-out, what an administrator does, and
 * who is cut off when.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { staffFaults } from '../../src/audit/staff-traces.js';
import { DealerClient } from '../../src/client/dealer-client.js';
import { DEMO_PIN, DEMO_STAFF, demoDevices } from '../../src/protocol/demo.js';
import { refusedRequest } from '../../src/protocol/http.js';
import type { StaffRole } from '../../src/protocol/operations.js';
import * as protocol from '../../src/protocol/staff.js';
import { Staff } from '../kit/clients.js';
import { hashSecret } from '../../src/staff/secret.js';
import { sign, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

/** Other studios come and go, and none of them is to have the table. */
const testbed = useTestbed({ env: { TABLE_LEASE_MS: '60000' } });
const demoBed = useTestbed({ env: { SABOT_DEMO: '1', DEMO_TABLES: '1' } });
let studio: Studio;
/** An administrator's token. */
let admin: string;

beforeAll(async () => {
  studio = await testbed.start();
  admin = await testbed.employ({ id: 'Ada', role: 'administrator' });
});

interface Asking {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly at?: Studio;
  /** As a proxy in front of the studio says it. */
  readonly address?: string | undefined;
}

const ask = async (way: string, { token, body, at = studio, address }: Asking = {}) => {
  const [method, path] = way.split(' ') as [string, string];
  const answer = await fetch(at.url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
};

const refused = ({ status, body }: { status: number; body: unknown }) =>
  [status, refusedRequest.parse(body).error] as const;

const signIn = (badge: string, pin: string, at = studio, address?: string) =>
  ask('POST /staff/sign-in', { body: { badge, pin }, at, address });

let opened = 0;

/** A new account, opened by the administrator. */
const open = async (role: StaffRole = 'dealer') => {
  opened += 1;
  const body = { role, name: `${role.replace('_', ' ')} ${opened}`, reason: 'new' };
  const { status, body: account } = await ask('POST /staff', { token: admin, body });
  expect(status).toBe(201);
  return protocol.staffCredentials.parse(account);
};

/** A new account that is signed in: who it is, its token, its connection. */
const enter = async (role: StaffRole = 'dealer') => {
  const account = await open(role);
  const { body } = await signIn(account.badge, account.pin);
  const { token, expiresAtMs } = protocol.signedInStaff.parse(body);
  const client = await testbed.connect(new Staff(studio.url, token, account.id, 'pb-1'));
  await client.watch();
  return { ...account, token, expiresAtMs, client };
};

const order = (token: string, id: string, what: string, more: object = {}) =>
  ask(`POST /staff/${encodeURIComponent(id)}/${what}`, {
    token,
    body: { reason: 'a test', ...more },
  });

const actionsOf = async (query = '') => {
  const { status, body } = await ask(`GET /staff/actions${query}`, { token: admin });
  expect(status).toBe(200);
  return protocol.actionsPage.parse(body).actions;
};

/** The newest action of this kind. */
const lastAction = async (staff: string, operation: string) =>
  (await actionsOf(`?staff=${staff}`)).find((action) => action.operation === operation);

describe('signing in', () => {
  it('gives a token for twelve hours that names the person and opens the desk', async () => {
    const { id, client, token, expiresAtMs } = await enter();
    expect(Math.abs(expiresAtMs - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000);
    expect(client.lastSeq.get('pb-1')).toBe(0);
    const { status, body } = await ask('GET /staff/me', { token });
    expect(status).toBe(200);
    expect(protocol.ownStaff.parse(body)).toEqual({ id, role: 'dealer', name: id, expiresAtMs });
    const [last] = await actionsOf(`?staff=${encodeURIComponent(id)}`);
    const after = { address: '127.0.0.1' };
    expect(last).toMatchObject({ staff: id, operation: 'staff:sign-in', after });
  });

  it('says who gave the PIN, until its owner has chosen another', async () => {
    const { badge, pin } = await open('shift_manager');
    const given = protocol.signedInStaff.parse((await signIn(badge, pin)).body);
    expect(given.pinBy).toBe('Ada');
    const same = await ask('POST /staff/me/pin', { token: given.token, body: { pin, next: pin } });
    expect(refused(same), 'no other one').toEqual([400, 'malformed_request']);
    await ask('POST /staff/me/pin', { token: given.token, body: { pin, next: '271828' } });
    const own = protocol.signedInStaff.parse((await signIn(badge, '271828')).body);
    expect(own.pinBy).toBeNull();
  });

  it('refuses a wrong PIN and a badge that nobody has in the same words', async () => {
    const { badge } = await open();
    const wrongPin = await signIn(badge, '000000000');
    expect(wrongPin).toEqual({ status: 401, body: { error: 'wrong_badge_or_pin' } });
    expect(await signIn('nobody-has-it', '000000')).toEqual(wrongPin);
    expect(await signIn(`' or true --`, '000000')).toEqual(wrongPin);
  });

  it.each([
    ['no body', undefined],
    ['no PIN', { badge: 'D1' }],
    ['no badge', { pin: '123456' }],
    ['an empty PIN', { badge: 'D1', pin: '' }],
    ['a huge PIN', { badge: 'D1', pin: 'x'.repeat(129) }],
    ['a number for a PIN', { badge: 'D1', pin: 123456 }],
    ['more than was asked', { badge: 'D1', pin: '123456', role: 'administrator' }],
  ])('refuses %s as malformed', async (_name, body) => {
    expect(refused(await ask('POST /staff/sign-in', { body }))).toEqual([400, 'malformed_request']);
  });

  it('is locked for some seconds after five wrong ones in a row, the right PIN too', async () => {
    const { id, badge, pin } = await open();
    for (let each = 1; each <= 4; each += 1) {
      expect(refused(await signIn(badge, 'wrong')), `${each}`).toEqual([401, 'wrong_badge_or_pin']);
    }
    const fifth = await signIn(badge, 'wrong');
    expect(refused(fifth)).toEqual([423, 'locked']);
    const { untilMs } = refusedRequest.parse(fifth.body);
    expect(await signIn(badge, pin)).toEqual(fifth);
    await eventually('the lock is noted', async () => {
      const lock = await lastAction('studio', 'staff:lock');
      return lock?.subject === id && (lock.after as { untilMs: number }).untilMs === untilMs;
    });

    const waits: number[] = [untilMs! - Date.now()];
    for (let each = 1; each <= 5; each += 1) {
      await letTimePass(badge, '2 minutes');
      const again = refusedRequest.parse((await signIn(badge, 'wrong')).body);
      waits.push(again.untilMs! - Date.now());
    }
    // Each twice as long as the one before, and a minute at most.
    for (const [index, due] of [5, 10, 20, 40, 60, 60].entries()) {
      expect(waits[index]!).toBeLessThanOrEqual(due * 1_000 + 100);
      expect(waits[index]!).toBeGreaterThan(due * 1_000 - 5_000);
    }
    await letTimePass(badge, '1 minute');
    expect((await signIn(badge, pin)).status).toBe(200);
    expect(refused(await signIn(badge, 'wrong')), 'from the beginning').toEqual([
      401,
      'wrong_badge_or_pin',
    ]);
  });

  it('answers for a badge that nobody has as for any other, wrong PIN by wrong PIN', async () => {
    const { badge } = await open();
    const answers = async (tried: string) => {
      const statuses: unknown[] = [];
      for (let each = 1; each <= 8; each += 1) statuses.push(refused(await signIn(tried, 'wrong')));
      return statuses;
    };
    expect(await answers('nobody-at-all')).toEqual(await answers(badge));
    const many = await Promise.all(Array.from({ length: 12 }, () => signIn('nobody-too', 'wrong')));
    expect(many.filter(({ status }) => status === 401).length).toBe(4);
  });

  it('counts only wrong PINs in a row, and is unlocked by an administrator', async () => {
    const { id, badge, pin } = await open();
    for (const tried of ['a', 'b', 'c', 'd', pin, 'e', 'f', 'g', 'h']) await signIn(badge, tried);
    expect((await signIn(badge, pin)).status).toBe(200);
    for (const tried of ['a', 'b', 'c', 'd', 'e']) await signIn(badge, tried);
    expect(refused(await signIn(badge, pin))).toEqual([423, 'locked']);
    const { status, body } = await order(admin, id, 'unlock');
    expect([status, protocol.staffMember.parse(body).lockedUntilMs]).toEqual([200, null]);
    expect((await signIn(badge, pin)).status).toBe(200);
  });

  it('takes no more than five tries at once', async () => {
    const { badge, pin } = await open();
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, each) => signIn(badge, `${each}`)),
    );
    const statuses = tried.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(4);
    expect(statuses.filter((status) => status === 423).length).toBe(8);
    expect(refused(await signIn(badge, pin))).toEqual([423, 'locked']);
  });

  it('is open to a person whose badge a stranger tries all the time', async () => {
    const proxied = await testbed.start({ TRUSTED_PROXIES: '1' });
    const { badge, pin } = await open();
    const stranger = () => signIn(badge, 'wrong', proxied, '203.0.113.7');
    for (let each = 1; each <= 5; each += 1) await stranger();
    expect(refused(await stranger())).toEqual([423, 'locked']);
    expect((await signIn(badge, pin, proxied, '198.51.100.4')).status).toBe(200);
    expect(refused(await stranger()), 'still').toEqual([423, 'locked']);
    expect((await signIn(badge, pin, proxied, '198.51.100.4')).status).toBe(200);
    await proxied.stop();
  });

  it('has a budget for each address', async () => {
    const own = await testbed.start({ SIGN_INS_PER_SECOND: '1', SIGN_INS_AT_ONCE: '30' });
    const sinceMs = performance.now();
    const tried = await Promise.all(
      Array.from({ length: 60 }, () => signIn('nobody-has-it', '000000', own)),
    );
    const earned = Math.ceil((performance.now() - sinceMs) / 1000);
    const spent = tried.filter(({ status }) => status === 429);
    const letIn = tried.length - spent.length;
    expect(letIn).toBeGreaterThanOrEqual(30);
    expect(letIn).toBeLessThanOrEqual(30 + earned);
    expect(spent[0]).toEqual({ status: 429, body: { error: 'too_many_messages' } });
    await own.stop();
  });
});

const letTimePass = (badge: string, time: string) =>
  asSuperuser(testbed.database, (superuser) =>
    superuser.query(
      `update sign_in_networks set locked_until = locked_until - $2::interval where badge = $1`,
      [badge, time],
    ),
  );

describe('one’s own PIN', () => {
  it('is changed by whoever knows the old one', async () => {
    const { badge, pin, token } = await enter();
    const change = (body: object) => ask('POST /staff/me/pin', { token, body });
    expect(refused(await change({ pin: 'wrong', next: '271828' }))).toEqual([
      401,
      'wrong_badge_or_pin',
    ]);
    for (const next of ['2718', '000000', '123456']) {
      expect(refused(await change({ pin, next })), next).toEqual([400, 'malformed_request']);
    }
    expect(await change({ pin, next: '271828' })).toEqual({ status: 204, body: undefined });
    expect((await signIn(badge, '271828')).status).toBe(200);
    expect(refused(await signIn(badge, pin))).toEqual([401, 'wrong_badge_or_pin']);
  });

  it('ends every sign-in by the old one, that of whoever else has seen it too', async () => {
    const { id, badge, pin, token, client } = await enter('shift_manager');
    const { body } = await signIn(badge, pin);
    const { token: stolen } = protocol.signedInStaff.parse(body);
    const change = { token, body: { pin, next: '271828' } };
    expect((await ask('POST /staff/me/pin', change)).status).toBe(204);
    await client.disconnected();
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'reset' }]);
    for (const old of [token, stolen]) {
      expect(refused(await ask('GET /staff/me', { token: old }))).toEqual([401, 'not_signed_in']);
      const late = new Staff(studio.url, old, id, 'pb-1');
      await expect(testbed.connect(late)).rejects.toThrow('not_signed_in');
    }
    const anew = protocol.signedInStaff.parse((await signIn(badge, '271828')).body);
    expect((await ask('GET /staff/me', { token: anew.token })).status).toBe(200);
    const faults = await asSuperuser(testbed.database, (superuser) =>
      staffFaults(superuser, undefined),
    );
    expect(faults.filter(({ says }) => says.includes(`account ${id}`))).toEqual([]);
  });

  it('cannot be guessed with a token that somebody left behind', async () => {
    const { badge, pin, token } = await enter();
    for (const each of ['a', 'b', 'c', 'd', 'e']) {
      await ask('POST /staff/me/pin', { token, body: { pin: each, next: '271828' } });
    }
    expect(refused(await signIn(badge, pin))).toEqual([423, 'locked']);
  });
});

describe('a sign-out', () => {
  it('ends every sign-in of that account, and is in the log', async () => {
    const { id, badge, pin, token, client } = await enter('shift_manager');
    const { token: another } = protocol.signedInStaff.parse((await signIn(badge, pin)).body);
    const signOut = () => ask('POST /staff/me/sign-out', { token });
    expect(await signOut()).toEqual({ status: 204, body: undefined });
    await client.disconnected();
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'reset' }]);
    for (const old of [token, another]) {
      expect(refused(await ask('GET /staff/me', { token: old }))).toEqual([401, 'not_signed_in']);
    }
    expect(refused(await signOut()), 'once').toEqual([401, 'not_signed_in']);
    const after = { endsSignIns: true, address: '127.0.0.1' };
    const actions = await actionsOf(`?staff=${encodeURIComponent(id)}`);
    expect(actions.filter(({ operation }) => operation === 'staff:sign-out')).toMatchObject([
      { staff: id, subject: id, after },
    ]);
    const faults = await asSuperuser(testbed.database, (superuser) =>
      staffFaults(superuser, undefined),
    );
    expect(faults.filter(({ says }) => says.includes(`account ${id}`))).toEqual([]);
    expect((await signIn(badge, pin)).status, 'and again').toBe(200);
  });
});

describe('somebody who is disabled', () => {
  it('is disconnected with the reason, and let in nowhere', async () => {
    const { id, badge, pin, token, client } = await enter('shift_manager');
    const { status, body } = await order(admin, id, 'disable');
    expect([status, protocol.staffMember.parse(body).disabledAtMs !== null]).toEqual([200, true]);
    await client.disconnected();
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'disabled' }]);

    const again = new Staff(studio.url, token, id, 'pb-1');
    await expect(testbed.connect(again)).rejects.toThrow('not_signed_in');
    expect(refused(await ask('GET /staff/me', { token }))).toEqual([401, 'not_signed_in']);
    expect(refused(await signIn(badge, pin))).toEqual([403, 'disabled']);
    expect(refused(await signIn(badge, 'wrong'))).toEqual([401, 'wrong_badge_or_pin']);

    expect((await order(admin, id, 'enable')).status).toBe(200);
    const anew = await signIn(badge, pin);
    expect(anew.status).toBe(200);
    const late = new Staff(studio.url, token, id, 'pb-1');
    await expect(testbed.connect(late), 'the old token').rejects.toThrow('not_signed_in');
    const { token: fresh } = protocol.signedInStaff.parse(anew.body);
    await testbed.connect(new Staff(studio.url, fresh, id, 'pb-1'));
  });

  it('is disconnected by another studio, too', async () => {
    const other = await testbed.start();
    const { id, token } = await enter();
    const there = await testbed.connect(new Staff(other.url, token, id, 'pb-1'));
    await order(admin, id, 'disable');
    await there.disconnected();
    await other.stop();
  });
});

describe('somebody who gets another PIN', () => {
  it('is disconnected, and signs in again by the new PIN alone', async () => {
    const { id, badge, token, client } = await enter('shift_manager');
    const { status, body } = await order(admin, id, 'reset');
    expect(status).toBe(200);
    const { pin } = protocol.staffCredentials.parse(body);
    await client.disconnected();
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'reset' }]);

    const again = new Staff(studio.url, token, id, 'pb-1');
    await expect(testbed.connect(again)).rejects.toThrow('not_signed_in');
    expect(refused(await ask('GET /staff/me', { token }))).toEqual([401, 'not_signed_in']);
    const renewed = protocol.signedInStaff.parse((await signIn(badge, pin)).body);
    expect((await ask('GET /staff/me', { token: renewed.token })).status).toBe(200);
    await testbed.connect(new Staff(studio.url, renewed.token, id, 'pb-1'));
  });
});

describe('a device', () => {
  const openDevice = async (more: object = {}) => {
    opened += 1;
    const body = {
      role: 'device',
      name: `Scanner ${opened}`,
      table: 'pb-1',
      reason: 'new',
      ...more,
    };
    return ask('POST /staff', { token: admin, body });
  };

  it('is opened for one table, with a long secret, and belongs to it for good', async () => {
    const { status, body } = await openDevice();
    expect(status).toBe(201);
    const { id, badge, pin } = protocol.staffCredentials.parse(body);
    expect(pin).toMatch(/^[A-Z2-9]{32}$/);
    const list = protocol.staffList.parse((await ask('GET /staff', { token: admin })).body);
    expect(list.find((each) => each.id === id)).toMatchObject({ role: 'device', table: 'pb-1' });
    expect(list.filter(({ role, table }) => (role === 'device') !== (table !== null))).toEqual([]);
    const [action] = await actionsOf('?staff=Ada');
    expect(action).toMatchObject({ operation: 'staff:open', after: { table: 'pb-1' } });

    expect(refused(await order(admin, id, 'role', { role: 'dealer' }))).toEqual([
      409,
      'is_a_device',
    ]);
    const { token } = protocol.signedInStaff.parse((await signIn(badge, pin)).body);
    const client = await testbed.connect(new Staff(studio.url, token, id, 'pb-1'));
    await client.watch();
    const renewed = protocol.staffCredentials.parse((await order(admin, id, 'reset')).body);
    expect(renewed.pin).toMatch(/^[A-Z2-9]{32}$/);
    await client.disconnected();
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'reset' }]);
    for (let each = 1; each <= 4; each += 1) await signIn(badge, pin);
    expect(refused(await signIn(badge, pin))).toEqual([423, 'locked']);
    expect(refused(await signIn(badge, renewed.pin))).toEqual([423, 'locked']);
    expect((await order(admin, id, 'unlock')).status).toBe(200);
    expect((await signIn(badge, renewed.pin)).status).toBe(200);
    expect((await order(admin, id, 'disable')).status).toBe(200);
    expect(refused(await signIn(badge, renewed.pin))).toEqual([403, 'disabled']);
  });

  it('has a table that exists, and no other account has one', async () => {
    expect(refused(await openDevice({ table: 'pb-99' }))).toEqual([404, 'unknown_table']);
    const wrong = { status: 400, body: { error: 'malformed_request', at: 'table' } };
    expect(await openDevice({ table: undefined })).toEqual(wrong);
    expect(await openDevice({ role: 'dealer' })).toEqual(wrong);
    const { id } = await open();
    expect(refused(await order(admin, id, 'role', { role: 'device' }))).toEqual([
      400,
      'malformed_request',
    ]);
  });
});

describe('somebody whose role changes', () => {
  it('is disconnected, and comes back in the new role alone', async () => {
    const { id, badge, pin, token, client } = await enter();
    const { body } = await order(admin, id, 'role', { role: 'shift_manager' });
    expect(protocol.staffMember.parse(body).role).toBe('shift_manager');
    await client.disconnected();
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'role_changed' }]);
    const old = new Staff(studio.url, token, id, 'pb-1');
    await expect(testbed.connect(old)).rejects.toThrow('not_signed_in');
    expect((await signIn(badge, pin)).body).toMatchObject({ role: 'shift_manager' });
    const [signedIn] = await actionsOf(`?staff=${encodeURIComponent(id)}`);
    expect(signedIn).toMatchObject({ operation: 'staff:sign-in' });
    const [change] = await actionsOf('?staff=Ada');
    expect(change).toMatchObject({
      staff: 'Ada',
      operation: 'staff:role',
      subject: id,
      reason: 'a test',
      before: { role: 'dealer' },
      after: { role: 'shift_manager' },
    });
  });
});

describe('a connection of the staff', () => {
  it('ends with its token', async () => {
    await testbed.employ({ id: 'Brief', role: 'dealer' });
    const expires = Math.ceil(testbed.clock.nowMs() / 1000) + 60;
    const token = await sign({ id: 'Brief', role: 'dealer' }, { expires });
    const client = await testbed.connect(new Staff(studio.url, token, 'Brief', 'pb-1'));
    await testbed.advance(30_000);
    expect(client.socket.connected).toBe(true);
    await testbed.passing(client.disconnected(), { stepMs: 500 });
    expect(testbed.clock.nowMs()).toBeGreaterThanOrEqual(expires * 1000);
    expect(await client.hears('staff:closed')).toEqual([{ reason: 'token_expired' }]);
    const again = new Staff(studio.url, token, 'Brief', 'pb-1');
    await expect(testbed.connect(again)).rejects.toThrow('not_signed_in');
  });

  it('stays while the staff cannot be looked up, and one that comes meanwhile tries again', async () => {
    const { client } = await enter();
    const token = await testbed.employ({ id: 'Patient', role: 'dealer' });
    const may = (sql: string) => asSuperuser(testbed.database, (superuser) => superuser.query(sql));
    await may('revoke select on staff from sabot_app');
    const refusedOne = new Staff(studio.url, token, 'Patient', 'pb-1');
    await expect(testbed.connect(refusedOne)).rejects.toThrow('internal_error');
    const patient = new DealerClient(studio.url, token);
    await testbed.advance(2_500);
    expect(client.socket.connected).toBe(true);
    expect(patient.connection.state).not.toBe('connected');
    await may('grant select on staff to sabot_app');
    await eventually('it is in', async () => patient.connection.state === 'connected');
    patient.connection.close();
  });

  it('stays while nothing changes', async () => {
    const { client } = await enter();
    await testbed.advance(2_500);
    expect(client.socket.connected).toBe(true);
  });
});

describe('an administrator', () => {
  it('opens accounts, each with its own badge and PIN, and lists them without secrets', async () => {
    const [one, other] = [await open('auditor'), await open('auditor')];
    expect(one.badge).not.toBe(other.badge);
    const { status, body } = await ask('GET /staff', { token: admin });
    expect(status).toBe(200);
    const list = protocol.staffList.parse(body);
    expect(list.find(({ id }) => id === one.id)).toMatchObject({
      role: 'auditor',
      name: one.id,
      badge: one.badge,
      lockedUntilMs: null,
      disabledAtMs: null,
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('is refused for an id, a badge, or an account that cannot be', async () => {
    const { id, badge } = await open();
    const opening = { role: 'dealer', name: 'Dino', reason: 'new' };
    const opens = (more: object) =>
      ask('POST /staff', { token: admin, body: { ...opening, ...more } });
    expect(refused(await opens({ id }))).toEqual([409, 'staff_exists']);
    expect(refused(await opens({ id: 'studio' }))).toEqual([409, 'staff_exists']);
    expect(refused(await opens({ badge }))).toEqual([409, 'badge_taken']);
    for (const wrong of [
      { role: 'player' },
      { role: 'owner' },
      { name: '' },
      { name: '<b>' },
      { id: ' ' },
      { badge: 'ä' },
      { pin: '123456' },
    ]) {
      expect(refused(await opens(wrong)), JSON.stringify(wrong)).toEqual([
        400,
        'malformed_request',
      ]);
    }
    for (const what of ['reset', 'disable', 'enable', 'unlock']) {
      expect(refused(await order(admin, 'nobody', what)), what).toEqual([404, 'not_found']);
      expect(refused(await order(admin, 'studio', what)), what).toEqual([404, 'not_found']);
    }
    const unreasoned = await ask(`POST /staff/${encodeURIComponent(id)}/disable`, {
      token: admin,
      body: {},
    });
    expect(unreasoned).toEqual({ status: 400, body: { error: 'malformed_request', at: 'reason' } });
  });

  it('gives another PIN for a lost one, and the old one is worth nothing', async () => {
    const { id, badge, pin } = await open();
    for (const tried of ['a', 'b', 'c', 'd', 'e']) await signIn(badge, tried);
    const { status, body } = await order(admin, id, 'reset');
    expect(status).toBe(200);
    const renewed = protocol.staffCredentials.parse(body);
    expect(renewed).toMatchObject({ id, badge });
    expect((await signIn(badge, renewed.pin)).status).toBe(200);
    expect(refused(await signIn(badge, pin))).toEqual([401, 'wrong_badge_or_pin']);
    const everything = JSON.stringify(await actionsOf());
    expect(everything).not.toContain(renewed.pin);
  });

  it('cannot lock themselves out: only another administrator takes the role away', async () => {
    for (const [what, more] of [
      ['disable', {}],
      ['role', { role: 'dealer' }],
    ] as const) {
      expect(refused(await order(admin, 'Ada', what, more)), what).toEqual([409, 'own_account']);
    }
    expect((await ask('GET /staff', { token: admin })).status).toBe(200);
  });

  it('reads what was done in pages, of one person, table or round', async () => {
    await asSuperuser(testbed.database, (superuser) =>
      superuser.query(
        `insert into staff_actions (staff_id, operation, table_id, game_number)
         select 'Ada', 'spot:close', 'far-1', 1000000000 + n from generate_series(1, 150) n`,
      ),
    );
    const first = await ask('GET /staff/actions?table=far-1', { token: admin });
    const page = protocol.actionsPage.parse(first.body);
    expect(page.actions).toHaveLength(100);
    const rest = await ask(`GET /staff/actions?table=far-1&before=${page.next}`, { token: admin });
    const last = protocol.actionsPage.parse(rest.body);
    expect([last.actions.length, last.next]).toEqual([50, null]);
    const games = [...page.actions, ...last.actions].map(({ game }) => game);
    expect(new Set(games).size).toBe(150);
    expect(await actionsOf('?game=1000000007')).toHaveLength(1);
    const wrong = await ask('GET /staff/actions?before=x', { token: admin });
    expect(refused(wrong)).toEqual([400, 'malformed_request']);
  });
});

describe('a shift manager at the desk', () => {
  it('leaves on record what was done, why, and the table before and after', async () => {
    const { id, client: manager } = await enter('shift_manager');
    const suspend = { table: 'pb-1', reason: 'The picture is gone' };
    await manager.must('table:open');
    expect(await manager.call('table:suspend', suspend)).toMatchObject({ ok: true });
    await manager.must('table:resume');
    expect(await manager.give('table:resume')).toMatchObject({ ok: false });
    const actions = await actionsOf(`?staff=${encodeURIComponent(id)}`);
    const [resumed, closed, suspended, signedIn] = actions;
    expect(closed).toMatchObject({ operation: 'incident:close' });
    expect(signedIn).toMatchObject({ operation: 'staff:sign-in' });
    expect(suspended).toMatchObject({
      operation: 'table:suspend',
      table: 'pb-1',
      reason: suspend.reason,
      before: { suspended: null },
      after: { suspended: { reason: suspend.reason } },
    });
    expect(resumed).toMatchObject({
      operation: 'table:resume',
      before: { suspended: { reason: suspend.reason } },
      after: { suspended: null },
    });
  });
});

describe('the demo', () => {
  it('has an account in every role, with a badge and a PIN that everybody knows', async () => {
    const demo = await demoBed.start();
    for (const { id, role, badge } of [...DEMO_STAFF, ...demoDevices(1)]) {
      const { status, body } = await signIn(badge, DEMO_PIN, demo);
      expect([status, protocol.signedInStaff.parse(body)], badge).toMatchObject([
        200,
        { id, role },
      ]);
    }
    await demo.stop();
  });

  it('has accounts that are refused elsewhere, even with a token from before', async () => {
    const id = 'from-a-demo';
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query(
        `insert into staff (id, role, name, badge, secret) values ($1, 'shift_manager', $1, $1, $2)`,
        [id, await hashSecret(DEMO_PIN)],
      );
      await superuser.query('update staff set is_demo = true where id = $1', [id]);
    });
    expect(refused(await signIn(id, DEMO_PIN))).toEqual([403, 'disabled']);
    const token = await sign({ id, role: 'shift_manager' });
    expect(refused(await ask('GET /staff/me', { token }))).toEqual([401, 'not_signed_in']);
    const client = new Staff(studio.url, token, id, 'pb-1');
    await expect(testbed.connect(client)).rejects.toThrow('not_signed_in');
  });
});

describe('npm run staff', { timeout: 180_000 }, () => {
  const program = fileURLToPath(new URL('../../dist/staff/staff-command.js', import.meta.url));
  const run = (...args: readonly string[]) => runBy(testbed.database.url, ...args);
  const runBy = async (url: string, ...args: readonly string[]) => {
    const { PATH = '' } = process.env;
    const env = { PATH, DATABASE_URL: url };
    return promisify(execFile)(process.execPath, [program, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout.trim() }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
    );
  };

  it('opens the first administrator, who can sign in', async () => {
    const { code, said } = await run('open', '--role', 'administrator', '--name', 'Alma');
    expect(code).toBe(0);
    const [, badge, pin] = /^id: Alma {2}badge: (\S+) {2}pin: (\d{6})$/.exec(said) ?? [];
    expect((await signIn(badge!, pin!)).body).toMatchObject({ id: 'Alma', role: 'administrator' });
    expect((await run('list')).said).toContain('id: Alma  role: administrator');
    expect(await run('disable', '--id', 'Alma')).toMatchObject({ code: 0 });
    await eventually('Alma is disabled', async () => (await signIn(badge!, pin!)).status === 403);
    const action = await lastAction('studio', 'staff:disable');
    expect(action).toMatchObject({ subject: 'Alma', reason: 'from the console' });
  });

  it('vouches only for accounts that the owner of the tables opens or names', async () => {
    const isVouchedFor = async (id: string) => {
      const ask = 'select role_vouched from staff where id = $1';
      const { rows } = await testbed.pool.query<{ role_vouched: boolean }>(ask, [id]);
      return rows[0]?.role_vouched;
    };
    const { studioUrl } = testbed.database;
    const manager = ['open', '--role', 'shift_manager', '--name'];
    expect(await run(...manager, 'Olga')).toMatchObject({ code: 0 });
    expect(await isVouchedFor('Olga'), 'by the owner').toBe(true);
    expect(await runBy(studioUrl, ...manager, 'Late')).toMatchObject({ code: 0 });
    expect(await isVouchedFor('Late'), 'by the studio').toBe(false);

    const refusal = await runBy(studioUrl, 'vouch', '--id', 'Late');
    expect(refusal).toMatchObject({ code: 1, said: expect.stringContaining('owner') as string });
    expect(await isVouchedFor('Late')).toBe(false);
    expect(await run('vouch', '--id', 'nobody')).toEqual({ code: 1, said: 'not_found' });
    expect(await run('vouch', '--id', 'Late', '--reason', 'the first day')).toMatchObject({
      code: 0,
    });
    expect(await isVouchedFor('Late')).toBe(true);
    const action = await lastAction('studio', 'staff:vouch');
    expect(action).toMatchObject({ subject: 'Late', reason: 'the first day' });
  });

  it('says what is wrong', async () => {
    expect(await run('open', '--role', 'dealer', '--name', 'Ada')).toEqual({
      code: 1,
      said: 'staff_exists',
    });
    expect(await run('enable', '--id', 'nobody')).toEqual({ code: 1, said: 'not_found' });
    for (const wrong of [
      ['fire', '--id', 'Ada'],
      ['open', '--role', 'owner', '--colour'],
    ]) {
      const { code, said } = await run(...wrong);
      expect(code).toBe(1);
      expect(said).not.toContain('    at ');
    }
  });
});
