import { describe, expect, it } from 'vitest';
import { FACES } from '../cards/card.js';
import { pairOf } from './pair.js';

describe('a pair', () => {
  it('is perfect with the same rank and suit', () => {
    expect(pairOf('9h', '9h')).toBe('perfect');
  });

  it('is a colour pair with the same rank and colour in another suit', () => {
    expect(pairOf('9h', '9d')).toBe('colour');
    expect(pairOf('Ks', 'Kc')).toBe('colour');
  });

  it('is mixed with the same rank in another colour', () => {
    expect(pairOf('9h', '9s')).toBe('mixed');
    expect(pairOf('9c', '9d')).toBe('mixed');
  });

  it('is not made by ten-point cards of different ranks', () => {
    expect(pairOf('Th', 'Kh')).toBeUndefined();
  });

  it('comes in each kind as often as the faces say: one perfect, one colour and two mixed to a card', () => {
    const kinds = FACES.flatMap((first) => FACES.map((second) => pairOf(first, second)));
    const count = (kind: string | undefined) => kinds.filter((each) => each === kind).length;
    expect([count('perfect'), count('colour'), count('mixed'), count(undefined)]).toEqual([
      52,
      52,
      104,
      52 * 52 - 208,
    ]);
  });
});
