/** Every face of every deck is drawn, and no two of a deck are alike. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type Card, FACES } from '../../../src/cards/card.js';
import { FORTY_CARDS } from '../../../src/sette-e-mezzo/points.js';
import film from '../table/film-drawings.js';
import { DECK_HEIGHTS, DECK_NAMES } from './deck.js';
import FrenchCard from './french-card.js';
import French from './french.js';
import Neapolitan from './neapolitan.js';
import Piacentine from './piacentine.js';

const DECKS = {
  neapolitan: { Face: Neapolitan, cards: FORTY_CARDS },
  piacentine: { Face: Piacentine, cards: FORTY_CARDS },
  french: { Face: French, cards: FACES },
};

describe.each(DECK_NAMES)('the %s deck', (name) => {
  const { Face, cards } = DECKS[name];
  const drawings = cards.map((card) => renderToStaticMarkup(createElement(Face, { card })));

  test('has a drawing of its own for every card', () => {
    expect(new Set(drawings).size).toBe(cards.length);
    for (const [at, drawing] of drawings.entries()) {
      expect(drawing.length, cards[at]).toBeGreaterThan(400);
      expect(drawing, cards[at]).not.toMatch(/NaN|undefined/);
    }
  });

  test('draws its pips within the card', () => {
    const places = drawings.join('').matchAll(/translate\((-?[\d.]+) (-?[\d.]+)\) rotate/g);
    for (const [, x, y] of places) {
      expect(Number(x)).toBeLessThan(100);
      expect(Number(y)).toBeLessThan(DECK_HEIGHTS[name]);
    }
  });
});

test('a card of the tables has an index in two corners, and its six is no nine that was turned', () => {
  const draw = (Face: typeof French, card: Card) =>
    renderToStaticMarkup(createElement(Face, { card }));
  const drawn = FACES.map((card) => draw(FrenchCard, card));
  expect(new Set(drawn).size).toBe(FACES.length);
  /** The line below an index, which says where its foot is. */
  const feet = (drawing: string) => drawing.split('M-5 13H5').length - 1;
  for (const [at, card] of FACES.entries()) {
    expect(feet(drawn[at]!), card).toBe('69'.includes(card.charAt(0)) ? 2 : 0);
  }
  const glyphOf = (card: Card) =>
    / d="(M[^"]*)"/.exec(draw(FrenchCard, card).split('scale(1.95)')[1]!)![1]!;
  expect(drawn[FACES.indexOf('6h')]!.split(glyphOf('6h'))).toHaveLength(3);
  expect(glyphOf('6h')).not.toBe(glyphOf('9h'));
});

test('as many pips as the rank says', () => {
  for (const rank of ['2', '3', '4', '5', '6', '7'] as const) {
    const coins = renderToStaticMarkup(createElement(Neapolitan, { card: `${rank}d` }));
    expect(coins.match(/r="8.2"/g)).toHaveLength(Number(rank));
    const swords = renderToStaticMarkup(createElement(Neapolitan, { card: `${rank}s` }));
    expect(swords.match(/cy="21.6"/g)).toHaveLength(Number(rank));
    const hearts = renderToStaticMarkup(createElement(French, { card: `${rank}h` }));
    expect(hearts.match(/M0 10C-4 5/g)).toHaveLength(Number(rank) + 2); // one by each index
  }
});

test('the film has every card of the page, as a text that other programs read', () => {
  const texts = [...FACES.map((card) => film.faceSvg(card)), film.backSvg()];
  expect(new Set(texts).size).toBe(FACES.length + 1);
  for (const text of texts) {
    expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(text).not.toMatch(/ (stroke|clip)[A-Z]\w*=/);
  }
  const page = renderToStaticMarkup(createElement(FrenchCard, { card: 'Qs' }));
  const paths = (text: string) => [...text.matchAll(/ d="[^"]+"/g)].join();
  expect(paths(film.faceSvg('Qs'))).toBe(paths(page));
});
