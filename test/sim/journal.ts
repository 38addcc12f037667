/** What a transaction in memory has done, so that it can be undone; and how one is refused. */

/** A refusal of the database: its SQLSTATE, and the constraint where it is one. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly code: string,
    message: string,
    readonly constraint?: string,
  ) {
    super(message);
  }
}

export class Journal {
  #undo: (() => void)[] = [];

  /** Something was changed, and this changes it back. */
  did(undo: () => void): void {
    this.#undo.push(undo);
  }

  keep(): void {
    this.#undo = [];
  }

  undo(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = [];
  }
}
