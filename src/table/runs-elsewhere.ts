/** A command came to a process that does not run its table. Nothing of it was done here. */
export class RunsElsewhere extends Error {
  override readonly name = 'RunsElsewhere';

  constructor(readonly table: string) {
    // An edge meets it for every bet that it passes on, and nobody reads where it came from: the
    // stack alone was a fortieth of an edge's work.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(`another process runs ${table}`);
    Error.stackTraceLimit = limit;
  }
}
