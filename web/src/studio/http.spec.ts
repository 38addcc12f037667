import { afterEach, expect, test, vi } from 'vitest';
import { faultOf, readHttp } from './http.js';
import { forgetPlayer, keepToken } from './token.js';

const asked: { address: string; authorization: string | null }[] = [];

const answering = (): void => {
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    asked.push({ address, authorization: new Headers(headers).get('authorization') });
    return Promise.resolve(new Response('[]', { status: 200 }));
  });
};

afterEach(() => {
  forgetPlayer();
  asked.length = 0;
  vi.unstubAllGlobals();
});

test('what is the player’s own is asked for with the token, and not at all without one', async () => {
  answering();
  keepToken({ token: 'given', name: null });
  await readHttp('me/statement', { query: { limit: 30 } });
  expect(asked).toEqual([{ address: 'me/statement?limit=30', authorization: 'Bearer given' }]);
  forgetPlayer();
  const fault = await readHttp('me/statement').catch(faultOf);
  expect(fault).toBe('not_signed_in');
  expect(asked).toHaveLength(1);
});

test('a token that comes into the address of an open page is none of that page’s player', async () => {
  answering();
  keepToken({ token: 'given', name: null });
  vi.stubGlobal('location', { hash: '#token=another', pathname: '/', search: '' });
  vi.stubGlobal('history', { replaceState: () => undefined });
  await readHttp('me/statement');
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer given']);
});

test('what anybody may read is asked for without a token, too', async () => {
  answering();
  await readHttp('tables');
  expect(asked).toEqual([{ address: 'tables', authorization: null }]);
});
