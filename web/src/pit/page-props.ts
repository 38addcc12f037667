/** The props of every page of the pit: what it is about, as the address names it. */
export interface PageProps {
  readonly of: string | undefined;
}
