import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tabKeeps } from '../browser-keeps.js';
import { takeLaunch } from './launch.js';
import { readToken, takeToken } from './token.js';

const LET_IN = {
  ...{ token: 'given', language: null, table: null, returnUrl: null, cashierUrl: null },
  frameOrigins: [],
};

/** What `POST /launch` answers in turn, and the last way for ever. `none`: the line is lost. */
type Answer = 'in' | 'none' | readonly [status: number, error: string];

let shown: string[];

/** The page is opened at an address, and its launch is answered so. */
const opened = (hash: string, ...answers: Answer[]): void => {
  vi.stubGlobal('location', { hash, pathname: '/', search: '' });
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body: string }) => {
    const answer = answers[Math.min(shown.length, answers.length - 1)]!;
    shown.push((JSON.parse(body) as { readonly launch: string }).launch);
    if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'));
    if (answer === 'in') return Promise.resolve(Response.json(LET_IN));
    return Promise.resolve(Response.json({ error: answer[1] }, { status: answer[0] }));
  });
};

beforeEach(() => {
  shown = [];
  tabKeeps.clear();
  vi.useFakeTimers();
  vi.stubGlobal('history', { replaceState: () => vi.stubGlobal('location', { hash: '' }) });
  const window = { parent: undefined as unknown };
  vi.stubGlobal('window', Object.assign(window, { parent: window }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('nobody waits for a launch where the address has none', async () => {
  opened('', 'in');
  expect(await takeLaunch(() => undefined)).toBeUndefined();
  expect(shown).toEqual([]);
});

it.each<[Answer, string]>([
  [[404, 'unknown_launch'], 'launch'],
  [[410, 'launch_used'], 'launch'],
  [[410, 'launch_expired'], 'launch'],
  [[400, 'malformed_request'], 'launch'],
  [[403, 'barred_from_play'], 'barred_from_play'],
  [[403, 'session_refused'], 'session_refused'],
  [[403, 'operator_is_off'], 'operator_is_off'],
])('a launch that is answered %j lets nobody in, and is not shown again', async (answer, fault) => {
  opened('#launch=a', answer);
  expect(await takeLaunch(() => undefined)).toBe(fault);
  expect(shown).toEqual(['a']);
  expect(readToken()).toBeUndefined();
});

it('a launch that is still good is shown again, and the player is asked to wait', async () => {
  opened('#launch=a', [503, 'wallet_unavailable'], [429, 'too_many_messages'], 'none', 'in');
  const waits = vi.fn();
  const taken = takeLaunch(waits);
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 1_500);
  expect(await taken).toBeUndefined();
  expect(shown).toEqual(['a', 'a', 'a', 'a']);
  expect(waits).toHaveBeenCalled();
  expect(readToken()).toEqual({ token: 'given', name: null });
});

it('a launch that was not answered yet is shown again by a page that is loaded anew', async () => {
  opened('#launch=a', 'none');
  void takeLaunch(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  opened('', 'in');
  expect(await takeLaunch(() => undefined)).toBeUndefined();
  expect(readToken()).toEqual({ token: 'given', name: null });
  opened('', 'in');
  shown = [];
  await takeLaunch(() => undefined);
  expect(shown).toEqual([]);
});

it('a launch is shown for as long as it is good', async () => {
  opened('#launch=a', [503, 'studio_is_busy']);
  const taken = takeLaunch(() => undefined);
  await vi.advanceTimersByTimeAsync(59_000);
  const before = shown.length;
  expect(before).toBeGreaterThan(30);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await taken).toBe('no_answer');
  const { length } = shown;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown).toHaveLength(length);
});

it('a launch that comes twice lets the player stay whom it has let in', async () => {
  opened('#launch=a', 'in', [410, 'launch_used']);
  await takeLaunch(() => undefined);
  tabKeeps.setItem('room', 'blackjack');
  opened('#launch=a', 'in', [410, 'launch_used']);
  expect(await takeLaunch(() => undefined)).toBeUndefined();
  expect(location.hash).toBe('');
  expect(shown).toEqual(['a']);
  expect(readToken()?.token).toBe('given');
  expect(tabKeeps.getItem('room')).toBe('blackjack');
});

it('another launch than the one that let a player in clears the tab, and is shown', async () => {
  opened('#launch=a', 'in');
  await takeLaunch(() => undefined);
  opened('#launch=b', 'in', [410, 'launch_used']);
  expect(await takeLaunch(() => undefined)).toBe('launch');
  expect(shown).toEqual(['a', 'b']);
  expect(readToken()).toBeUndefined();
});

it('a launch that waits gives way to another player’s token', async () => {
  opened('#launch=a', [503, 'wallet_unavailable']);
  void takeLaunch(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  vi.clearAllTimers(); // The page is loaded anew.
  for (const hash of ['#token=b', '']) {
    opened(hash, 'in');
    expect(await takeLaunch(() => undefined)).toBeUndefined();
    takeToken();
    expect(readToken()?.token).toBe('b');
  }
  expect(shown).toEqual(['a']);
});

it.each<[Answer, string]>([
  ['none', 'no_answer'],
  [[502, 'bad_gateway'], 'no_answer'],
  [[503, 'wallet_unavailable'], 'launch'],
  [[429, 'too_many_messages'], 'launch'],
])('a launch that is used after the answer %j was so by that try, or not', async (first, fault) => {
  opened('#launch=a', first, [410, 'launch_used']);
  const taken = takeLaunch(() => undefined);
  await vi.advanceTimersByTimeAsync(500);
  expect(await taken).toBe(fault);
});

it('a launch may have been used by the try of a page that was left', async () => {
  for (const hash of ['#launch=a', '']) {
    shown = [];
    opened('#launch=a', 'none');
    void takeLaunch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    vi.clearAllTimers(); // The page is loaded anew.
    shown = [];
    opened(hash, [410, 'launch_used']);
    expect(await takeLaunch(() => undefined)).toBe('no_answer');
  }
});
