/** The studio's process. */
import 'reflect-metadata';
import { ConfigError, readConfig } from './config.js';
import { createStudio } from './studio.js';

try {
  const config = readConfig(process.env);
  const app = await createStudio(config);
  app.enableShutdownHooks();
  await app.listen(config.http.port, config.http.host);
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
