import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../config.js';
import { createLog, requestLogger } from './logger.js';

const config: Config = readConfig({
  DATABASE_URL: 'postgres://localhost/sabot',
  SABOT_DEMO: '1',
  LOG_LEVEL: 'info',
});
const SECRET = 'the-password-of-redis';

/** As a client of Redis has it: with the command that has failed, and all that it said. */
const refusedSignIn = () =>
  Object.assign(new Error('WRONGPASS invalid username-password pair'), {
    command: { name: 'hello', args: ['3', 'AUTH', 'studio', SECRET] },
  });

describe('the log', () => {
  it.each([
    ['an error of Redis', refusedSignIn()],
    ['one of a cluster', Object.assign(new Error('no node'), { lastNodeError: refusedSignIn() })],
    ['what failed because of one', new Error('no queue', { cause: refusedSignIn() })],
  ])('has of %s its message, and no argument of its command', (_name, error) => {
    let text = '';
    const log = createLog(config, { write: (line) => void (text += line) });
    log.warn({ err: error }, 'the queue does not answer');
    requestLogger(log).logger.warn({ err: error }, 'and of a request');
    expect(text).toContain(error.message);
    expect(text).not.toContain(SECRET);
  });
});
