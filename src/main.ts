/** The studio's process. */
import 'reflect-metadata';
import { ConfigError, readConfig } from './config.js';

/**
 * Whatever is lost with a service that does not answer is found again in Postgres, so nobody waits
 * longer at the shutdown.
 */
const STOPPED_WITHIN_MS = 9_000;

try {
  const config = readConfig(process.env);
  // The rest takes seconds to load: a wrong setting is said at once.
  const { createStudio } = await import('./studio.js');
  const app = await createStudio(config);
  app.enableShutdownHooks();
  await app.listen(config.http.port, config.http.host);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => setTimeout(() => process.exit(1), STOPPED_WITHIN_MS).unref());
  }
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
