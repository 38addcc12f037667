/** What the pit asks the studio by HTTP, with the token of whoever signed in. */
import type { PROGRESS_TYPE, ReportProgress } from '../../../src/protocol/report.js';
import type { Query } from '../studio/http.js';
import { PitRefused } from './refused.js';

/** In the protocol’s own words, without its schemas: a page does not load those. */
const IN_LINES: typeof PROGRESS_TYPE = 'application/x-ndjson';

const addressOf = (path: string, query: Query = {}): string => {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (asked.length === 0) return path;
  return `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** Every request rejects with `PitRefused`. */
export class PitHttp {
  constructor(
    private readonly token: string,
    /** The token is no longer valid. */
    private readonly onSignedOut: () => void,
  ) {}

  async read<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
    const answer = await this.#ask(addressOf(path, query), signal === undefined ? {} : { signal });
    return (await answer.json()) as T; // The studio keeps to the protocol.
  }

  /** The same of a report that takes a while: it says how far it is. */
  async follow<T>(
    path: string,
    query: Query,
    signal: AbortSignal,
    onProgress: (progress: ReportProgress) => void,
  ): Promise<T> {
    const headers = { accept: IN_LINES };
    const answer = await this.#ask(addressOf(path, query), { signal, headers });
    for await (const line of linesOf(answer)) {
      const said = JSON.parse(line) as FollowedLine<T>; // The studio keeps to the protocol.
      if ('report' in said) return said.report;
      if ('error' in said) throw new PitRefused(said.error);
      onProgress(said.progress);
    }
    throw new PitRefused('no_answer');
  }

  async send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: object,
  ): Promise<T> {
    const answer = await this.#ask(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as T; // The studio keeps to the protocol.
  }

  /** Saves a file from the studio under `name`. */
  async download(path: string, query: Query, name: string): Promise<void> {
    const answer = await this.#ask(addressOf(path, query), {});
    const address = URL.createObjectURL(await answer.blob().catch(notReached));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  async #ask(address: string, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${this.token}`);
    const answer = await fetch(address, { ...request, headers }).catch(notReached);
    if (answer.ok) return answer;
    const body = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined;
    // A wrong PIN is answered 401, too.
    if (body?.error === 'not_signed_in') this.onSignedOut();
    throw new PitRefused(typeof body?.error === 'string' ? body.error : 'internal_error');
  }
}

type FollowedLine<T> =
  | { readonly progress: ReportProgress }
  | { readonly report: T }
  | { readonly error: string };

/** As they come. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  for (;;) {
    const read = await reader?.read().catch(notReached);
    if (read?.value === undefined) return;
    const [first = '', ...others] = read.value.split('\n');
    begun += first;
    for (const next of others) {
      yield begun;
      begun = next;
    }
  }
}

const notReached = (error: unknown): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new PitRefused('no_answer');
};
