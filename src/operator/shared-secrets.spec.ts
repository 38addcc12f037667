import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  derivedOperatorsKeys,
  makeSecret,
  operatorKeyOf,
  parseOperatorsKeys,
  parseSecret,
  sharedSecrets,
} from './shared-secrets.js';

const base64 = () => randomBytes(32).toString('base64');
const [OLD, NEW] = [base64(), base64()];
const KEYS = parseOperatorsKeys(`${NEW},${OLD}`)!;
const ROW = { operator: 'acme', kid: 'acme-1', secretBy: KEYS[0].name };

/** Both directions of a row, as text. */
const textOf = (row: typeof ROW, keys = KEYS): readonly (string | undefined)[] => {
  const { operator, studio } = sharedSecrets(keys, row) ?? {};
  return [operator && makeSecret(operator), studio && makeSecret(studio)];
};

describe('shared secrets', () => {
  it('are another for each direction, operator, name and key of the studio', () => {
    const all = [
      ROW,
      { ...ROW, operator: 'other' },
      { ...ROW, kid: 'acme-2' },
      { ...ROW, secretBy: KEYS[1]!.name },
    ].flatMap((row) => textOf(row));
    expect(all).not.toContain(undefined);
    expect(new Set(all).size).toBe(8);
  });

  it('are the same in each process that has the key, wherever it stands', () => {
    expect(textOf(ROW, parseOperatorsKeys(`${OLD},${NEW}`))).toEqual(textOf(ROW));
  });

  it('are none without the key that made them', () => {
    expect(textOf(ROW, parseOperatorsKeys(OLD))).toEqual([undefined, undefined]);
    expect(operatorKeyOf({ ...ROW, publicKey: null }, parseOperatorsKeys(OLD))).toBeUndefined();
    expect(operatorKeyOf({ ...ROW, publicKey: null }, undefined)).toBeUndefined();
  });

  it('are of another key where the studio’s own secret is another', () => {
    const [one, two] = ['a', 'b'].map((each) => derivedOperatorsKeys(Buffer.alloc(32, each)));
    expect(one![0].name).not.toBe(two![0].name);
  });

  it.each(['', 'short', `${OLD},`, `${OLD} ${NEW}`])('have no key in %j', (text) => {
    expect(parseOperatorsKeys(text)).toBeUndefined();
  });

  it('are read as they are written', () => {
    const { operator } = sharedSecrets(KEYS, ROW)!;
    const text = makeSecret(operator);
    expect(parseSecret(`${text}\n`)?.equals(operator)).toBe(true);
    for (const bad of ['', text.slice(1), `${text}=`, '-----BEGIN PRIVATE KEY-----']) {
      expect(parseSecret(bad), bad).toBeUndefined();
    }
  });
});
