import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type HandsKeys, parseHandsKeys, seal, unseal } from './sealing.js';

const keysOf = (...secrets: readonly Buffer[]): HandsKeys =>
  parseHandsKeys(secrets.map((secret) => secret.toString('base64')).join(','))!;

const [secret, other] = [randomBytes(32), randomBytes(32)];
const keys = keysOf(secret);
const opening = randomBytes(344);
const opened = Uint8Array.from(opening);
const hand = { playerId: '7', game: 'blackjack', commitment: 'c0ffee' } as const;
const sealed = seal(keys, hand, opening);

describe('a sealed opening', () => {
  it('opens with its key, as it was', () => {
    expect(unseal(keys, hand, sealed)).toEqual(opened);
  });

  it('holds no part of what it hides, nor of the key', () => {
    for (let from = 0; from + 8 <= opening.length; from += 1) {
      expect(sealed.includes(opening.subarray(from, from + 8))).toBe(false);
    }
    expect(sealed.includes(secret.subarray(0, 8))).toBe(false);
  });

  it('is another each time, also of the same opening', () => {
    const again = seal(keys, hand, opening);
    expect(again.equals(sealed)).toBe(false);
    // The name of the key is all that they share.
    expect(again.subarray(0, 4)).toEqual(sealed.subarray(0, 4));
    expect(again.subarray(4, 16).equals(sealed.subarray(4, 16))).toBe(false);
  });

  it('does not open with another key, nor with one that goes by the same name', () => {
    expect(unseal(keysOf(other), hand, sealed)).toBeUndefined();
    const name = createHash('sha256').update(secret).digest().subarray(0, 4);
    const namesake = [{ ...keysOf(other)[0], name }] as const;
    expect(unseal(namesake, hand, sealed)).toBeUndefined();
  });

  it('opens with an earlier key, and is sealed with the first', () => {
    expect(unseal(keysOf(other, secret), hand, sealed)).toEqual(opened);
    const newer = seal(keysOf(other, secret), hand, opening);
    expect(unseal(keysOf(other), hand, newer)).toEqual(opened);
    expect(unseal(keys, hand, newer)).toBeUndefined();
  });

  it.each([
    ['player', { ...hand, playerId: '8' }],
    ['game', { ...hand, game: 'punto_e_banco' as const }],
    ['commitment', { ...hand, commitment: 'c0ffef' }],
  ])('does not open for another %s', (_, another) => {
    expect(unseal(keys, another, sealed)).toBeUndefined();
  });

  it('does not open where a byte was changed, or is missing', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(unseal(keys, hand, changed), `byte ${at}`).toBeUndefined();
    }
    expect(unseal(keys, hand, sealed.subarray(0, -1))).toBeUndefined();
    expect(unseal(keys, hand, Buffer.alloc(0))).toBeUndefined();
  });
});
