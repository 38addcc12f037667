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
