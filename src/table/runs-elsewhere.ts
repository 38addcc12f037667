/** A command came to a process that does not run its table. */
export class RunsElsewhere extends Error {
  override readonly name = 'RunsElsewhere';

  /**
   * `kept` is the answer where that process does not do its part: what is committed here all the
   * same. Where it is left out, nothing was done here.
   */
  constructor(
    readonly table: string,
    readonly kept?: object,
  ) {
    // An edge meets it for every bet that it passes on, and nobody reads where it came from: the
    // stack alone was a fortieth of an edge's work.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(`another process runs ${table}`);
    Error.stackTraceLimit = limit;
  }
}
