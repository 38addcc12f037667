/**
 * Puts the studio together on an HTTP server, for main.ts and for tests that want a studio of their
 * own.
 */
import { existsSync } from 'node:fs';
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { NestFactory } from '@nestjs/core';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import staticGzip from 'express-static-gzip';
import helmet from 'helmet';
import { Logger } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import type { Server } from 'socket.io';
import { Arrivals } from './access/arrivals.js';
import { type Config, ConfigError } from './config.js';
import { takeDatabase } from './demo/demo-mark.js';
import { servePicture } from './demo/demo-picture.js';
import { weakenings } from './migration/weakenings.js';
import { assert } from './money/assert.js';
import { type Clock, systemClock } from './platform/clock.js';
import { httpDescription } from './operations/http-description.js';
import { pageFrames } from './operator/page-frames.js';
import { PUBLIC_POOL, onConnection } from './platform/database.js';
import { limitTime } from './platform/http-timeouts.js';
import { loginBeyond } from './platform/login-rights.js';
import { createLog, requestLogger } from './platform/logger.js';
import { takeSchema } from './platform/schema-version.js';
import { slowRequests } from './platform/slow-requests.js';
import { SOCKETS } from './platform/sockets.js';
import { inShutdown } from './platform/within.js';
import { SIGN_IN_PATH, signInDoor } from './staff/sign-in-door.js';
import { SignInPace } from './staff/sign-in-pace.js';
import { StudioModule } from './studio.module.js';

/**
 * Attaches the studio's own socket server to its HTTP server. Nest's gateways find their namespaces
 * on it.
 */
class StudioIoAdapter extends IoAdapter {
  readonly #sockets: Server;
  readonly #arrivals: Arrivals;

  constructor(app: INestApplication) {
    super(app);
    this.#sockets = app.get<Server>(SOCKETS);
    this.#arrivals = app.get(Arrivals, { strict: false });
  }

  override createIOServer(): Server {
    return this.#arrivals.attach(this.#sockets, this.httpServer as HttpServer);
  }

  /** The gateways answer by `SocketCommands`. Nest keeps nothing of each socket for it. */
  override bindMessageHandlers(_: unknown, handlers: readonly unknown[]): void {
    assert(handlers.length === 0, 'no gateway subscribes to messages by itself');
  }
}

/**
 * The browser's pages, as `vite build` leaves them. Without them the studio still serves its
 * sockets and HTTP.
 */
const PAGES = fileURLToPath(new URL('../web/dist', import.meta.url));
/** Where it is not beside the studio, nobody looks whether the database is of this version. */
const PRISMA = new URL('../prisma/', import.meta.url);
const MIGRATIONS = fileURLToPath(new URL('migrations', PRISMA));
/**
 * The player's page is at `/`, those of the staff at `/dealer` and `/pit`. What a page loads is
 * beside it.
 */
const STAFF_PAGES = ['dealer', 'pit'];

/** `/dealer/` is `/dealer`, even behind a proxy that serves the studio under a path of its own. */
const withoutSlash = ({ path }: Request, response: Response, next: NextFunction): void => {
  const page = STAFF_PAGES.find((name) => path === `/${name}/`);
  if (page === undefined) next();
  else response.redirect(308, `../${page}`);
};

/**
 * The page may run only its own code, talk only to its own studio, and show a stream only from
 * where the table's settings say, and stills from where the studio's say.
 */
const pagePolicy = (frameOrigins: readonly string[], stills: string | undefined): string =>
  [
    `default-src 'self'`,
    `connect-src 'self' ws: wss: https: http:`,
    `media-src 'self' blob: https: http:`,
    ['img-src', `'self'`, 'data:', ...(stills === undefined ? [] : [stills])].join(' '),
    ['frame-ancestors', `'self'`, ...frameOrigins].join(' '),
  ].join('; ');

