/** The streams of a process that has a Redis and nothing else. */
import { PinoLogger } from 'nestjs-pino';
import { readConfig } from '../../src/config.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Streams } from '../../src/platform/streams.service.js';

const LOGGER = new PinoLogger({ pinoHttp: { level: 'silent' } });

export const streamsOf = (redisUrl: string): Streams => {
  const config = readConfig({
    SABOT_DEMO: '1',
    SABOT_JWT_KEY: 'a key that all processes of the test have',
    DATABASE_URL: 'postgresql://127.0.0.1:1/none',
    REDIS_URL: redisUrl,
  });
  return new Streams(config, new Metrics(), LOGGER);
};
