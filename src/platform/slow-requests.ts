/**
 * A request that takes long is named in the log, so that whoever looks at a process that was busy
 * finds what it was busy with. Of its address the log has the route alone: the rest may be secret.
 */
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Clock } from './clock.js';

const SLOW_MS = 1_000;

/** What has no route, as a page, is a file that is sent as quickly as it is read. */
export const slowRequests =
  (log: Pick<Logger, 'warn'>, clock: Pick<Clock, 'nowMs'>): RequestHandler =>
  (request, response, next) => {
    const beganMs = clock.nowMs();
    response.once('close', () => {
      const ms = clock.nowMs() - beganMs;
      const route = request.route as { readonly path: string } | undefined;
      if (ms < SLOW_MS || route === undefined) return;
      // Whoever asked may have gone before there was an answer.
      const status = response.headersSent ? response.statusCode : null;
      log.warn({ method: request.method, route: route.path, status, ms }, 'a request took long');
    });
    next();
  };
