/** The Bead Plate: every coup, ties too, filled down columns of six. */
import { type Bead, makeBead } from './bead.js';
import { type GridPlace, ROWS } from './run-layout.js';

export interface BeadPlateCell extends GridPlace {
  /** The coup in bead notation, `B8nb`. */
  readonly bead: string;
}

export class BeadPlate {
  readonly #cells: BeadPlateCell[] = [];

  get cells(): readonly BeadPlateCell[] {
    return this.#cells;
  }

  add(bead: Bead): BeadPlateCell {
    const before = this.#cells.length;
    const inColumn = before % ROWS;
    const cell = {
      column: (before - inColumn) / ROWS + 1,
      row: inColumn + 1,
      bead: makeBead(bead),
    };
    this.#cells.push(cell);
    return cell;
  }
}
