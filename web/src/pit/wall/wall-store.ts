/**
 * Every table as the pit last received it. What comes is gathered and drawn at most a few times a
 * second. Two hundred tables that send at once cost one drawing, and a table that sent nothing new
 * costs none.
 */
import { createStore } from 'zustand/vanilla';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { nowMs } from '../use-now.js';
import { type TableTrouble, byTrouble } from './trouble.js';

interface WallView {
  readonly tables: ReadonlyMap<string, WallTable>;
  readonly order: readonly { readonly table: string; readonly trouble: TableTrouble }[];
  /** False until the studio has sent all tables once. */
  readonly isPublished: boolean;
}

/** The fewer tables there are, the sooner what they send is drawn. */
const DRAWN_EVERY_MS = 250;
const MANY_DRAWN_EVERY_MS = 500;
const MANY = 60;

export class WallStore {
  readonly store = createStore<WallView>(() => ({
    tables: new Map(),
    order: [],
    isPublished: false,
  }));
  readonly #published = new Map<string, WallTable>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** All there are: a table that is not among them has gone. */
  publishAll(tables: readonly WallTable[]): void {
    this.#published.clear();
    const all = new Map(tables.map((table) => [table.table, table]));
    this.store.setState({
      tables: all,
      order: byTrouble(all.values(), nowMs()),
      isPublished: true,
    });
  }

  publish(table: WallTable): void {
    this.#published.set(table.table, table);
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#draw(), this.#everyMs);
  }

  get #everyMs(): number {
    return this.store.getState().tables.size > MANY ? MANY_DRAWN_EVERY_MS : DRAWN_EVERY_MS;
  }

  #draw(): void {
    this.#timer = undefined;
    const tables = new Map(this.store.getState().tables);
    for (const [id, table] of this.#published) tables.set(id, table);
    this.#published.clear();
    this.store.setState(({ order: before }) => {
      const order = byTrouble(tables.values(), nowMs());
      const isSame =
        order.length === before.length &&
        order.every(
          ({ table, trouble }, index) =>
            before[index]?.table === table && before[index].trouble === trouble,
        );
      return { tables, ...(!isSame && { order }) };
    });
  }
}
