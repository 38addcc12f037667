import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../../src/client/connection.js';
import type { OwnNotices } from '../../../src/protocol/wallet-notice.js';
import { followNotices } from './follow-notices.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const holding = (id: string): OwnNotices => ({
  notices: [{ id, kind: 'message', text: id, actions: [] }],
});

interface Asked {
  readonly resolve: (own: OwnNotices) => void;
  readonly reject: (fault: Error) => void;
}

/** Whoever reads is answered when the test says, and the connection changes when it does. */
const aLine = () => {
  const states: ((state: ConnectionState) => void)[] = [];
  const words: (() => void)[] = [];
  const reads: Asked[] = [];
  const reported: (string | undefined)[] = [];
  const line = {
    on: (_name: 'session:notice', listener: () => void) => {
      words.push(listener);
      return () => void words.splice(0);
    },
    onState: (listener: (state: ConnectionState) => void) => {
      states.push(listener);
      return () => void states.splice(0);
    },
  };
  const read = () => new Promise<OwnNotices>((resolve, reject) => reads.push({ resolve, reject }));
  const stop = followNotices(line, read, ({ notices }) => reported.push(notices[0]?.id));
  const is = (state: ConnectionState) => states.forEach((listener) => listener(state));
  const says = () => words.forEach((listener) => listener());
  return { reads, reported, stop, is, says };
};
const passed = () => vi.advanceTimersByTimeAsync(0);

it('a notice of while the line was lost is shown when it is back', async () => {
  const { reads, reported, is } = aLine();
  reads[0]!.resolve({ notices: [] });
  await passed();
  is('lost');
  expect(reads).toHaveLength(1);
  is('connected');
  reads[1]!.resolve(holding('n-1'));
  await passed();
  expect(reported).toEqual([undefined, 'n-1']);
});

it('what was not answered is asked for again after five seconds, and an older answer is late', async () => {
  const { reads, reported, says } = aLine();
  reads[0]!.reject(new Error('no answer'));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(reads).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toHaveLength(2);
  says();
  reads[2]!.resolve(holding('n-2'));
  await passed();
  reads[1]!.resolve({ notices: [] });
  await passed();
  expect(reported).toEqual(['n-2']);
});

it('is over when it is stopped', async () => {
  const { reads, reported, stop, is, says } = aLine();
  stop();
  reads[0]!.reject(new Error('no answer'));
  is('connected');
  says();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toHaveLength(1);
  expect(reported).toEqual([]);
});
