import { expect, it } from 'vitest';
import { bead, coups } from '../../test/kit/shoes.js';
import { BeadPlate } from './bead-plate.js';
import { drawBeadPlate } from './draw.js';

it('every coup, ties too, down columns of six', () => {
  const plate = new BeadPlate();
  for (const text of 'P6 B8nb E7p P1 P9n B4 E0 B7pb'.split(' ')) plate.add(bead(text));
  expect(drawBeadPlate(plate.cells).split('\n')).toEqual([
    'P6   E0',
    'B8nb B7pb',
    'E7p  .',
    'P1   .',
    'P9n  .',
    'B4   .',
  ]);
});

it('the seventh coup starts the second column', () => {
  const plate = new BeadPlate();
  const cells = coups('PPPPPPP').map((each) => plate.add(each));
  expect(cells.at(5)).toEqual({ column: 1, row: 6, bead: 'P6' });
  expect(cells.at(6)).toEqual({ column: 2, row: 1, bead: 'P6' });
});
