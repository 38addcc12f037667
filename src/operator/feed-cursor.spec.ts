import { describe, expect, it } from 'vitest';
import { openCursor, sealCursor } from './feed-cursor.js';

const KEY = Buffer.alloc(32, 7);
const OF = { operator: 'acme', feed: 'results' };
const cursor = sealCursor(KEY, OF, '0.7.42');

describe('a cursor', () => {
  it('opens for the operator and the feed that it was made for, and for nobody else', () => {
    expect(openCursor(KEY, OF, cursor)).toBe('0.7.42');
    expect(openCursor(KEY, { ...OF, operator: 'brand' }, cursor)).toBeUndefined();
    expect(openCursor(KEY, { ...OF, feed: 'lobby' }, cursor)).toBeUndefined();
    expect(openCursor(Buffer.alloc(32, 8), OF, cursor)).toBeUndefined();
  });

  it('is not opened once any byte of it is another', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const spoilt = Buffer.from(bytes);
      spoilt[at]! ^= 1;
      expect(openCursor(KEY, OF, spoilt.toString('base64url')), `byte ${at}`).toBeUndefined();
    }
  });

  it.each(['', 'AAAA', 'nonsense', '0.7.42'])('made up as %j opens nothing', (text) => {
    expect(openCursor(KEY, OF, text)).toBeUndefined();
  });
});
