/**
 * Whose pages may show the player's page in a frame: the origins that its operator lists. The page
 * of a launch names its operator (`?operator=acme`); without it nobody's but the studio's own may.
 * Anybody may ask, as often as they like: the database is asked once a second at most.
 */
import type { RequestHandler } from 'express';
import type pg from 'pg';
import type { Clock } from '../platform/clock.js';
import { readFrameOrigins } from './operator-rows.js';

const PAGES: ReadonlySet<string> = new Set(['/', '/index.html']);
const OPERATOR = /^[a-z][a-z0-9-]{1,31}$/;
const KEPT_MS = 1_000;

/** Leaves them in `response.locals.frameOrigins`. Where the database is silent, there are none. */
export const pageFrames = (
  pool: Pick<pg.Pool, 'query'>,
  clock: Pick<Clock, 'nowMs'>,
): RequestHandler => {
  let readAtMs = -Infinity;
  let ofAll: ReturnType<typeof readFrameOrigins> | undefined;
  const originsOf = async (operator: string): Promise<readonly string[]> => {
    const nowMs = clock.nowMs();
    if (ofAll === undefined || nowMs - readAtMs >= KEPT_MS) {
      readAtMs = nowMs;
      ofAll = readFrameOrigins(pool);
    }
    return (await ofAll).get(operator) ?? [];
  };
  return (request, response, next) => {
    const { operator } = request.query;
    if (!PAGES.has(request.path) || typeof operator !== 'string' || !OPERATOR.test(operator)) {
      next();
      return;
    }
    originsOf(operator)
      .then(
        (origins) => {
          if (origins.length === 0) return;
          response.locals['frameOrigins'] = origins;
          // The older header knows no list.
          response.removeHeader('X-Frame-Options');
        },
        () => undefined,
      )
      .finally(next);
  };
};
