/**
 * What this process has published of a table, and who sits there by which connection. It outlives
 * the table, which may have to stop and come back from its log, or goes to another process and is
 * followed there. What was committed and not published is published then.
 */

export interface Published {
  /** In which of its histories the database was. */
  readonly timeline: number;
  /** The last event that was published to every audience. */
  seq: number;
  /**
   * The last event of which every player has received their own result, or their own correction.
   */
  ownSeq: number;
  /**
   * Until the results and corrections that are being sent have gone out, and count in `ownSeq`.
   * Whoever publishes the table next waits for it first, so that none is sent twice.
   */
  sendingOwn?: Promise<void>;
  /** The database is in another history: what was still to be sent of this one is not. */
  isForgotten?: boolean;
  readonly connections: PlayerConnections;
}

/** What this process has published of each table, wherever the table runs. */
export class Publications {
  readonly #all = new Map<string, Published>();
  /** Who publishes each table now: the table, or a copy of one that runs elsewhere. */
  readonly #publishers = new Map<string, object>();

  of(table: string): Published | undefined {
    return this.#all.get(table);
  }

  keep(table: string, published: Published): void {
    this.#all.set(table, published);
  }

  /**
   * The table comes to run here: from here on it alone publishes, also before anything of it was
   * published. A copy that is being opened meanwhile finds it taken.
   */
  claim(table: string, publisher: object): void {
    this.#publishers.set(table, publisher);
  }

  /** Whether `publisher` publishes the table, or does from here on since nobody else did. */
  claimIfFree(table: string, publisher: object): boolean {
    const current = this.#publishers.get(table) ?? publisher;
    this.#publishers.set(table, current);
    return current === publisher;
  }

  /** Another publisher keeps the table. */
  release(table: string, publisher: object): void {
    if (this.#publishers.get(table) === publisher) this.#publishers.delete(table);
  }

  /** How many players sit at each table by a connection to this process. */
  sitters(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [table, { connections }] of this.#all) {
      if (connections.size > 0) counts[table] = connections.size;
    }
    return counts;
  }

  /** Whether something was published of it in another history than this one. */
  isOfAnother(table: string, timeline: number): boolean {
    const published = this.#all.get(table);
    return published !== undefined && published.timeline !== timeline;
  }

  /** The table has another history now, of which nothing was published. */
  forget(table: string): void {
    const published = this.#all.get(table);
    if (published !== undefined) published.isForgotten = true;
    this.#all.delete(table);
  }
}

/** The last event of which everybody has everything. A replay has to begin there. */
export const publishedWholly = ({ seq, ownSeq }: Published): number => Math.min(seq, ownSeq);

/** The connections that sit at a table, by player. A player without any is not among them. */
export type PlayerConnections = Map<string, readonly string[]>;

/**
 * For a table that this process has not run before. What its log holds is not for this process to
 * publish.
 */
export const publishedUpTo = (seq: number, timeline: number): Published => ({
  timeline,
  seq,
  ownSeq: seq,
  connections: new Map(),
});

export const addConnection = (
  all: PlayerConnections,
  playerId: string,
  connection: string,
): void => {
  const own = all.get(playerId) ?? [];
  if (!own.includes(connection)) all.set(playerId, [...own, connection]);
};

export const dropConnection = (
  all: PlayerConnections,
  playerId: string,
  connection: string,
): void => {
  const left = all.get(playerId)?.filter((each) => each !== connection) ?? [];
  if (left.length === 0) all.delete(playerId);
  else all.set(playerId, left);
};
