/** What the page asks the studio by HTTP with the player’s token. A failure has a name. */
import type { HttpRefusal } from '../../../src/protocol/http.js';
import { readToken } from './token.js';

/** `no_answer`: the studio was not reached. */
export type HttpFault = HttpRefusal | 'no_answer';

/** What is the player's alone, and asked for with their token. */
const OWN = /^me(\/|$)/;

export class HttpRefused extends Error {
  override readonly name = 'HttpRefused';

  constructor(readonly fault: HttpFault) {
    super(fault);
  }
}

/** Of an error that a request rejected with. */
export const faultOf = (error: unknown): HttpFault =>
  error instanceof HttpRefused ? error.fault : 'internal_error';

export type Query = Readonly<Record<string, string | number | undefined>>;

/** The address of `path` beside the page, with its query. */
const addressOf = (path: string, query: Query = {}): string => {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return path;
  return `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** Rejects with `HttpRefused`, unless `signal` took the question back. */
export const readHttp = async <T>(
  path: string,
  { query, signal }: { readonly query?: Query; readonly signal?: AbortSignal } = {},
): Promise<T> => {
  const answer = await ask(addressOf(path, query), { ...(signal !== undefined && { signal }) });
  return (await answer.json()) as T; // The studio keeps to the protocol.
};

/** Rejects with `HttpRefused`. */
export const changeHttp = async <T>(
  path: string,
  change: object,
  method: 'PATCH' | 'POST' = 'PATCH',
): Promise<T> => {
  const answer = await ask(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  return (await answer.json()) as T;
};

/** Saves a file from the studio for the player, under `name`. Rejects with `HttpRefused`. */
export const downloadHttp = async (path: string, query: Query, name: string): Promise<void> => {
  const answer = await ask(addressOf(path, query), {});
  const address = URL.createObjectURL(await answer.blob().catch(notReached));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

const ask = async (address: string, request: RequestInit): Promise<Response> => {
  const headers = new Headers(request.headers);
  // The token may have been renewed since the page was opened.
  const token = readToken()?.token;
  // Whoever has just left asks nothing more of what was theirs.
  if (token === undefined && OWN.test(address)) throw new HttpRefused('not_signed_in');
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const answer = await fetch(address, { ...request, headers }).catch(notReached);
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined;
  throw new HttpRefused(isFault(body?.error) ? body.error : 'internal_error');
};

const notReached = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new HttpRefused('no_answer');
};

const FAULTS: Readonly<Record<HttpRefusal, true>> = {
  malformed_request: true,
  not_signed_in: true,
  not_allowed: true,
  not_found: true,
  too_many_messages: true,
  internal_error: true,
  studio_is_busy: true,
};

const isFault = (error: unknown): error is HttpRefusal =>
  typeof error === 'string' && Object.hasOwn(FAULTS, error);
