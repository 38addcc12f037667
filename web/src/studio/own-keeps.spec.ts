/** What the browser keeps of one player is not shown to another. */
import { expect, it } from 'vitest';
import { supportKeeps } from '../chat/support-keeps.js';
import { noteShownEnd, shownEndAtMs } from './shown-end.js';
import { playerOf } from './token.js';

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
