/** What is shown is read again when it has changed. An answer of the time before counts no more. */
import {
  InfiniteQueryObserver,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  skipToken,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionState } from '../../../src/client/connection.js';
import { PitHttp } from './http.js';
import { type ChangeMessages, anew, progressKey, queriesOf, readsOf } from './reads.js';

interface Asked {
  readonly address: string;
  readonly isStopped: () => boolean;
  readonly answer: (body: object, status?: number) => void;
}

const listeners: { [Name in keyof ChangeMessages]: ((message: ChangeMessages[Name]) => void)[] } = {
  'incident:changed': [],
  'approval:changed': [],
  'support:message': [],
  'support:noted': [],
};
const states: ((state: ConnectionState, reason: string) => void)[] = [];
const connection = {
  on: <Name extends keyof ChangeMessages>(
    name: Name,
    listener: (message: ChangeMessages[Name]) => void,
  ) => {
    listeners[name].push(listener);
    return () => undefined;
  },
  onState: (listener: (typeof states)[number]) => {
    states.push(listener);
    return () => undefined;
  },
};

/** By HTTP, in the order in which it was asked; and the names of what was asked by socket. */
let asked: Asked[];
let commands: string[];
let queries: QueryClient;
let stops: (() => void)[];
const reads = readsOf({
  http: new PitHttp('token', () => undefined),
  do: (name) => {
    commands.push(name);
    return new Promise(() => undefined);
  },
});

beforeEach(() => {
  for (const each of [states, ...Object.values(listeners)]) each.length = 0;
  asked = [];
  commands = [];
  stops = [];
  queries = queriesOf(connection);
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      asked.push({
        address,
        isStopped: () => signal?.aborted === true,
        answer: (body, status = 200) =>
          resolve(new Response(`${JSON.stringify(body)}\n`, { status })), // a line
      });
    });
  });
});
afterEach(() => {
  for (const stop of stops) stop();
  queries.clear();
  vi.unstubAllGlobals();
});

/** As a component shows it. */
const show = <T>(options: QueryObserverOptions<T>): QueryObserver<T> => {
  const observer = new QueryObserver<T>(queries, options);
  stops.push(observer.subscribe(() => undefined));
  return observer;
};
const GAME = '1000000001';
const tell = <Name extends keyof ChangeMessages>(name: Name, message: ChangeMessages[Name]): void =>
  listeners[name].forEach((listener) => listener(message));

describe('what the pit reads', () => {
  test('is asked once, however many show it', async () => {
    show(reads.round(GAME));
    show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]!.address).toBe(`pit/rounds/${GAME}`);
  });

  test('is stopped when nobody shows it any more, and asked anew by whoever comes back', async () => {
    show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    stops.pop()!();
    expect(asked[0]!.isStopped()).toBe(true);
    show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });

  test('is not kept for the next visit', async () => {
    const shown = show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]!.answer({ status: 'settled' });
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toBeDefined());
    stops.pop()!();
    await vi.waitFor(() => expect(queries.getQueryCache().getAll()).toEqual([]));
  });

  test('of a round is read again once it was amended, and the answer of before counts no longer', async () => {
    const shown = show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    tell('approval:changed', { game: GAME, hand: null, case: null, state: 'done' });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[0]!.answer({ status: 'settled' });
    asked[1]!.answer({ status: 'void' });
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ status: 'void' }));
    expect(asked).toHaveLength(2);
  });

  test('of a round is not read again for a request that is not done, or is of another round', async () => {
    const shown = show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]!.answer({ status: 'settled' });
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toBeDefined());
    tell('approval:changed', { game: GAME, hand: null, case: null, state: 'approved' });
    tell('approval:changed', { game: '1000000002', hand: null, case: null, state: 'done' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
  });

  test('of an incident is read again when that one has changed', async () => {
    show(reads.incident('7'));
    await vi.waitFor(() => expect(commands).toHaveLength(1));
    tell('incident:changed', { id: '8' });
    tell('incident:changed', { id: '7' });
    await vi.waitFor(() => expect(commands).toEqual(['incident:read', 'incident:read']));
  });

  test('of a player’s thread is read again when something is written in that one', async () => {
    show(reads.threads());
    const thread = new InfiniteQueryObserver(queries, reads.thread('7'));
    stops.push(thread.subscribe(() => undefined));
    await vi.waitFor(() => expect(commands).toEqual(['support:list', 'support:read']));
    tell('support:message', { player: '8' });
    await vi.waitFor(() => expect(commands.slice(2)).toEqual(['support:list']));
    tell('support:message', { player: '7' });
    await vi.waitFor(() => expect(commands.slice(3)).toEqual(['support:list', 'support:read']));
    tell('support:noted', { player: '7' });
    await vi.waitFor(() => expect(commands.slice(5)).toEqual(['support:list', 'support:read']));
  });

  test('that comes by the socket is read again when the connection is back', async () => {
    show(reads.round(GAME));
    show(reads.approvals());
    await vi.waitFor(() => expect(commands).toEqual(['approval:list']));
    for (const state of ['lost', 'connected'] as const) {
      for (const listener of states) listener(state, '');
    }
    await vi.waitFor(() => expect(commands).toEqual(['approval:list', 'approval:list']));
    expect(asked).toHaveLength(1);
  });

  test('page by page is asked for by the page before', async () => {
    const list = new InfiniteQueryObserver(queries, reads.rounds('pb-1'));
    stops.push(list.subscribe(() => undefined));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]!.answer({ rounds: [], next: '9' });
    await vi.waitFor(() => expect(list.getCurrentResult().hasNextPage).toBe(true));
    void list.fetchNextPage();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]!.address).toBe('pit/rounds?table=pb-1&before=9');
    asked[1]!.answer({ rounds: [], next: null });
    await vi.waitFor(() => expect(list.getCurrentResult().hasNextPage).toBe(false));
  });

  test('that is asked for once more is read anew, and of the answer of before nothing is shown', async () => {
    const report = (time: number) =>
      anew(reads.shift({ fromMs: 1, toMs: 2, table: '', dealer: '' }), time);
    const before = show(report(1));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]!.answer({ report: { rounds: 3 } });
    await vi.waitFor(() => expect(before.getCurrentResult().data).toEqual({ rounds: 3 }));
    const after = show(report(2));
    expect(after.getCurrentResult().data).toBeUndefined();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]!.address).toBe(asked[0]!.address);
    const progress = show({ queryKey: progressKey(report(2).queryKey), queryFn: skipToken });
    asked[1]!.answer({ progress: { done: 1, of: 4 } });
    await vi.waitFor(() => expect(progress.getCurrentResult().data).toEqual({ done: 1, of: 4 }));
  });

  test('that is refused is not tried again', async () => {
    const shown = show(reads.round(GAME));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]!.answer({ error: 'not_found' }, 404);
    await vi.waitFor(() => expect(shown.getCurrentResult().error?.message).toBe('not_found'));
    expect(asked).toHaveLength(1);
  });
});
