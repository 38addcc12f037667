/** A token that the studio reads is one that jose takes for valid, and no other. */
import { SignJWT, UnsecuredJWT, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { ROLES } from '../protocol/command.js';
import { Tokens, tokenKey } from './tokens.js';

const NOW_S = 1_800_000_000;
const SECRET = new TextEncoder().encode('a key of the studio that is long enough');
const KEY = tokenKey(SECRET, 'player');
const clock = new ManualClock(NOW_S * 1_000);
const tokens = new Tokens({ jwtKey: SECRET }, clock);

const token = (header: object = {}): SignJWT =>
  new SignJWT({ role: 'player' })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .setSubject('7')
    .setIssuer('sabot')
    .setExpirationTime(NOW_S + 60);

const isValid = async (text: string, key = KEY): Promise<boolean> => {
  const options = {
    issuer: 'sabot',
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
    currentDate: new Date(clock.nowMs()),
  };
  return jwtVerify(text, key, options).then(
    () => true,
    () => false,
  );
};

const SHOWN: Readonly<Record<string, () => Promise<string> | string>> = {
  'a good one': () => token().sign(KEY),
  'one with a type': () => token({ typ: 'JWT' }).sign(KEY),
  'one of a second ago': () => token().setExpirationTime(NOW_S).sign(KEY),
  'one of the last second': () =>
    token()
      .setExpirationTime(NOW_S + 1)
      .sign(KEY),
  'one that holds from now on': () => token().setNotBefore(NOW_S).sign(KEY),
  'one that holds later': () =>
    token()
      .setNotBefore(NOW_S + 1)
      .sign(KEY),
  'one of another issuer': () => token().setIssuer('casino').sign(KEY),
  'one under HS512': () => token({ alg: 'HS512' }).sign(new Uint8Array(64)),
  'one under another key': () => token().sign(new Uint8Array(32)),
  'one under the studio’s secret itself': () => token().sign(SECRET),
  'one that is not signed': () =>
    new UnsecuredJWT({ role: 'player' })
      .setSubject('7')
      .setIssuer('sabot')
      .setExpirationTime(NOW_S + 60)
      .encode(),
  'one with something critical': () =>
    token({ crit: ['b'], b: 1 }).sign(KEY, { crit: { b: true } }),
  'one in four parts': async () => `${await token().sign(KEY)}.x`,
  'one without its signature': async () => (await token().sign(KEY)).replace(/[^.]+$/, ''),
  'half of a signature': async () => (await token().sign(KEY)).slice(0, -20),
  'an empty one': () => '',
};

describe('a token', () => {
  it.each(Object.keys(SHOWN))('is read where it is valid: %s', async (name) => {
    const text = await SHOWN[name]!();
    expect(tokens.read(text) !== undefined).toBe(await isValid(text));
  });

  it('says who came, and until when', async () => {
    expect(tokens.read(await token().sign(KEY))).toEqual({
      id: '7',
      role: 'player',
      expiresAtMs: (NOW_S + 60) * 1_000,
      generation: undefined, // as the version before signs it
    });
  });

  it('is not read with one character changed, wherever that is', async () => {
    const text = await token().sign(KEY);
    for (let at = 0; at < text.length - 1; at += 1) {
      const other = text[at] === 'A' ? 'B' : 'A';
      expect(tokens.read(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
    }
  });

  it('that the studio has signed is one', async () => {
    const own = await tokens.sign({ id: 'Dora', role: 'dealer' }, 3);
    expect(tokens.read(own)).toMatchObject({ id: 'Dora', role: 'dealer', generation: 3 });
    expect(await isValid(own, tokenKey(SECRET, 'dealer'))).toBe(true);
  });

  it('has the generation of its sign-in, the first one too', async () => {
    const own = await tokens.sign({ id: '7', role: 'player' });
    expect(tokens.read(own)).toMatchObject({ generation: 0 });
    const key = tokenKey(SECRET, 'dealer');
    const before = await new SignJWT({ role: 'dealer' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('Dora')
      .setIssuer('sabot')
      .setExpirationTime(NOW_S + 60)
      .sign(key);
    expect(tokens.read(before), 'one of the staff’s, of the version before').toMatchObject({
      generation: 0,
    });
  });

  it('is read in no role that another party’s key signs', async () => {
    const parties = new Map<string, readonly string[]>([
      ['player', ['player']],
      ['device', ['device']],
    ]);
    const staff = ROLES.filter((role) => !parties.has(role));
    for (const signer of ROLES) {
      const own = parties.get(signer) ?? staff;
      for (const role of ROLES) {
        const text = await new SignJWT({ role })
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject('7')
          .setIssuer('sabot')
          .setExpirationTime(NOW_S + 60)
          .sign(tokenKey(SECRET, signer));
        expect(tokens.read(text) !== undefined, `${role} by the key of ${signer}`).toBe(
          own.includes(role),
        );
      }
    }
  });
});
