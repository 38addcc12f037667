import { expect, test } from 'vitest';
import { chosenCut, takeCut } from './blackjack/cut.js';
import { chooseSeed, isSeed, playerSeed, takeSeed } from './player-seed.js';

test('each deal is given a seed of its own, which is the one that was shown', () => {
  const shown = playerSeed.getState().seed;
  const [first, second] = [takeSeed(), takeSeed()];
  expect(first).toBe(shown);
  expect(second).not.toBe(first);
  expect(playerSeed.getState().seed).not.toBe(second);
  expect(isSeed(second)).toBe(true);
});

test('a word that the player typed serves for one deal', () => {
  chooseSeed('a word of mine');
  expect(takeSeed()).toBe('a word of mine');
  expect(takeSeed()).not.toBe('a word of mine');
});

test('a cut that the player chose serves for one deal', () => {
  chosenCut.setState({ cut: 7 });
  expect(takeCut()).toBe(7);
  expect(chosenCut.getState().cut).toBeUndefined();
  expect(new Set(Array.from({ length: 20 }, takeCut)).size).toBeGreaterThan(1);
});
