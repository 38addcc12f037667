/** The studio's process. */
import { endWhenAsked } from './platform/early-end.js';

/**
 * Whatever is lost with a service that does not answer is found again in Postgres, so nobody waits
 * longer at the shutdown.
 */
const STOPPED_WITHIN_MS = 9_000;
// What takes longer to load comes after it.
const endsInGoodOrder = endWhenAsked();
await import('reflect-metadata');
const { ConfigError, readConfig } = await import('./config.js');

try {
  const config = readConfig(process.env);
  // The rest takes seconds to load: a wrong setting is said at once.
  const { createStudio } = await import('./studio.js');
  const { listen } = await import('./platform/listen.js');
  const { Departure } = await import('./edge/departure.service.js');
  const app = await createStudio(config);
  app.enableShutdownHooks(['SIGINT']);
  let close = (): void => undefined;
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
    close();
    setTimeout(stop, config.drainMs + STOPPED_WITHIN_MS).unref();
    const leaving = app.get(Departure, { strict: false }).leave(config.drainMs);
    void leaving.catch((error: unknown) => console.error(error)).finally(stop);
  });
  endsInGoodOrder();
  process.once('SIGINT', () => setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref());
  await app.init();
  close = await listen(app.getHttpServer(), config.http);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
