/**
 * A request whose `Host` differs from the address that it goes to, as when somebody passes on a
 * request that was signed for them. `fetch` sends no such thing.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { bodyOf } from '../wallet/signed-answer.js';

interface AskedByHost {
  readonly method: string;
  /** `host` is among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export const askByHost = async (
  url: string,
  { method, headers, body, signal }: AskedByHost,
): Promise<Answer> => {
  const { protocol, hostname } = new URL(url);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  // The certificate is that of the address, whatever the request says.
  const servername = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : '';
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const of = { method, headers: { ...headers, ...length }, servername, signal };
    const asked = request(url, of, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const plain = Object.entries(answered).map(([name, value]) => [name, String(value)] as const);
      bodyOf(response).then(
        (read) => resolve({ status, headers: Object.fromEntries(plain), body: read }),
        reject,
      );
    });
    asked.once('error', reject).end(body);
  });
};
