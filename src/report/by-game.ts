/** Sorts rows into the rounds that they belong to. */
export const byGame = <Row extends { readonly game: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => {
  const games = new Map<string, Row[]>();
  for (const row of rows) {
    const known = games.get(row.game);
    if (known === undefined) games.set(row.game, [row]);
    else known.push(row);
  }
  return games;
};
