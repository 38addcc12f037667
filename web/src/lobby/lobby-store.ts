/**
 * The live lobby, for as long as it is open. It is watched again after a lost connection, and when
 * a message was missed.
 */
import { createStore } from 'zustand/vanilla';
import type { PlayerClient } from '../../../src/client/player-client.js';
import { type ShownTable, hasTable, withTable } from './shown-tables.js';

interface LobbyView {
  /** Undefined until the studio has sent it. */
  readonly tables: readonly ShownTable[] | undefined;
}

const AGAIN_AFTER_MS = 1_000;

export class LobbyStore {
  readonly store = createStore<LobbyView>(() => ({ tables: undefined }));
  #off: readonly (() => void)[] = [];
  #wait: ReturnType<typeof setTimeout> | undefined;
  #clockAheadMs = 0;
  /** Counts the looks asked for. The answer to an earlier one no longer counts. */
  #asked = 0;
  /** The rest of the tables is still to come. */
  #isPart = false;

  constructor(private readonly client: Pick<PlayerClient, 'connection' | 'send'>) {}

  /** Returns a function that closes it. */
  open(): () => void {
    const { connection } = this.client;
    this.#off = [
      connection.on('lobby:tables', ({ tables: changes }) => {
        let { tables } = this.store.getState();
        if (tables === undefined) return;
        for (const change of changes) {
          if (this.#isPart && !hasTable(tables, change)) continue;
          const next = withTable(tables, change);
          if (next === undefined) return void this.#watch();
          tables = next;
        }
        this.store.setState({ tables });
      }),
      connection.onState((state) => state === 'connected' && void this.#watch()),
    ];
    if (connection.state === 'connected') void this.#watch();
    return () => this.#close();
  }

  /** The studio’s clock, ms since 1970. */
  nowMs = (): number => Date.now() + this.#clockAheadMs;

  async #watch(): Promise<void> {
    clearTimeout(this.#wait);
    const asked = (this.#asked += 1);
    let after: string | undefined;
    do {
      const askedAtMs = Date.now();
      const request = after === undefined ? {} : { after };
      const reply = await this.client.send('lobby:watch', request).catch(() => undefined);
      if (asked !== this.#asked) return;
      if (reply?.ok !== true) {
        this.#wait = setTimeout(() => void this.#watch(), AGAIN_AFTER_MS);
        return;
      }
      this.#clockAheadMs = reply.nowMs - (askedAtMs + Date.now()) / 2;
      const before = after === undefined ? [] : (this.store.getState().tables ?? []);
      after = reply.next ?? undefined;
      this.#isPart = after !== undefined;
      this.store.setState({ tables: [...before, ...reply.tables] });
    } while (after !== undefined);
  }

  #close(): void {
    clearTimeout(this.#wait);
    this.#asked += 1;
    for (const off of this.#off) off();
    void this.client.send('lobby:leave', {}).catch(() => undefined);
  }
}
