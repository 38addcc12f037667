/**
 * Whose address a connection comes from: the peer's or, where proxies of the studio's own stand
 * before it, the one that the outermost of them saw.
 */

/**
 * `forwarded` is the header X-Forwarded-For, to which each of `proxies` has added whom it heard;
 * what came before those says nothing.
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
