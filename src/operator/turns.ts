/** Work of each name, one piece after the other, so that nobody has several under way. */
export class Turns {
  readonly #lines = new Map<string, { last: Promise<unknown>; count: number }>();

  /** `most` pieces of a name wait or are under way. */
  constructor(private readonly most: number) {}

  /**
   * As `work` ends, once all before it of that name have. Undefined where too many are waiting, and
   * where `gone` is aborted before its turn: its place is free from then on.
   */
  async take<T>(name: string, gone: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    const line = this.#lines.get(name) ?? { last: Promise.resolve(), count: 0 };
    if (gone.aborted || line.count >= this.most) return undefined;
    this.#lines.set(name, line);
    line.count += 1;
    const leave = (): void => {
      line.count -= 1;
      if (line.count === 0) this.#lines.delete(name);
    };
    gone.addEventListener('abort', leave);
    const done = line.last.then(async () => {
      if (gone.aborted) return undefined;
      gone.removeEventListener('abort', leave);
      return work().finally(leave);
    });
    line.last = done.catch(() => undefined);
    return done;
  }
}
