import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHIP_INKS } from './chip-drawing.js';

it('chips have the colours that they have on the page', () => {
  const look = new URL('../../web/src/table/chip-look.module.css', import.meta.url);
  const inks = readFileSync(look, 'utf8').matchAll(/--chip: (#[0-9a-f]{6});/g);
  expect([...inks].map(([, ink]) => ink)).toEqual(CHIP_INKS);
});
