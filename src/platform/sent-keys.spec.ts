import { expect, it } from 'vitest';
import { SentKeys } from './sent-keys.js';

it('knows each key once, and forgets the oldest of many', () => {
  const sent = new SentKeys();
  expect([sent.has('0'), sent.isNew('0'), sent.has('0'), sent.isNew('0')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  for (let key = 1; key < 5_000; key += 1) sent.isNew(String(key));
  expect(sent.has('0')).toBe(true);
  sent.isNew('5000');
  expect([sent.has('0'), sent.has('1')]).toEqual([false, true]);
});
