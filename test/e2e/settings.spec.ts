/** What a player has set is kept with the player; and who may ask by HTTP at all, and how often. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../src/protocol/command.js';
import { DEFAULT_PLAYER_SETTINGS } from '../../src/protocol/default-settings.js';
import { NO_PREFERENCES } from '../../src/protocol/no-preferences.js';
import { playerPreferences } from '../../src/protocol/preferences.js';
import { ownPlayer, playerSettings, refusedRequest } from '../../src/protocol/http.js';
import { SPOTS } from '../../src/punto-banco/spot.js';
import { QUICK, sign, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

/** Set by the house, each otherwise than it usually is. */
const TIMES = {
  SESSION_IDLE_MS: '900000',
  SESSION_LOST_MS: '240000',
  SOLO_LOST_MS: '360000',
  HAND_KEPT_MS: '86400000',
};

const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, currency: 'CHF' } },
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000', ...TIMES },
});
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

interface Asked {
  readonly token?: string;
  readonly at?: Studio;
  readonly method?: string;
  readonly body?: unknown;
}

const ask = async (path: string, { token, at = studio, method = 'GET', body }: Asked = {}) => {
  const answer = await fetch(`${at.url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    caching: answer.headers.get('cache-control'),
    body: await answer.json(),
  };
};

const change = (token: string, body: unknown) =>
  ask('/me/settings', { token, method: 'PATCH', body });

describe('the settings of a player', () => {
  it('are the defaults until they are changed', async () => {
    const { token } = await testbed.enlist('Anna');
    expect(await ask('/me/settings', { token })).toEqual({
      status: 200,
      caching: 'no-store',
      body: DEFAULT_PLAYER_SETTINGS,
    });
  });

  it('are changed one by one, answered whole, and kept by the database alone', async () => {
    const { id, token } = await testbed.enlist('Anna');
    const { token: other } = await testbed.enlist('Bert');
    expect((await change(token, { language: 'it', video: false })).body).toEqual({
      ...DEFAULT_PLAYER_SETTINGS,
      language: 'it',
      video: false,
    });
    const changed = await change(token, { videoQuality: 'low', language: null, modeAsked: true });
    const expected = {
      ...DEFAULT_PLAYER_SETTINGS,
      video: false,
      videoQuality: 'low',
      modeAsked: true,
    };
    expect(changed.body).toEqual(expected);
    expect(playerSettings.parse(changed.body)).toEqual(expected);
    expect((await change(token, {})).body).toEqual(expected);

    const next = await testbed.start();
    expect((await ask('/me/settings', { token, at: next })).body).toEqual(expected);
    expect((await ask('/me/settings', { token: other })).body).toEqual(DEFAULT_PLAYER_SETTINGS);
    const { rows } = await testbed.pool.query('select settings from players where id = $1', [id]);
    expect(rows).toEqual([
      { settings: { language: null, video: false, videoQuality: 'low', modeAsked: true } },
    ]);
  });

  it('hold both when two are changed at the same time', async () => {
    const { token } = await testbed.enlist('Anna');
    await Promise.all([
      change(token, { video: false }),
      change(token, { gameSounds: false }),
      change(token, { betStatistics: false }),
    ]);
    expect((await ask('/me/settings', { token })).body).toEqual({
      ...DEFAULT_PLAYER_SETTINGS,
      video: false,
      gameSounds: false,
      betStatistics: false,
    });
  });

  it('that only an older studio had are left out', async () => {
    const { id, token } = await testbed.enlist('Anna');
    await testbed.pool.query(
      `update players set settings = '{"theme":"pink","videoQuality":"ultra","classicView":true}' where id = $1`,
      [id],
    );
    expect((await ask('/me/settings', { token })).body).toEqual({
      ...DEFAULT_PLAYER_SETTINGS,
      classicView: true,
    });
  });

  it.each([
    ['a name that does not exist', { theme: 'pink' }, 'theme'],
    ['a language that does not exist', { language: 'xx' }, 'language'],
    ['text for a switch', { video: 'yes' }, 'video'],
    ['a number for a switch', { gameSounds: 1 }, 'gameSounds'],
    ['nothing for a switch', { videoSound: null }, 'videoSound'],
    ['one good and one bad', { video: false, videoQuality: 'ultra' }, 'videoQuality'],
    ['a list', [], undefined],
    ['JavaScript’s own', { toString: 'x' }, 'toString'],
  ])('are not changed by %s', async (_, body, at) => {
    const { id, token } = await testbed.enlist('Anna');
    const { status, body: answer } = await change(token, body);
    expect(status).toBe(400);
    expect(answer).toEqual({ error: 'malformed_request', ...(at !== undefined && { at }) });
    const { rows } = await testbed.pool.query('select settings from players where id = $1', [id]);
    expect(rows).toEqual([{ settings: {} }]);
  });
});

describe('the preferences of a player', () => {
  const prefer = (token: string, body: unknown) =>
    ask('/me/preferences', { token, method: 'PATCH', body });
  const favourite = (name: string) => ({ name, stakes: { punto: '2500', egalite: '500' } });

  it('are none until something is kept', async () => {
    const { token } = await testbed.enlist('Anna');
    expect(await ask('/me/preferences', { token })).toEqual({
      status: 200,
      caching: 'no-store',
      body: NO_PREFERENCES,
    });
  });

  it('are replaced one by one, counted, and kept by the database alone', async () => {
    const { token } = await testbed.enlist('Anna');
    const { token: other } = await testbed.enlist('Bert');
    await prefer(token, { watched: ['pb-2', 'pb-1'], chip: '2500' });
    await prefer(token, { watched: ['pb-3'] });
    const favourites = [favourite('Sunday’s'), favourite('À la française 1')];
    const expected = { watched: ['pb-3'], chip: '2500', favourites, version: 3 };
    expect((await prefer(token, { favourites })).body).toEqual(expected);
    const next = await testbed.start();
    const { body } = await ask('/me/preferences', { token, at: next });
    expect(playerPreferences.parse(body)).toEqual(expected);
    expect((await ask('/me/preferences', { token: other })).body).toEqual(NO_PREFERENCES);
  });

  it('hold both when two are changed at the same time', async () => {
    const { token } = await testbed.enlist('Anna');
    await Promise.all([
      prefer(token, { chip: '100' }),
      prefer(token, { watched: ['pb-1'] }),
      prefer(token, { favourites: [favourite('a')] }),
    ]);
    expect((await ask('/me/preferences', { token })).body).toEqual({
      watched: ['pb-1'],
      chip: '100',
      favourites: [favourite('a')],
      version: 3,
    });
  });

  it('that only an older studio had are left out', async () => {
    const { id, token } = await testbed.enlist('Anna');
    await prefer(token, { chip: '100' });
    await testbed.pool.query(
      `update player_preferences set preferences = preferences || '{"hat":1,"watched":"pb-1"}' where player_id = $1`,
      [id],
    );
    const kept = { ...NO_PREFERENCES, chip: '100', version: 1 };
    expect((await ask('/me/preferences', { token })).body).toEqual(kept);
  });

  const many = (count: number) => Array.from({ length: count }, (_, each) => `t-${each}`);

  it.each<[string, unknown, string]>([
    ['a ninth favourite', { favourites: many(9).map(favourite) }, 'favourites'],
    ['a fifth watched table', { watched: many(5) }, 'watched'],
    ['a table that is watched twice', { watched: ['pb-1', 'pb-1'] }, 'watched'],
    ['a favourite without a name', { favourites: [favourite('')] }, 'favourites.0.name'],
    ['a name of spaces', { favourites: [favourite('  ')] }, 'favourites.0.name'],
    ['a long name', { favourites: [favourite('x'.repeat(25))] }, 'favourites.0.name'],
    ['a name of two lines', { favourites: [favourite('a\nb')] }, 'favourites.0.name'],
    ['a favourite of nothing', { favourites: [{ name: 'a', stakes: {} }] }, 'favourites.0.stakes'],
    ['a chip that is no amount', { chip: '1.5' }, 'chip'],
    ['a number of changes', { version: 7 }, 'version'],
  ])('are not changed by %s', async (_, body, at) => {
    const { token } = await testbed.enlist('Anna');
    const { status, body: answer } = await prefer(token, body);
    expect([status, answer]).toEqual([400, { error: 'malformed_request', at }]);
    expect((await ask('/me/preferences', { token })).body).toEqual(NO_PREFERENCES);
  });

  it('of the greatest size are kept', async () => {
    const { token } = await testbed.enlist('Anna');
    const stakes = Object.fromEntries(SPOTS.map((spot) => [spot, '9'.repeat(18)]));
    const favourites = many(8).map(() => ({ name: '\u{1F0A1}'.repeat(24), stakes }));
    const watched = many(4).map((each) => each.padEnd(32, 'x'));
    const { status } = await prefer(token, { favourites, watched, chip: '9'.repeat(18) });
    expect(status).toBe(200);
  });
});

describe('a player who is signed in', () => {
  it('is sent their own name, mode, currency and limit group, and the times that the house has set', async () => {
    const { id, token } = await testbed.enlist('Anna', 100, 'CHF');
    const { body, caching } = await ask('/me', { token });
    expect(ownPlayer.parse(body)).toEqual({
      id,
      name: 'Anna',
      mode: 'zero_commission',
      currency: 'CHF',
      group: null,
      tables: null,
      times: { idleMs: 900_000, lostMs: 240_000, soloLostMs: 360_000, handKeptMs: 86_400_000 },
    });
    expect(caching).toBe('no-store');
  });

  it('is sent the currency of their own money, whatever the tables are played in', async () => {
    const { token } = await testbed.enlist('Anna', 100, 'JPY');
    expect((await ask('/me', { token })).body).toMatchObject({ currency: 'JPY' });
  });
});

const PATHS = [
  '/me',
  '/me/settings',
  '/me/preferences',
  '/me/protection',
  '/me/rounds',
  '/me/rounds/1000000001',
  '/me/rounds.csv',
  '/me/statement',
  '/me/statement.csv',
];

describe.each(PATHS)('%s', (path) => {
  it('is for a player who is signed in', async () => {
    const forged = await sign({ id: '1', role: 'player' }, { key: 'x'.repeat(40) });
    const expired = await sign({ id: '1', role: 'player' }, { expires: 1 });
    for (const token of [undefined, '', 'nonsense', forged, expired]) {
      const { status, body, caching } = await ask(path, token === undefined ? {} : { token });
      expect(status).toBe(401);
      expect(refusedRequest.parse(body)).toEqual({ error: 'not_signed_in' });
      expect(caching).toBe('no-store');
    }
    for (const role of ROLES.filter((each) => each !== 'player')) {
      const { status, body } = await ask(path, {
        token: await testbed.employ({ id: `a ${role}`, role }),
      });
      expect([status, body]).toEqual([403, { error: 'not_allowed' }]);
    }
  });
});

describe('a budget', () => {
  it('covers all that a player asks, and a wider one all of an address', async () => {
    const slow = await testbed.start({ REQUESTS_PER_SECOND: '1', REQUESTS_AT_ONCE: '4' });
    const { token } = await testbed.enlist('Anna');
    const { token: other } = await testbed.enlist('Bert');
    const paths = ['/me', '/me/settings', '/me/rounds', '/me/statement'];
    const sinceMs = performance.now();
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, each) => ask(paths[each % 4]!, { token, at: slow })),
    );
    const earned = Math.ceil((performance.now() - sinceMs) / 1000);
    const spent = asked.filter(({ status }) => status === 429);
    const letIn = asked.length - spent.length;
    expect(letIn).toBeGreaterThanOrEqual(4);
    expect(letIn).toBeLessThanOrEqual(4 + earned);
    expect(spent[0]).toEqual({
      status: 429,
      caching: 'no-store',
      body: { error: 'too_many_messages' },
    });
    expect((await ask('/me', { token: other, at: slow })).status).toBe(200);

    const strangers = await Promise.all(
      Array.from({ length: 150 }, () => ask('/me', { token: randomUUID(), at: slow })),
    );
    expect(strangers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    expect(strangers.filter(({ status }) => status === 401).length).toBeGreaterThan(10);
    await eventually('the budget has filled up again', async () => {
      await testbed.advance(300);
      return (await ask('/me', { token: other, at: slow })).status === 200;
    });
    await slow.stop();
  });
});

it('a token of a player who does not exist signs nobody in', async () => {
  const token = await sign({ id: '999999', role: 'player' });
  expect((await ask('/me', { token })).status).toBe(401);
  expect((await ask('/me/settings', { token })).status).toBe(401);
  expect((await change(token, { video: false })).status).toBe(401);
});
