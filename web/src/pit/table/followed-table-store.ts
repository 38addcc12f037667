/** One table as it is followed: its copy, and what it sent since then, the newest first. */
import { createStore } from 'zustand/vanilla';
import type { FollowedTable } from '../../../../src/client/followed-table.js';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { TableMessage } from '../../../../src/protocol/table.js';
import type { PitWatch } from '../../../../src/client/pit-client.js';
import type { Pit } from '../pit.js';

interface TableView {
  readonly copy: TableCopy | undefined;
  readonly published: readonly TableMessage[];
  /** The last correction of a round, or the snapshot that may have come after one. */
  readonly correctedSeq: number;
  /** The settings that held, or waited, when the table was first seen. */
  readonly known: { readonly seq: number; readonly settings: TableCopy['settings'] } | undefined;
  /** Why the table cannot be followed now. It is tried again. */
  readonly absent: string | undefined;
}

const SHOWN_MAX = 300;
/** How many events back it is asked for. Fewer where the studio no longer keeps so many. */
const RECALLED = [120, 40, 12];

export class FollowedTableStore {
  readonly store = createStore<TableView>(() => ({
    copy: undefined,
    published: [],
    correctedSeq: 0,
    known: undefined,
    absent: undefined,
  }));
  readonly #followed: FollowedTable<PitWatch>;
  #hasRecalled = false;

  constructor(
    private readonly pit: Pit,
    readonly table: string,
  ) {
    this.#followed = pit.follow(table, {
      snapshot: (copy) =>
        this.store.setState(({ known }) => ({
          copy,
          correctedSeq: copy.seq,
          known: known ?? { seq: copy.seq, settings: copy.nextSettings ?? copy.settings },
        })),
      message: (message, copy) =>
        this.store.setState(({ published, correctedSeq }) => ({
          copy,
          published: [message, ...published].slice(0, SHOWN_MAX),
          correctedSeq: message.kind === 'round_corrected' ? message.seq : correctedSeq,
        })),
      joined: () => {
        this.store.setState({ absent: undefined });
        void this.#recall();
      },
      refused: (absent) => this.store.setState({ absent }),
    });
  }

  /** What the table sent just before, as far back as the studio keeps it. */
  async #recall(): Promise<void> {
    const { copy, published } = this.store.getState();
    if (this.#hasRecalled || copy === undefined) return;
    this.#hasRecalled = true;
    const first = published.at(-1)?.seq ?? copy.seq + 1;
    for (const back of RECALLED) {
      const afterSeq = Math.max(0, copy.seq - back);
      const request = { table: this.table, afterSeq, timeline: this.#followed.timeline };
      const answer = await this.pit.do('table:watch', request).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.missed === null) continue;
      const before = answer.missed.filter(({ seq }) => seq < first).reverse();
      this.store.setState(({ published: now }) => ({ published: [...now, ...before] }));
      return;
    }
  }

  leave(): void {
    this.pit.unfollow(this.#followed);
  }
}
