/**
 * What the browser keeps for the page: `browserKeeps` for good, `tabKeeps` for one tab. Where it
 * refuses, as some do in a frame or in private, it holds until the page is closed.
 */
interface Keeps {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
}

/** Even to name the storage may be refused. */
const keeping = (storage: () => Keeps): Keeps => {
  /** What the browser did not take. Null: it is removed. */
  const own = new Map<string, string | null>();
  const tried = <T>(act: (kept: Keeps) => T, otherwise: () => T): T => {
    try {
      return act(storage());
    } catch {
      return otherwise();
    }
  };
  const keep = (key: string, value: string | null): void => void own.set(key, value);
  return {
    getItem: (key) => {
      const known = own.get(key);
      return known === undefined
        ? tried(
            (kept) => kept.getItem(key),
            () => null,
          )
        : known;
    },
    setItem: (key, value) => {
      own.delete(key);
      tried(
        (kept) => kept.setItem(key, value),
        () => keep(key, value),
      );
    },
    removeItem: (key) => {
      own.delete(key);
      tried(
        (kept) => kept.removeItem(key),
        () => keep(key, null),
      );
    },
    clear: () => {
      own.clear();
      tried(
        (kept) => kept.clear(),
        () => undefined,
      );
    },
  };
};

export const browserKeeps = keeping(() => localStorage);
export const tabKeeps = keeping(() => sessionStorage);
