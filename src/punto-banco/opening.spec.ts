import { describe, expect, it } from 'vitest';
import { spotsOpen } from './opening.js';
import { MAIN_SPOTS, PAIR_SPOTS, SPOTS } from './spot.js';

describe('the spots', () => {
  it.each([1, 2, 43, 44])('are all open in round %i of the shoe', (round) => {
    expect([...spotsOpen(round)]).toEqual(SPOTS);
  });

  it.each([45, 59, 60])('are the main bets and the pairs in round %i', (round) => {
    expect([...spotsOpen(round)]).toEqual([...MAIN_SPOTS, ...PAIR_SPOTS]);
  });

  it.each([61, 62, 104])('are the main bets alone in round %i', (round) => {
    expect([...spotsOpen(round)]).toEqual(MAIN_SPOTS);
  });

  it('that the pit keeps closed are closed in every round', () => {
    const closed = ['egalite', 'super_6'] as const;
    expect([...spotsOpen(1, closed)]).toEqual([
      'punto',
      'banco',
      ...PAIR_SPOTS,
      'punto_bonus',
      'banco_bonus',
    ]);
    expect([...spotsOpen(61, closed)]).toEqual(['punto', 'banco']);
  });
});
