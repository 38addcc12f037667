/** Of a report that has a line for each currency. */
interface OfRound {
  readonly game: string;
  readonly atMs: number;
}

/** How many voids, or corrections, they are: one of several currencies is one. */
export const howMany = (lines: readonly OfRound[]): number =>
  new Set(lines.map(({ game, atMs }) => `${game} ${atMs}`)).size;
