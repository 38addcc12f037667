import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Studio } from '../studio/studio.js';
import { talksOf } from './talks.js';

let studio: Studio;
/** The tables whose chat was asked for. */
let asked: string[];

/** A page that cannot reach the studio: what that says, the test says for it. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:1' });
  vi.stubGlobal('document', new EventTarget());
  studio = new Studio('token', null);
  asked = [];
  vi.spyOn(studio.client, 'send').mockImplementation((name, request) => {
    if (name === 'chat:read') asked.push((request as { table: string }).table);
    return Promise.resolve({ ok: false, refusal: 'not_joined' } as never);
  });
});
afterEach(() => {
  studio.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('the chat of a table that was left is asked for no more, and anew on coming back', async () => {
  const talks = talksOf(studio);
  studio.seat('pb-1');
  const chat = talks.chat('pb-1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.length).toBeGreaterThan(1); // The table is not joined yet.
  studio.leave('pb-1');
  await vi.advanceTimersByTimeAsync(0);
  asked = [];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  studio.seat('pb-1');
  expect(talks.chat('pb-1')).not.toBe(chat);
  expect(asked).toEqual(['pb-1']);
});
