/**
 * Trying a secret takes the same work whether or not the account exists, so that a stranger learns
 * nothing from the time it takes.
 */
import { randomInt } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { hashSecret, isSecret, makePin } from './secret.js';

vi.mock('@node-rs/argon2', { spy: true });
vi.mock('node:crypto', { spy: true });

/** `$argon2id$v=19$m=…,t=…,p=…`: the part that says what a try costs. */
const costOf = (hashed: unknown): string => String(hashed).split('$', 4).join('$');

describe('a secret that is tried', () => {
  it('where there is no account costs one verification, as much as any other', async () => {
    const secret = await hashSecret('314159');
    vi.mocked(verify).mockClear();
    expect(await isSecret('000000', secret, 'stranger')).toBe(false);
    expect(await isSecret('000000', undefined, 'stranger')).toBe(false);
    const costs = vi.mocked(verify).mock.calls.map(([hashed]) => costOf(hashed));
    expect(costs).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1']);
  });

  it('is right for its owner, and for nobody else', async () => {
    const secret = await hashSecret('314159');
    expect(await isSecret('314159', secret, 'stranger')).toBe(true);
    expect(await isSecret('314158', secret, 'signed_in')).toBe(false);
  });

  it('or made by somebody who is signed in does not wait for strangers', async () => {
    const secret = await hashSecret('314159');
    const ended: string[] = [];
    const tried = ['a', 'b', 'c', 'd'].map(async (stranger) => {
      await isSecret('000000', secret, 'stranger');
      ended.push(stranger);
    });
    const own = isSecret('314159', secret, 'signed_in').then(() => ended.push('own'));
    const made = hashSecret('271828').then(() => ended.push('made'));
    await Promise.all([...tried, own, made]);
    // The first of the strangers may have begun already.
    expect(ended.filter((each) => each !== 'a')).toEqual(['own', 'made', 'b', 'c', 'd']);
  });
});

it('a PIN that is made up is none that would be refused', () => {
  const drawn = [...'000000123456271828'].map(Number);
  const draw = vi.mocked(randomInt);
  draw.mockImplementation(() => drawn.shift()!);
  expect(makePin()).toBe('271828');
  draw.mockRestore();
});
