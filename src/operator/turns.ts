/** Work of each name, one piece after the other, so that nobody has several under way. */
export class Turns {
  readonly #last = new Map<string, { readonly end: Promise<void>; readonly waiting: number }>();

  /** `most` pieces of a name wait or are under way. */
  constructor(private readonly most: number) {}

  /** As `work` ends, once all before it of that name have. Undefined where too many are waiting. */
  take<T>(name: string, work: () => Promise<T>): Promise<T> | undefined {
    const { end: before, waiting } = this.#last.get(name) ?? { end: Promise.resolve(), waiting: 0 };
    if (waiting >= this.most) return undefined;
    const done = before.then(work);
    const end = done.then(ignored, ignored).then(() => {
      const left = this.#last.get(name)!;
      if (left.waiting === 1) this.#last.delete(name);
      else this.#last.set(name, { ...left, waiting: left.waiting - 1 });
    });
    this.#last.set(name, { end, waiting: waiting + 1 });
    return done;
  }
}

const ignored = (): void => undefined;
