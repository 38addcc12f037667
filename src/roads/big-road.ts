/** The Big Road: the wins in runs of one side, with ties as a count on the last win. */
import type { Outcome, Side } from '../punto-banco/outcome.js';
import type { Bead } from './bead.js';
import { type GridPlace, RunLayout } from './run-layout.js';

export interface BigRoadCell extends GridPlace {
  /** The side that won. `egalite` only in the first cell, while nothing but ties has come. */
  readonly outcome: Outcome;
  /**
   * The ties after this win and before the next. In the first cell also those before the first win.
   */
  readonly ties: number;
  /** The pairs of the win. Those of a tied coup show on the Bead Plate only. */
  readonly puntoPair: boolean;
  readonly bancoPair: boolean;
}

/**
 * A cell that a tie marks is replaced, never changed, so that cells handed out before stay valid.
 */
export class BigRoad {
  readonly #cells: BigRoadCell[] = [];
  readonly #runs: number[] = [];
  readonly #layout = new RunLayout();
  #lastWin: Side | undefined;
  /** The ties that wait for a first win. 0 after it. */
  #leadingTies = 0;

  get cells(): readonly BigRoadCell[] {
    return this.#cells;
  }

  /** The logical columns: how long each run is, however it is drawn. */
  get runs(): readonly number[] {
    return this.#runs;
  }

  startsRun(side: Side): boolean {
    return side !== this.#lastWin;
  }

  /** The cell that the coup adds or, for a tie, the cell that it marks. */
  add(bead: Bead): BigRoadCell {
    return bead.outcome === 'egalite' ? this.#mark() : this.#place(bead, bead.outcome);
  }

  /** The cell that a win of `side` without pairs would add. */
  next(side: Side): BigRoadCell {
    const newRun = this.startsRun(side);
    return {
      column: this.#layout.nextColumn(newRun),
      row: this.#layout.nextRow(newRun),
      outcome: side,
      ties: this.#leadingTies,
      puntoPair: false,
      bancoPair: false,
    };
  }

  #place({ puntoPair, bancoPair }: Bead, side: Side): BigRoadCell {
    const newRun = this.startsRun(side);
    this.#layout.take(newRun);
    const { column, row } = this.#layout;
    const cell = { column, row, outcome: side, ties: this.#leadingTies, puntoPair, bancoPair };
    if (this.#lastWin === undefined) this.#cells[0] = cell;
    else this.#cells.push(cell);
    if (newRun) this.#runs.push(1);
    else this.#runs[this.#runs.length - 1]! += 1;
    this.#lastWin = side;
    this.#leadingTies = 0;
    return cell;
  }

  #mark(): BigRoadCell {
    if (this.#lastWin === undefined) {
      this.#leadingTies += 1;
      return (this.#cells[0] = onlyTies(this.#leadingTies));
    }
    const last = this.#cells.length - 1;
    const { column, row, outcome, ties, puntoPair, bancoPair } = this.#cells[last]!;
    return (this.#cells[last] = { column, row, outcome, ties: ties + 1, puntoPair, bancoPair });
  }
}

/** The first cell while no side has won. */
const onlyTies = (ties: number): BigRoadCell => ({
  column: 1,
  row: 1,
  outcome: 'egalite',
  ties,
  puntoPair: false,
  bancoPair: false,
});
