/** Who is let in: a token of ours, in time, of a role that the door is for. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenKey } from '../../src/access/tokens.js';
import { ROLES } from '../../src/protocol/command.js';
import { Client, Player, Staff } from '../kit/clients.js';
import { JWT_KEY, sign, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed();
let studio: Studio;
let playerId: string;

beforeAll(async () => {
  studio = await testbed.start();
  playerId = (await testbed.enlist('Anna')).id;
});

const key = tokenKey(new TextEncoder().encode(JWT_KEY), 'player');
const claims = (more: object) => new SignJWT({ role: 'player', ...more }).setSubject(playerId);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600;

/** What somebody might show at the player's door. */
const BAD_TOKENS: Readonly<Record<string, () => unknown>> = {
  'none at all': () => undefined,
  'an empty one': () => '',
  'a number': () => 7,
  'an object': () => ({ role: 'player' }),
  'a list': () => ['a', 'b'],
  nonsense: () => 'eyJhbGciOiJIUzI1NiJ9.nonsense.nonsense',
  'a huge one': () => 'x'.repeat(10_000),
  'an expired one': () => sign({ id: playerId, role: 'player' }, { expires: anHourAgo() }),
  'one signed with another key': () =>
    sign({ id: playerId, role: 'player' }, { key: 'another key that is long enough, too' }),
  'an unsigned one': () =>
    new UnsecuredJWT({ role: 'player' })
      .setSubject(playerId)
      .setIssuer('sabot')
      .setExpirationTime(inAnHour())
      .encode(),
  'one of another issuer': () =>
    claims({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('casino')
      .setExpirationTime('1h')
      .sign(key),
  'one that never expires': () =>
    claims({}).setProtectedHeader({ alg: 'HS256' }).setIssuer('sabot').sign(key),
  'one under another algorithm': () =>
    claims({})
      .setProtectedHeader({ alg: 'HS512' })
      .setIssuer('sabot')
      .setExpirationTime('1h')
      .sign(key),
  'a role that does not exist': () => sign({ id: playerId, role: 'owner' }),
  'a dealer’s whom the house does not know': () => sign({ id: 'Nobody', role: 'dealer' }),
  'a player without a number': () => sign({ id: 'anna', role: 'player' }),
  'a player with a number of SQL': () => sign({ id: '1 or true', role: 'player' }),
};

describe('a namespace', () => {
  it.each(Object.keys(BAD_TOKENS))('is closed to %s', async (name) => {
    const token = await BAD_TOKENS[name]!();
    for (const client of [
      new Player(studio.url, token, playerId, 'pb-1'),
      new Staff(studio.url, token, 'Dora', 'pb-1'),
    ]) {
      await expect(testbed.connect(client)).rejects.toThrow('not_signed_in');
      expect(client.socket.connected).toBe(false);
    }
  });

  it('of the players is closed to the staff, whatever their role', async () => {
    for (const role of ROLES.filter((each) => each !== 'player')) {
      const id = role === 'device' ? '2' : '1';
      const client = new Player(studio.url, await testbed.employ({ id, role }), id, 'pb-1');
      await expect(testbed.connect(client), role).rejects.toThrow('not_allowed');
    }
  });

  it('of the staff is closed to players', async () => {
    const token = await sign({ id: playerId, role: 'player' });
    const client = new Staff(studio.url, token, 'Anna', 'pb-1');
    await expect(testbed.connect(client)).rejects.toThrow('not_allowed');
  });

  it('opens to a good token', async () => {
    const token = await sign({ id: playerId, role: 'player' });
    const player = await testbed.connect(new Player(studio.url, token, playerId, 'pb-1'));
    expect((await player.join()).seat.player).toBe(playerId);
    for (const role of ROLES.filter((each) => each !== 'player')) {
      const staff = await testbed.staff(studio, `the ${role}`, { role });
      expect(staff.lastSeq.get('pb-1'), role).toBe(0);
    }
  });

  it('that is none of these, the root, is closed to everybody', async () => {
    const tokens = [undefined, await sign({ id: playerId, role: 'player' })];
    for (const token of tokens) {
      const client = new Client(studio.url, '/', token);
      await expect(testbed.connect(client)).rejects.toThrow('not_signed_in');
    }
  });
});

describe('a player whom the house does not know', () => {
  it('is refused with a good token', async () => {
    const token = await sign({ id: '999999', role: 'player' });
    const before = await testbed.everything();
    const stranger = new Player(studio.url, token, '999999', 'pb-1');
    await expect(testbed.connect(stranger)).rejects.toThrow('not_signed_in');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${studio.url}/me`, { headers });
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'not_signed_in' }]);
    expect(await testbed.everything()).toBe(before);
  });
});
