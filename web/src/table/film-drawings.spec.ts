import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Felt } from './felt.js';
import film from './film-drawings.js';

/** What is drawn, whatever the attributes are called. */
const shapesOf = (text: string) =>
  [...text.matchAll(/ (?:d|fill|stroke|stop-color|stopColor|offset)="[^"]+"/g)]
    .map(([whole]) => whole.replace('stopColor', 'stop-color'))
    .join();

it('the film has the felt and the shoe of the page’s stage, as texts that other programs read', () => {
  const texts = [film.feltSvg(), film.shoeSvg()];
  for (const text of texts) {
    expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(text).not.toMatch(/ (stroke|clip|stop|vector)[A-Z]\w*=/);
  }
  expect(shapesOf(texts.join(''))).toBe(shapesOf(renderToStaticMarkup(createElement(Felt))));
});
