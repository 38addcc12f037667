import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OwnThread } from './own-thread.js';
import type { ReportAsk } from './report-ask.js';
import { ASKERS_MAX, ReportReader } from './report-reader.service.js';

/** A thread that does with a report what the name of its dealer says. */
const THREAD = `
const { parentPort } = require('node:worker_threads');
const given = new Map();
parentPort.on('message', ({ kind, id, ask }) => {
  if (kind === 'give_up') return parentPort.postMessage({ kind: 'failed', id, error: 'given up' });
  switch (ask.query.dealer) {
    case 'made':
      parentPort.postMessage({ kind: 'progress', id, progress: { done: 1, of: 2 } });
      return parentPort.postMessage({ kind: 'made', id, bytes: Buffer.from('report ' + id) });
    case 'fails': return parentPort.postMessage({ kind: 'failed', id, error: new Error('no') });
    case 'dies': throw new Error('it dies');
    case 'ends': process.exit(0);
    case 'freezes': for (;;);
    case 'waits': return;
  }
});`;

const threads: OwnThread[] = [];
afterEach(() => {
  vi.useRealTimers();
  return Promise.all(threads.splice(0).map((thread) => thread.end()));
});
/** Longer than any thread that works is silent. */
const LONG_MS = 240_000;

/** `started`: how many threads it has had. */
const open = () => {
  const warned: unknown[] = [];
  const all = { started: 0, warned };
  const start = () => {
    all.started += 1;
    return new Worker(THREAD, { eval: true, stderr: true });
  };
  const thread = new OwnThread(start);
  threads.push(thread);
  const reader = new ReportReader(thread, { warn: (what: unknown) => void warned.push(what) });
  return { reader, all };
};

const shift = (dealer: string): ReportAsk => ({
  kind: 'shift',
  as: 'json',
  query: { fromMs: 0, toMs: 1, dealer },
});
const asked = () => {
  const leaving = new AbortController();
  const heard: object[] = [];
  return {
    leave: () => leaving.abort(),
    heard,
    follower: {
      signal: leaving.signal,
      onProgress: (progress: object) => void heard.push(progress),
    },
  };
};
const textOf = async (bytes: Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString();
const refusal = (error: string, status: number) => ({ status, response: { error } });

describe('the reader of reports', () => {
  it('has them made one after the other, in one thread, and says how far each is', async () => {
    const { reader, all } = open();
    const one = asked();
    const reports = [
      textOf(reader.read('Mara', shift('made'), one.follower)),
      textOf(reader.read('Aldo', shift('made'), asked().follower)),
    ];
    expect(await Promise.all(reports)).toEqual(['report 1', 'report 2']);
    expect(one.heard).toEqual([{ done: 1, of: 2 }]);
    expect(all).toEqual({ started: 1, warned: [] });
  });

  it('lets a person read one thing at a time, however it ends', async () => {
    const { reader } = open();
    for (const how of ['made', 'fails']) {
      const reading = reader.read('Mara', shift(how), asked().follower);
      expect(() => reader.read('Mara', shift('made'), asked().follower)).toThrow(
        expect.objectContaining(refusal('too_many_messages', 429)),
      );
      await reading.catch(() => undefined);
    }
    expect(await textOf(reader.read('Mara', shift('made'), asked().follower))).toMatch(/^report/);
  });

  it('refuses whoever comes when too many wait', async () => {
    const { reader } = open();
    const first = asked();
    const waiting = [reader.read('0', shift('waits'), first.follower)];
    for (let each = 1; each < ASKERS_MAX; each += 1) {
      waiting.push(reader.read(`${each}`, shift('made'), asked().follower));
    }
    expect(() => reader.read('late', shift('made'), asked().follower)).toThrow(
      expect.objectContaining(refusal('studio_is_busy', 503)),
    );
    first.leave();
    const ended = await Promise.allSettled(waiting);
    expect(ended.map(({ status }) => status)).toEqual([
      'rejected',
      ...Array.from({ length: ASKERS_MAX - 1 }, () => 'fulfilled'),
    ]);
  });

  it.each(['fails', 'dies', 'ends', 'freezes'])(
    'says so when a thread %s, and has the next report made',
    async (how) => {
      if (how === 'freezes') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { reader, all } = open();
      const reading = expect(
        reader.read('Mara', shift(how), asked().follower),
      ).rejects.toMatchObject(refusal('report_failed', 500));
      if (how === 'freezes') await vi.advanceTimersByTimeAsync(LONG_MS);
      await reading;
      expect(all.warned).toHaveLength(1);
      expect(await textOf(reader.read('Mara', shift('made'), asked().follower))).toMatch(/^report/);
      expect(all.started).toBe(how === 'fails' ? 1 : 2);
    },
  );

  it('makes none for who has gone, before or after it is begun', async () => {
    const { reader, all } = open();
    const [begun, next, last] = [asked(), asked(), asked()];
    const reports = [
      reader.read('Mara', shift('waits'), begun.follower),
      reader.read('Aldo', shift('made'), next.follower),
      reader.read('Elio', shift('made'), last.follower),
    ];
    next.leave();
    begun.leave();
    const ended = await Promise.allSettled(reports);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(next.heard).toEqual([]);
    expect(all).toEqual({ started: 1, warned: [] });
  });
});
