/** Who waits, and what is sent under which key. */
import { expect, test } from 'vitest';
import { type Thread, answerWith, playersWaiting } from './thread.js';

const thread = (player: string, unanswered: boolean): Thread => ({
  player,
  name: `Guest ${player}`,
  operator: 'demo',
  text: 'Hello?',
  atMs: 1_000,
  unanswered,
});

test('whoever wrote last waits, in the order of the list', () => {
  expect(playersWaiting([])).toEqual([]);
  expect(playersWaiting([thread('9', true), thread('4', true), thread('7', false)])).toEqual([
    '9',
    '4',
  ]);
});

test('the first answer goes under a key of its own, without the spaces around it', () => {
  expect(answerWith(' It was paid. ', undefined, 'key-1')).toEqual({
    key: 'key-1',
    text: 'It was paid.',
  });
});

test('the same words again go under the same key', () => {
  const before = { key: 'key-1', text: 'It was paid.' };
  expect(answerWith('It was paid. ', before, 'key-2')).toBe(before);
});

test('other words go under another key', () => {
  const before = { key: 'key-1', text: 'It was paid.' };
  expect(answerWith('It was paid!', before, 'key-2')).toEqual({
    key: 'key-2',
    text: 'It was paid!',
  });
});
