/** What a process has said counts once, and in its order. */
import { expect, it } from 'vitest';
import { SaidNumbers } from './said-numbers.js';

it('takes each number of a sender once, and none below the last one', () => {
  const said = new SaidNumbers();
  const takes = (sender: string, ...numbers: number[]) =>
    numbers.map((number) => said.isNew(sender, number));
  expect(takes('a', 4, 4, 7, 6, 4, 8)).toEqual([true, false, true, false, false, true]);
  expect(takes('b', 1, 1)).toEqual([true, false]);
  expect(takes('a', Number.NaN, 9)).toEqual([false, true]);
});

it('forgets who has said nothing for longest, where there are too many', () => {
  const said = new SaidNumbers();
  said.isNew('busy', 1);
  said.isNew('gone', 1);
  for (let each = 0; each < 999; each += 1) {
    said.isNew(`other ${each}`, 1);
    said.isNew('busy', 2 + each);
  }
  expect(said.isNew('busy', 1)).toBe(false);
  expect(said.isNew('gone', 1)).toBe(true);
});
