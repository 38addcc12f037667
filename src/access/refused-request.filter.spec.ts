import type { ArgumentsHost } from '@nestjs/common';
import type { PinoLogger } from 'nestjs-pino';
import { describe, expect, it } from 'vitest';
import { DatabaseBusy } from '../platform/database.js';
import { BusyFilter } from './busy.filter.js';
import { refusedWith } from './http-access.refusals.js';
import { RefusedRequestFilter } from './refused-request.filter.js';

const logger = { error: () => undefined } as unknown as PinoLogger;

/** The status, the headers and the body. */
const answered = (filter: { catch(error: unknown, host: ArgumentsHost): void }, error: unknown) => {
  const answer = { status: 0, headers: {} as Record<string, string>, body: {} };
  const response = {
    headersSent: false,
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    header: (name: string, value: string) => {
      answer.headers[name.toLowerCase()] = value;
      return response;
    },
    json: (body: object) => {
      answer.body = body;
    },
  };
  const host = { switchToHttp: () => ({ getResponse: () => response }) };
  filter.catch(error, host as unknown as ArgumentsHost);
  return answer;
};

describe('a request', () => {
  it('that is refused because the studio is busy says when to ask again, whoever refuses', () => {
    const busy = {
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: 'studio_is_busy' },
    };
    expect(answered(new BusyFilter(), new DatabaseBusy())).toEqual(busy);
    const refused = refusedWith('studio_is_busy');
    expect(answered(new RefusedRequestFilter(logger), refused)).toEqual(busy);
  });

  it('that is refused for anything else does not', () => {
    const { status, headers } = answered(
      new RefusedRequestFilter(logger),
      refusedWith('not_found'),
    );
    expect([status, headers]).toEqual([404, {}]);
  });
});
