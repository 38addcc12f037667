/** The studio's process. */
import { once } from 'node:events';
import { endWhenAsked } from './platform/early-end.js';

/**
 * Whatever is lost with a service that does not answer is found again in Postgres, so nobody waits
 * longer at the shutdown.
 */
const STOPPED_WITHIN_MS = 9_000;
/**
 * Connections that the system holds until the process takes them in, where it allows so many
 * (net.core.somaxconn). Players of a lost process all come at once. Where there is no room, the
 * client's system tries again after one, three and seven seconds. A process that is very busy takes
 * in fifty a second: with more room the last ones would wait for longer than a page does.
 */
const ARRIVALS_MAX = 1_024;

// What takes longer to load comes after it.
const endsInGoodOrder = endWhenAsked();
await import('reflect-metadata');
const { ConfigError, readConfig } = await import('./config.js');

try {
  const config = readConfig(process.env);
  // The rest takes seconds to load: a wrong setting is said at once.
  const { createStudio } = await import('./studio.js');
  const { Departure } = await import('./edge/departure.service.js');
  const app = await createStudio(config);
  app.enableShutdownHooks(['SIGINT']);
  let isLeaving = false;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref();
    void app.close().finally(() => process.exit());
  };
  process.on('SIGTERM', () => {
    // Whoever asks again waits for nothing.
    if (isLeaving) return stop();
    isLeaving = true;
    // Nobody comes in any more. Whoever is connected stays until the tables have gone.
    app.getHttpServer().close();
    setTimeout(stop, config.drainMs + STOPPED_WITHIN_MS).unref();
    const leaving = app.get(Departure, { strict: false }).leave(config.drainMs);
    void leaving.catch((error: unknown) => console.error(error)).finally(stop);
  });
  endsInGoodOrder();
  process.once('SIGINT', () => setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref());
  await app.init();
  const { port, host } = config.http;
  await once(app.getHttpServer().listen({ port, host, backlog: ARRIVALS_MAX }), 'listening');
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
