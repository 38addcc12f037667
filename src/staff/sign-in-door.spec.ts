import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { signInDoor } from './sign-in-door.js';

let server: http.Server | undefined;
afterEach(() => void server?.close());

/** A door that has no room for these addresses, before a page that says where it was asked from. */
const open = async (full: readonly string[], proxies: number): Promise<string> => {
  const asked: string[] = [];
  const isTooMuch = (address: string): boolean => {
    asked.push(address);
    return full.includes(address);
  };
  const door = signInDoor({ isTooMuch }, proxies);
  server = http.createServer((request, response) => {
    door(request, response, () => response.end(`behind the door: ${asked.join()}`));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const signIn = async (url: string, from: string | undefined, body = '{}') => {
  const headers = from === undefined ? {} : { 'x-forwarded-for': from };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  };
};

const REFUSED = {
  status: 429,
  type: 'application/json; charset=utf-8',
  text: '{"error":"too_many_messages"}',
};

describe('the door of the sign-in', () => {
  it('lets in whoever there is room for', async () => {
    const url = await open(['10.0.0.1'], 0);
    expect(await signIn(url, undefined)).toMatchObject({
      status: 200,
      text: 'behind the door: 127.0.0.1',
    });
  });

  it('refuses others as every route does, and reads nothing of what they send', async () => {
    const url = await open(['127.0.0.1'], 0);
    expect(await signIn(url, undefined, 'x'.repeat(10_000))).toEqual(REFUSED);
  });

  it('goes by the address that a proxy of the studio names, and by no other', async () => {
    const url = await open(['10.0.0.1'], 1);
    expect(await signIn(url, '10.0.0.1')).toEqual(REFUSED);
    expect(await signIn(url, '10.0.0.1, 10.0.0.2')).toMatchObject({ status: 200 });
    server?.close();
    const alone = await open(['10.0.0.1'], 0);
    expect(await signIn(alone, '10.0.0.1')).toMatchObject({ status: 200 });
  });
});
