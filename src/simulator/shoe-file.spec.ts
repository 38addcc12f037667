import { describe, expect, it } from 'vitest';
import { countCards, fullCounts } from '../cards/composition.js';
import { makeCoup, parseCoup } from '../punto-banco/notation.js';
import { arrangedShoe, shuffledShoe } from './physical-shoe.js';
import { parseShoeFile } from './shoe-file.js';

const NAME = { seed: 'a seed', table: 'pb-1', ordinal: 1, decks: 8 };

describe('a shoe file', () => {
  it('is read coup by coup', () => {
    const coups = parseShoeFile('# a tie\nP 9h Kd . B 9c Ks\n\n  P 2h Kd 5s . B 4c Ks 7d  \r\n');
    expect(typeof coups !== 'string' && coups.map(makeCoup)).toEqual([
      'P 9h Kd . B 9c Ks',
      'P 2h Kd 5s . B 4c Ks 7d',
    ]);
  });

  it.each([
    ['P 9h Kd . B 9c Ks\nB 9h Kd . P 9c Ks', 'line 2: a coup is written like'],
    ['P 9h Xd . B 9c Ks', 'line 1: a card is written like'],
    ['P 9h  Kd . B 9c Ks', 'line 1: a card is written like'],
    ['\n\nP 9h Kd 2c . B 4c Ks', 'line 3: the tableau does not deal'],
    ['P 2h Kd . B 4c Ks', 'line 1: the tableau does not deal'],
    ['# nothing', 'there is no coup in it'],
    ['P 9h 9h . B 9h 9h\n'.repeat(3), 'line 3: one 9h too many'],
  ])('%j is not one: %s', (text, why) => {
    expect(parseShoeFile(text)).toContain(why);
  });

  it('holds no more coups than a shoe', () => {
    const faces = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
    const cards = faces.flatMap((rank) => ['s', 'h', 'd', 'c'].map((suit) => rank + suit));
    const naturals = cards
      .filter((card) => card.startsWith('9') || card.startsWith('8'))
      .flatMap((nine) => Array<string>(8).fill(nine));
    const coup = (nine: string, index: number) => {
      const other = cards.filter((card) => /^[AKQJT234567]/.test(card))[index % 44]!;
      return `P ${nine} Ks . B ${other} Kd`;
    };
    const lines = naturals.map(coup).filter((line) => parseCoup(line) !== undefined);
    const parsed = parseShoeFile(lines.slice(0, 8).join('\n'));
    expect(typeof parsed).not.toBe('string');
    expect(parseShoeFile(lines.join('\n'))).toMatch(/too many/);
  });
});

describe('the robots’ shoe', () => {
  it('is the same for the same seed, table and number, and another for any other', () => {
    const { cards } = shuffledShoe(NAME);
    expect(shuffledShoe(NAME).cards).toEqual(cards);
    expect(shuffledShoe({ ...NAME, ordinal: 2 }).cards).not.toEqual(cards);
    expect(shuffledShoe({ ...NAME, table: 'pb-2' }).cards).not.toEqual(cards);
    expect(shuffledShoe({ ...NAME, seed: 'another' }).cards).not.toEqual(cards);
  });

  it('is the same in every version of the simulator, so that shoes under way are found again', () => {
    const { cards, cutAt } = shuffledShoe(NAME);
    expect(cards.slice(0, 12).join(' ')).toBe('7c 5s 4s 8d 8h Ks 5d Qc 6d 6d 6s 7d');
    expect(cutAt).toBe(386);
  });

  it('contains eight of every face, and a coup after the cut card', () => {
    const { cards, cutAt } = shuffledShoe(NAME);
    expect(countCards(cards)).toEqual(fullCounts());
    expect(cards.length - cutAt).toBeGreaterThanOrEqual(14);
    expect(cards.length - cutAt).toBeLessThanOrEqual(54);
  });

  it('contains eight of every face when it is arranged', () => {
    const coups = parseShoeFile('P 9h 9h . B 9h 9h\nP 9h 9h . B 9h 9h');
    const shoe = typeof coups === 'string' ? undefined : arrangedShoe(NAME, coups);
    expect(countCards(shoe!.cards)).toEqual(fullCounts());
  });

  it('cannot be arranged from cards that it does not have', () => {
    const coups = parseShoeFile('P 9h 9h . B 9h 9h');
    expect(typeof coups !== 'string' && arrangedShoe({ ...NAME, decks: 3 }, coups)).toBeUndefined();
  });
});
