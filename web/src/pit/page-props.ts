/** What every page of the pit is given: what it is about, as the address names it. */
export interface PageProps {
  readonly of: string | undefined;
}
