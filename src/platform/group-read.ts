/**
 * A group read: what many ask for one by one is read for all of them in one statement, as bets are
 * committed in groups. Whoever asks while as many reads are under way as may be waits for the
 * next one.
 */

/** Too many wait already. Nothing was read. */
export class GroupReadFull extends Error {
  constructor() {
    super('too many wait for a read');
  }
}

interface GroupReadOptions<Value> {
  /** Reads what is known of these keys. A key that is unknown is left out. */
  readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  /** Keys that are read at once, at most. */
  readonly groupMax: number;
  /** Keys that may wait. Beyond that `ask` rejects with `GroupReadFull`. */
  readonly waitingMax: number;
  /** Groups that are read at the same time, at most. One where nothing is said. */
  readonly atOnce?: number;
  /** Resolves when those have asked who are to be read with the first of a group. */
  readonly othersAsked: () => Promise<void>;
}

/**
 * When everything that has arrived by now, by whatever connection, has been looked at. A crowd that
 * comes in is then one group, where each would be one of its own.
 */
export const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Asked<Value> {
  readonly promise: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupRead<Value> {
  /** In the order in which they were first asked for. */
  readonly #waiting = new Map<string, Asked<Value>>();
  #reading = 0;

  constructor(private readonly options: GroupReadOptions<Value>) {}

  /**
   * What is known of the key, read after this call. Undefined for an unknown key. Rejects with the
   * failure of the group's read.
   */
  ask(key: string): Promise<Value | undefined> {
    const { waitingMax } = this.options;
    let asked = this.#waiting.get(key);
    if (asked === undefined) {
      if (this.#waiting.size >= waitingMax) return Promise.reject(new GroupReadFull());
      asked = newlyAsked<Value>();
      this.#waiting.set(key, asked);
      if (this.#reading < (this.options.atOnce ?? 1)) {
        this.#reading += 1;
        void this.options.othersAsked().then(() => this.#readAll());
      }
    }
    return asked.promise;
  }

  async #readAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const group = this.#takeGroup();
      try {
        const values = await this.options.read([...group.keys()]);
        for (const [key, { resolve }] of group) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of group.values()) reject(error);
      }
    }
    this.#reading -= 1;
  }

  #takeGroup(): ReadonlyMap<string, Asked<Value>> {
    const group = new Map<string, Asked<Value>>();
    for (const [key, asked] of this.#waiting) {
      if (group.size === this.options.groupMax) break;
      group.set(key, asked);
      this.#waiting.delete(key);
    }
    return group;
  }
}

const newlyAsked = <Value>(): Asked<Value> => {
  let resolve: Asked<Value>['resolve'] = () => undefined;
  let reject: Asked<Value>['reject'] = () => undefined;
  const promise = new Promise<Value | undefined>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
};
