/** Who waits, what is shown in which order, and what is sent under which key. */
import { expect, test } from 'vitest';
import {
  type Thread,
  answerWith,
  playersWaiting,
  roundsIn,
  standingOf,
  threadLines,
} from './thread.js';

const thread = (player: string, unanswered: boolean): Thread => ({
  player,
  name: `Guest ${player}`,
  operator: 'demo',
  text: 'Hello?',
  atMs: 1_000,
  unanswered,
  waitsSinceMs: unanswered ? 1_000 : null,
  settled: false,
  holder: null,
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

test('a thread waits, is open, or is settled', () => {
  expect(standingOf(thread('9', true))).toBe('waits');
  expect(standingOf(thread('9', false))).toBe('open');
  expect(standingOf({ ...thread('9', false), settled: true })).toBe('settled');
});

test('what was noted stands after the message that was the last one then', () => {
  const message = (id: string) =>
    ({ id, player: '9', from: 'player', name: 'Guest', text: 'Hello?', atMs: 1 }) as const;
  const note = (id: string, of: string) =>
    ({ id, message: of, kind: 'taken', by: 'Mona', atMs: 1 }) as const;
  const lines = threadLines(
    [message('1'), message('2'), message('3')],
    [note('1', '1'), note('2', '3'), note('3', '3')],
  );
  expect(
    lines.map((line) => (line.kind === 'note' ? `n${line.note.id}` : line.message.id)),
  ).toEqual(['1', 'n1', '2', '3', 'n2', 'n3']);
});

test('the numbers of rounds are found in what a player writes', () => {
  expect(roundsIn('Where is my bet?')).toEqual(['Where is my bet?']);
  expect(roundsIn('Round 1000000123, and 1000000124!')).toEqual([
    ...['Round ', '1000000123', ', and ', '1000000124', '!'],
  ]);
  expect(roundsIn('call 00391000000123')).toHaveLength(1);
});
