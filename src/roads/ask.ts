/** Ask Punto, Ask Banco: what each road would gain if the next win were that side's. */
import type { Side } from '../punto-banco/outcome.js';
import type { BigRoad, BigRoadCell } from './big-road.js';
import type { DerivedCell, DerivedRoad, DerivedRoadName } from './derived-road.js';

/**
 * Plain data. A derived road that would not have started is left out. The symbol is the cell's
 * colour.
 */
export interface Ask {
  readonly bigRoad: BigRoadCell;
  readonly bigEyeBoy?: DerivedCell;
  readonly smallRoad?: DerivedCell;
  readonly cockroachRoad?: DerivedCell;
}

type DerivedRoads = Readonly<Record<DerivedRoadName, DerivedRoad>>;

/** Changes nothing: the roads' own `next` says where each cell would go. */
export const askRoads = (bigRoad: BigRoad, derived: DerivedRoads, side: Side): Ask => {
  const { runs } = bigRoad;
  const newRun = bigRoad.startsRun(side);
  const column = newRun ? runs.length + 1 : runs.length;
  const row = newRun ? 1 : runs[runs.length - 1]! + 1;
  const bigEyeBoy = derived.bigEyeBoy.next(runs, column, row);
  const smallRoad = derived.smallRoad.next(runs, column, row);
  const cockroachRoad = derived.cockroachRoad.next(runs, column, row);
  return {
    bigRoad: bigRoad.next(side),
    ...(bigEyeBoy && { bigEyeBoy }),
    ...(smallRoad && { smallRoad }),
    ...(cockroachRoad && { cockroachRoad }),
  };
};
