import { describe, expect, it } from 'vitest';
import { addressOf } from './address.js';

describe('the address of a connection', () => {
  it('is the peer’s, whatever the peer says, where the studio has no proxy', () => {
    expect(addressOf('10.0.0.9', undefined, 0)).toBe('10.0.0.9');
    expect(addressOf('10.0.0.9', '1.2.3.4', 0)).toBe('10.0.0.9');
  });

  it('is what the studio’s proxies saw, not what they were sent', () => {
    expect(addressOf('10.0.0.1', '203.0.113.7', 1)).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1', '1.2.3.4, 203.0.113.7', 1)).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.2', 2)).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1', ['1.2.3.4', '203.0.113.7'], 1)).toBe('203.0.113.7');
  });

  it('is the peer’s where a proxy said nothing', () => {
    expect(addressOf('10.0.0.1', undefined, 1)).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', ' , ', 2)).toBe('10.0.0.1');
  });
});
