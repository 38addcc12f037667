/**
 * Whose pages may show the player's page in a frame: the origins that its operator lists. The page
 * of a launch names its operator (`?operator=acme`); without it nobody's but the studio's own may.
 */
import type { RequestHandler } from 'express';
import type pg from 'pg';
import { readFrameOrigins } from './operator-rows.js';

const PAGES: ReadonlySet<string> = new Set(['/', '/index.html']);
const OPERATOR = /^[a-z][a-z0-9-]{1,31}$/;

/** Leaves them in `response.locals.frameOrigins`. Where the database is silent, there are none. */
export const pageFrames =
  (pool: Pick<pg.Pool, 'query'>): RequestHandler =>
  (request, response, next) => {
    const { operator } = request.query;
    if (!PAGES.has(request.path) || typeof operator !== 'string' || !OPERATOR.test(operator)) {
      next();
      return;
    }
    readFrameOrigins(pool, operator)
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
