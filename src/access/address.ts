/**
 * Whose address a connection comes from. It is the peer's or, behind proxies of the studio's own,
 * the one that the outermost of them saw.
 */

/**
 * `forwarded` is the header X-Forwarded-For, to which each of `proxies` has added the address of
 * its peer. Entries before those prove nothing.
 */
export const addressOf = (
  peer: string,
  forwarded: string | readonly string[] | undefined,
  proxies: number,
): string => {
  const seen = String(forwarded ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const way = [...seen, peer];
  return way[Math.max(0, way.length - 1 - proxies)]!;
};

/**
 * What has the budget of an address. One host has a whole /64 of IPv6 to call from, so that counts
 * as one.
 */
export const networkOf = (seen: string): string => {
  const address = withoutPort(seen);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [front = '', back] = address.split('%', 1)[0]!.split('::');
  const groups = front === '' ? [] : front.split(':');
  const rest = back === undefined || back === '' ? [] : back.split(':');
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  const all = [...groups, ...zeros, ...rest].slice(0, 4);
  return `${all.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`;
};

/** Some proxies write the port too: `203.0.113.7:51234`, `[2001:db8::7]:51234`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ??
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
  address;
