/**
 * The live lobby, for as long as it is open. It is watched again after a lost connection, and when
 * a message was missed.
 */
import { createStore } from 'zustand/vanilla';
import type { PlayerClient } from '../../../src/client/player-client.js';
import { type ShownTable, withTable } from './shown-tables.js';

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

  constructor(private readonly client: PlayerClient) {}

  /** Returns a function that closes it. */
  open(): () => void {
    const { connection } = this.client;
    this.#off = [
      connection.on('lobby:table', (message) => {
        const { tables } = this.store.getState();
        if (tables === undefined) return;
        const next = withTable(tables, message);
        if (next === undefined) void this.#watch();
        else this.store.setState({ tables: next });
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
    const askedAtMs = Date.now();
    const reply = await this.client.send('lobby:watch', {}).catch(() => undefined);
    if (asked !== this.#asked) return;
    if (reply?.ok !== true) {
      this.#wait = setTimeout(() => void this.#watch(), AGAIN_AFTER_MS);
      return;
    }
    this.#clockAheadMs = reply.nowMs - (askedAtMs + Date.now()) / 2;
    this.store.setState({ tables: reply.tables });
  }

  #close(): void {
    clearTimeout(this.#wait);
    this.#asked += 1;
    for (const off of this.#off) off();
    void this.client.send('lobby:leave', {}).catch(() => undefined);
  }
}