/** Files with a hash in their name never change. The page itself is asked for each time. */
const describePage = (response: ServerResponse, path: string, stills: string | undefined): void => {
  const { locals } = response as Response;
  const origins = (locals['frameOrigins'] ?? []) as readonly string[];
  response.setHeader('Content-Security-Policy', pagePolicy(origins, stills));
  const isNamedByContent = path.includes('/assets/');
  response.setHeader(
    'Cache-Control',
    isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
};

/**
 * As the build has compressed them, where the browser takes that. A path that cannot be decoded, or
 * that leads back up when it is, is no page's: the routes refuse it as they refuse all.
 */
const servePages = ({ film }: Pick<Config, 'film'>): RequestHandler => {
  const stills = film.still?.startsWith('http') ? new URL(film.still).origin : undefined;
  const setHeaders = (response: ServerResponse, path: string): void =>
    describePage(response, path, stills);
  const pages = staticGzip(PAGES, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    serveStatic: { setHeaders, extensions: ['html'] },
  });
  return (request, response, next) => {
    if (mayNamePage(request.path)) pages(request, response, next);
    else next();
  };
};

const mayNamePage = (path: string): boolean => {
  try {
    return !decodeURIComponent(path).split(/[/\\]/).includes('..');
  } catch {
    return false;
  }
};

/** What a studio may be given in place of the machine's own. */
interface StudioOptions {
  readonly clock?: Clock;
  /** Takes the log, a line of JSON at a time. */
  readonly logTo?: DestinationStream;
}

export const createStudio = async (
  config: Config,
  { clock = systemClock(), logTo }: StudioOptions = {},
): Promise<NestExpressApplication> => {
  const log = createLog(config, logTo);
  const isOurs = async (): Promise<void> =>
    onConnection(config.database, async (client) => {
      const isThisVersion = await takeSchema(client, MIGRATIONS);
      await takeDatabase(client, config.demo !== undefined);
      const login = await loginBeyond(client);
      if (login !== undefined) log.warn({ login }, 'the login may do more than the application');
      // A newer version's database has other guards, and this process goes on with them.
      const weaker = isThisVersion ? await weakenings(client, { prisma: PRISMA }) : [];
      if (weaker.length > 0) log.warn({ weaker }, 'the guards of the database are not as deployed');
    });
  const known = await isOurs().then(
    () => true,
    (error: unknown) => {
      // A studio waits for a Postgres that cannot be reached. A demo must know before it begins.
      if (error instanceof ConfigError || config.demo !== undefined) throw error;
      log.warn({ err: error }, 'the database cannot be asked yet whose it is');
      return false;
    },
  );
  const describe = (): OpenAPIObject => httpDescription(app);
  const app: NestExpressApplication = await NestFactory.create<NestExpressApplication>(
    StudioModule.with(config, clock, log, describe),
    { bufferLogs: true, abortOnError: false, rawBody: true },
  );
  app.useLogger(app.get(Logger));
  app.use(SIGN_IN_PATH, signInDoor(app.get(SignInPace, { strict: false }), config.http.proxies));
  app.use(requestLogger(log));
  app.use(slowRequests(log, clock));
  limitTime(app.getHttpServer(), config.http.saidWithinMs);
  app.useWebSocketAdapter(new StudioIoAdapter(app));
  app.set('trust proxy', config.http.proxies);
  app.use(helmet({ contentSecurityPolicy: false }));
  app.use(withoutSlash);
  servePicture(app, config);
  if (existsSync(PAGES)) app.use(pageFrames(app.get(PUBLIC_POOL), clock), servePages(config));
  if (!known) askUntilKnown(isOurs, app, log);
  // With others in the process it stops within a time limit of its own.
  const close = app.close.bind(app);
  app.close = () => inShutdown(close);
  return app;
};

const ASKED_EVERY_MS = 1_000;

/** Ends the studio where the database turns out to be for another one. */
const askUntilKnown = (
  isOurs: () => Promise<void>,
  app: INestApplication,
  log: ReturnType<typeof createLog>,
): void => {
  const ask = async (): Promise<void> => {
    try {
      await isOurs();
    } catch (error) {
      if (!(error instanceof ConfigError)) return askLater();
      log.fatal(error.message);
      process.exitCode = 1;
      await app.close();
    }
  };
  const askLater = (): void => void setTimeout(() => void ask(), ASKED_EVERY_MS).unref();
  askLater();
};
