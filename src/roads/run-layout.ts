/**
 * How the runs of a road are placed on its grid: down the column, then right along the row (a
 * dragon).
 */

/** Every road is six rows deep. Columns and rows are counted from 1. */
export const ROWS = 6;

export interface GridPlace {
  readonly column: number;
  readonly row: number;
}

/**
 * Says where the next result of a road goes. A run goes down until the sixth row or an earlier tail
 * stops it. Then it goes right, and stays on that row. The next run starts in the first free top
 * cell to the right of where the last one started.
 *
 * It keeps only one number a column. A tail that crosses a column is above every earlier tail
 * there, so the row over the last one is the deepest that a run may reach. The cell to the right of
 * a run is always free, because a tail that had taken it would have passed through the run's own
 * cell.
 */
export class RunLayout {
  /** The cell last taken. 0 before any. */
  #column = 0;
  #row = 0;
  /** Where the current run started, and how deep it may go. */
  #start = 0;
  #deepest = 0;
  /**
   * By column, the deepest row that is still free. 0 where even the top cell is taken. In columns
   * that are not listed all rows are free.
   */
  readonly #depths: number[] = [];

  get column(): number {
    return this.#column;
  }

  get row(): number {
    return this.#row;
  }

  /** The column of the next result, which starts a run or continues the current one. */
  nextColumn(newRun: boolean): number {
    if (newRun) return this.#nextStart();
    return this.#row < this.#deepest ? this.#column : this.#column + 1;
  }

  nextRow(newRun: boolean): number {
    if (newRun) return 1;
    return this.#row < this.#deepest ? this.#row + 1 : this.#row;
  }

  /** Takes the next cell, which `column` and `row` then name. */
  take(newRun: boolean): void {
    if (newRun) {
      this.#start = this.#nextStart();
      this.#deepest = this.#depths[this.#start] ?? ROWS;
      this.#column = this.#start;
      this.#row = 1;
    } else if (this.#row < this.#deepest) {
      this.#row += 1;
    } else {
      this.#column += 1;
      this.#depths[this.#column] = this.#row - 1;
    }
  }

  #nextStart(): number {
    let column = this.#start + 1;
    while (this.#depths[column] === 0) column += 1;
    return column;
  }
}
