/** A command came to a process that does not run its table. Nothing of it was done here. */
export class RunsElsewhere extends Error {
  override readonly name = 'RunsElsewhere';

  constructor(readonly table: string) {
    super(`another process runs ${table}`);
  }
}
