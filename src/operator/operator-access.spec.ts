/** Before a key is looked for: whom a request of an operator's was signed for. */
import type { ExecutionContext, HttpException } from '@nestjs/common';
import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { ConfigError, readConfig } from '../config.js';
import { signatureHeaders } from './message-signature.js';
import { OperatorAccess } from './operator-access.guard.js';

const OF = { DATABASE_URL: 'postgres://localhost/sabot', SABOT_DEMO: '1' };
const clock = new ManualClock();

/** Why it is refused. It was signed too long ago, which is seen after whom it was signed for. */
const refusalOf = async (host: string, OPERATOR_HOSTS?: string): Promise<unknown> => {
  const config = readConfig({ ...OF, OPERATOR_HOSTS });
  const guard = new OperatorAccess(undefined as never, clock, config);
  const of = { method: 'GET', target: '/operator/self', headers: { host } };
  const signed = signatureHeaders(of, undefined, {
    ...{ kid: 'acme-1', key: createSecretKey(Buffer.alloc(32)) },
    ...{ createdS: Math.floor(clock.nowMs() / 1000) - 31, nonce: '01234567' },
  });
  const headers = { host, ...signed };
  const request = { ip: '10.0.0.1', method: of.method, originalUrl: of.target, headers };
  const response = { setHeader: () => undefined };
  const context = { getRequest: () => request, getResponse: () => response };
  const asked = { switchToHttp: () => context } as unknown as ExecutionContext;
  return guard.canActivate(asked).catch((error: HttpException) => {
    const { error: why } = error.getResponse() as { readonly error: string };
    return [why, error.getStatus()];
  });
};

describe('a request', () => {
  it.each([
    ['studio.example', 'Studio.example, api.example:8443', false],
    ['API.example:8443', 'Studio.example, api.example:8443', false],
    ['staging.example', 'Studio.example, api.example:8443', true],
    ['studio.example:8443', 'Studio.example, api.example:8443', true],
    ['api.example', 'Studio.example, api.example:8443', true],
    ['staging.example', undefined, false],
  ])('for %s, where the studio is %s, is refused wrong_host: %s', async (host, hosts, isWrong) => {
    const due = isWrong ? ['wrong_host', 421] : ['signature_not_in_time', 401];
    expect(await refusalOf(host, hosts)).toEqual(due);
  });
});

describe('the hosts by which operators ask the studio', () => {
  it.each(['https://studio.example', 'studio.example/', 'a b', 'studio.example,'])(
    'are names, and not “%s”',
    (hosts) => {
      const read = (): unknown => readConfig({ ...OF, OPERATOR_HOSTS: hosts });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow('OPERATOR_HOSTS');
    },
  );
});
