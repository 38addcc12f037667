/** The voids of hands, without the rest of a studio. Nobody is connected. */
import { PinoLogger } from 'nestjs-pino';
import { readConfig } from '../../src/config.js';
import { systemEntropy } from '../../src/hands/entropy.js';
import { HandVoids } from '../../src/hands/hand-voids.service.js';
import { Openings } from '../../src/hands/openings.service.js';
import type { Clock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import type { TestDatabase } from './database.js';
import { ANCHOR_KEY, HANDS_KEY, JWT_KEY } from './testbed.js';

export const handVoids = ({ pool, url }: TestDatabase, clock: Clock): HandVoids => {
  const config = readConfig({
    DATABASE_URL: url,
    SABOT_JWT_KEY: JWT_KEY,
    SABOT_ANCHOR_KEY: ANCHOR_KEY,
    SABOT_HANDS_KEY: HANDS_KEY,
  });
  const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
  const closed = { note: () => undefined };
  const openings = new Openings(config, new Metrics(), logger, closed, systemEntropy());
  return new HandVoids(pool, clock, openings, { say: () => undefined });
};
