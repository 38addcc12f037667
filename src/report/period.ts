/** The period that a report is of, at one table or at all. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
  readonly table?: string | undefined;
}
