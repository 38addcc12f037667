import { expect, it } from 'vitest';
import { SESSION_ENDS } from '../../../../src/protocol/session.js';
import english from '../../i18n/en/pit/players.json' with { type: 'json' };
import italian from '../../i18n/it/pit/players.json' with { type: 'json' };
import { sessionEndText } from './session-end.js';

it.each([english, italian])('how a session ended is said in words', ({ player: { end } }) => {
  const own = (key: string) => end[key.replace('player.end.', '') as keyof typeof end];
  const texts = SESSION_ENDS.map((reason) => sessionEndText(own, reason));
  expect(texts).toEqual(Object.values(end));
  expect(texts.join()).not.toContain('_');
  expect(sessionEndText(own, 'of_tomorrow')).toBe('of_tomorrow');
  expect(sessionEndText(own, null)).toBe('–');
});
