/** What the browser keeps of one player is not shown to another. */
import { afterEach, expect, it, vi } from 'vitest';
import { tabKeeps } from '../browser-keeps.js';
import { supportKeeps } from '../chat/support-keeps.js';
import { PlacedChips } from '../solo/placed-chips.js';
import { noteShownEnd, shownEndAtMs } from './shown-end.js';
import { keepToken, playerOf, readToken, takeToken } from './token.js';

afterEach(() => void vi.unstubAllGlobals());

/** A token as the studio makes it, with a name of more than Latin letters. */
const tokenOf = (player: string): string =>
  `h.${Buffer.from(JSON.stringify({ sub: player, name: 'Иван' })).toString('base64url')}.s`;

it('the player is whom the token names', () => {
  expect(playerOf(tokenOf('700'))).toBe('700');
  expect(['', 'a', 'a.b.c'].map(playerOf)).toEqual(['', '', '']);
});

it('the end of a session that was shown to one player is still to be shown to another', () => {
  noteShownEnd('1', 5_000);
  expect(shownEndAtMs('1')).toBe(5_000);
  expect(shownEndAtMs('2')).toBe(0);
});

it('answers of the staff that one player has read are unread for another', () => {
  const [one, other] = [supportKeeps(tokenOf('1')), supportKeeps(tokenOf('2'))];
  one.keepSeen('30');
  expect(supportKeeps(tokenOf('1')).seen()).toBe('30');
  expect(other.seen()).toBeUndefined();
});

it('what the tab keeps of a player is gone when another comes by a token', () => {
  vi.stubGlobal('history', { replaceState: () => undefined });
  const comes = (player: string) => {
    vi.stubGlobal('location', { hash: `#token=${tokenOf(player)}`, pathname: '/', search: '' });
    takeToken();
  };
  comes('1');
  tabKeeps.setItem('room', 'blackjack');
  comes('1');
  expect(tabKeeps.getItem('room')).toBe('blackjack');
  comes('2');
  expect(tabKeeps.getItem('room')).toBeNull();
  expect(readToken()?.token).toBe(tokenOf('2'));
});

it('stakes of one player are not placed again for another', () => {
  keepToken({ token: tokenOf('1'), name: null });
  const placed = new PlacedChips('blackjack');
  placed.keepLast({ stake: 500n });
  expect(placed.last()).toEqual({ stake: 500n });
  keepToken({ token: tokenOf('2'), name: null });
  expect(new PlacedChips('blackjack').last()).toEqual({});
});
