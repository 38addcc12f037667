import { describe, expect, it } from 'vitest';
import { addressOf, networkOf } from './address.js';

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

describe('the network of an address', () => {
  it('is an address of IPv4 itself, however it is written', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  it('is the same from whatever port, as some proxies add it', () => {
    expect(networkOf('203.0.113.7:51234')).toBe('203.0.113.7');
    expect(networkOf('[::ffff:203.0.113.7]:51234')).toBe('203.0.113.7');
    expect(networkOf('[2001:db8:0:1::7]:51234')).toBe('2001:db8:0:1::/64');
    expect(networkOf('[2001:db8:0:1::7]')).toBe('2001:db8:0:1::/64');
  });

  it('is the /64 of an address of IPv6', () => {
    expect(networkOf('2001:db8:0:1:aaaa::7')).toBe('2001:db8:0:1::/64');
    expect(networkOf('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1::/64');
    expect(networkOf('2001:db8::7')).toBe('2001:db8:0:0::/64');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).not.toBe(networkOf('2001:db8:1:3:3:4:5:6'));
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});
