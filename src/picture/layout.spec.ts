import { expect, it } from 'vitest';
import { SIDES } from '../punto-banco/outcome.js';
import { SPOTS } from '../punto-banco/spot.js';
import {
  type Area,
  BOXES,
  CARD_HEIGHT,
  CARD_WIDTH,
  HEIGHT,
  SPOT_AREAS,
  WIDTH,
  placeOf,
} from './layout.js';

const overlap = (one: Area, two: Area): boolean =>
  one.x < two.x + two.width &&
  two.x < one.x + one.width &&
  one.y < two.y + two.height &&
  two.y < one.y + one.height;

const CARD_AREAS = SIDES.flatMap((side) =>
  ([1, 2, 3] as const).map((position): Area => {
    const { x, y, angle } = placeOf({ side, position });
    const [width, height] = angle === 0 ? [CARD_WIDTH, CARD_HEIGHT] : [CARD_HEIGHT, CARD_WIDTH];
    return { x: x - width / 2, y: y - height / 2, width, height };
  }),
);

it('every spot has a place of its own, and every card one in the box of its side', () => {
  expect([...SPOT_AREAS.keys()].sort()).toEqual([...SPOTS].sort());
  const areas = [...CARD_AREAS, ...SPOT_AREAS.values()];
  for (const [at, area] of areas.entries()) {
    expect(area.x >= 0 && area.x + area.width <= WIDTH && area.y + area.height <= HEIGHT).toBe(
      true,
    );
    expect(areas.slice(at + 1).filter((other) => overlap(area, other))).toEqual([]);
  }
  for (const [at, { x, width }] of CARD_AREAS.entries()) {
    const box = at < 3 ? BOXES.punto : BOXES.banco;
    expect(x).toBeGreaterThanOrEqual(box.x);
    expect(x + width).toBeLessThanOrEqual(box.x + box.width);
  }
});
