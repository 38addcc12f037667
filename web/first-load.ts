/**
 * In which file a page finds what it loads before it shows anything. Every file is a request, and
 * over HTTP/1.1 on a phone's line sixty of them wait for each other longer than they travel. So the
 * player's page has three: the libraries, what the pages of the staff use as well, and the table.
 */

/** As the bundler knows its modules. */
interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

type Reached = ReadonlySet<string>;

/**
 * Of the pages, the player's is the first. Null for what is loaded later, or by the staff alone.
 */
export const firstLoad = ([player, ...others]: readonly [string, ...string[]]): ((
  id: string,
  graph: Graph,
) => string | null) => {
  let first: Reached | undefined;
  let staff: Reached | undefined;
  return (id, graph) => {
    first ??= reachedFrom([player], graph, false);
    if (!first.has(id)) return null;
    staff ??= reachedFrom(others, graph, true);
    if (id.includes('node_modules')) return 'libraries';
    return staff.has(id) ? 'shared' : 'table';
  };
};

/** With `later`, also what is imported when it is wanted. */
const reachedFrom = (entries: readonly string[], graph: Graph, later: boolean): Reached => {
  const reached = new Set(entries);
  // A set that grows while it is gone through is gone through to its end.
  for (const id of reached) {
    const found = graph.getModuleInfo(id);
    for (const next of found?.importedIds ?? []) reached.add(next);
    if (later) for (const next of found?.dynamicallyImportedIds ?? []) reached.add(next);
  }
  return reached;
};
