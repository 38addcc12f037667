/**
 * What the connections of this process to Postgres are busy with, for a test that waits until a
 * database is at rest: what is asked from here need not be asked for over there.
 */
import pg from 'pg';

/** By database: connections that wait for an answer, or are in the midst of a transaction. */
const busy = new Map<string, Set<pg.Client>>();
const known = new WeakSet<pg.Client>();
/** Called when the last connection to the database has come to rest. */
const waiting = new Map<string, Set<() => void>>();

const IN_NO_TRANSACTION = 'I';

const prototype: { query: unknown } = pg.Client.prototype;
const query = prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
  note(this);
  return Reflect.apply(query, this, args);
};

const note = (client: pg.Client): void => {
  const { database = '' } = client;
  const all = busy.get(database) ?? new Set();
  busy.set(database, all.add(client));
  if (known.has(client)) return;
  known.add(client);
  client.on('drain', () => {
    if (client.getTransactionStatus() === IN_NO_TRANSACTION) rests(client);
  });
  client.on('end', () => rests(client));
};

const rests = (client: pg.Client): void => {
  const { database = '' } = client;
  busy.get(database)?.delete(client);
  if (isBusyHere(database)) return;
  for (const act of waiting.get(database) ?? []) act();
  waiting.delete(database);
};

/** Whether this process waits for an answer of the database, or holds a transaction open. */
export const isBusyHere = (database: string): boolean => (busy.get(database)?.size ?? 0) > 0;

/** Resolves when no connection of this process to the database is busy, or after `withinMs`. */
export const restHere = async (database: string, withinMs: number): Promise<void> => {
  if (!isBusyHere(database)) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, withinMs);
    const all = waiting.get(database) ?? new Set();
    waiting.set(
      database,
      all.add(() => {
        clearTimeout(late);
        resolve();
      }),
    );
  });
};
