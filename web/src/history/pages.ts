/**
 * A list that is read page by page, newest first, as far as it is scrolled. It is bounded, and its
 * newest part is read again on demand.
 */
import { createStore } from 'zustand/vanilla';
import { type HttpFault, faultOf } from '../studio/http.js';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins. Null: there is none. */
  readonly next: string | null;
}

interface PagesView<Item> {
  readonly items: readonly Item[];
  /** Undefined until the first page has come. */
  readonly next: string | null | undefined;
  readonly isReading: boolean;
  readonly fault: HttpFault | undefined;
}

/** Older ones are read again on scrolling to them. */
const ITEMS_MAX = 1_000;

export class Pages<Item> {
  readonly store = createStore<PagesView<Item>>(() => ({
    items: [],
    next: undefined,
    isReading: false,
    fault: undefined,
  }));

  /** How often the newest were asked for, and which of those answers was taken last. */
  #asked = 0;
  #taken = 0;

  /** `placeOf` is what the page after this item is asked for by. It also distinguishes items. */
  constructor(
    private readonly read: (before: string | undefined) => Promise<Page<Item>>,
    private readonly placeOf: (item: Item) => string,
  ) {}

  /** Reads the first page, or the one after those already read. */
  async more(): Promise<void> {
    const { next, isReading } = this.store.getState();
    if (isReading || next === null) return;
    this.store.setState({ isReading: true, fault: undefined });
    try {
      const page = await this.read(next);
      this.store.setState(({ items, next: nextNow }) => ({
        isReading: false,
        // Where the list began anew meanwhile, this page is not added to it.
        ...(nextNow === next && {
          items: [...items, ...this.#unknown(page.items, items)],
          next: page.next,
        }),
      }));
    } catch (error) {
      this.store.setState({ isReading: false, fault: faultOf(error) });
    }
  }

  /** What is new or has changed since. Where that fails, what is there stays as it is. */
  async refresh(): Promise<void> {
    if (this.store.getState().next === undefined) return this.more();
    const asked = (this.#asked += 1);
    const page = await this.read(undefined).catch(() => undefined);
    // An answer that a later one has overtaken holds what was before.
    if (page === undefined || asked < this.#taken) return;
    this.#taken = asked;
    this.store.setState(({ items, next }) => {
      const oldest = page.items.at(-1);
      const isJoined = items.some((item) => oldest && this.placeOf(item) === this.placeOf(oldest));
      // So much is new that something in between is missing, so the list begins anew.
      if (!isJoined) return { items: page.items, next: page.next };
      const merged = [...page.items, ...this.#unknown(items, page.items)];
      if (merged.length <= ITEMS_MAX) return { items: merged, next };
      const kept = merged.slice(0, ITEMS_MAX);
      return { items: kept, next: this.placeOf(kept.at(-1)!) };
    });
  }

  #unknown(items: readonly Item[], known: readonly Item[]): readonly Item[] {
    const places = new Set(known.map((item) => this.placeOf(item)));
    return items.filter((item) => !places.has(this.placeOf(item)));
  }
}
