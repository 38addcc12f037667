/**
 * How many players sit at each table with a connection, and at which tables the desk has one, to
 * whatever process. Each process says what is its own, again and again, so that one which has ended
 * is forgotten.
 */
import { Injectable } from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { Broadcast } from '../table/broadcast.js';
import { Poller } from '../platform/poller.js';
import { Tables } from '../table/tables.service.js';

/** By table. A table without any is left out. */
type Counts = Readonly<Record<string, number>>;

/** The connections of a process. */
interface Own {
  readonly players: Counts;
  /** The tables whose desk has a connection. */
  readonly desks: readonly string[];
}

const SITTERS: BulletinKind<Own> = { name: 'sitters' };
const NOBODY = JSON.stringify({ players: {}, desks: [] } satisfies Own);
const EVERY_MS = 500;
/** Where nothing has changed, it is said again after this, and forgotten some time later. */
const AGAIN_MS = 2_000;
const FORGOTTEN_MS = 3 * AGAIN_MS;

@Injectable()
export class Sitters {
  /** What other processes have said last. */
  readonly #others = new Map<string, Own & { readonly atMs: number }>();
  #said = NOBODY;
  #saidAtMs = 0;

  constructor(
    private readonly tables: Tables,
    private readonly broadcast: Broadcast,
    private readonly bulletins: Bulletins,
    poller: Poller,
  ) {
    bulletins.on(SITTERS, (own, process) => {
      this.#others.set(process, { ...own, atMs: tables.nowMs });
    });
    poller.poll({ name: 'sitters', everyMs: EVERY_MS, look: (nowMs) => this.#look(nowMs) });
  }

  /** Players at the table. Those who are connected elsewhere are counted a moment later. */
  at(table: string): number {
    let count = this.tables.publications.of(table)?.connections.size ?? 0;
    for (const { players } of this.#others.values()) count += players[table] ?? 0;
    return count;
  }

  /** Whether anybody is connected at the table's desk. */
  isDeskFollowed(table: string): boolean {
    if (this.broadcast.isFollowed('dealer', table)) return true;
    return [...this.#others.values()].some(({ desks }) => desks.includes(table));
  }

  #look(nowMs: number): void {
    for (const [process, { atMs }] of this.#others) {
      if (nowMs - atMs > FORGOTTEN_MS) this.#others.delete(process);
    }
    const own: Own = {
      players: this.tables.publications.sitters(),
      desks: this.tables.known.flatMap(({ id }) =>
        this.broadcast.isFollowed('dealer', id) ? [id] : [],
      ),
    };
    const text = JSON.stringify(own);
    const isDue = text !== NOBODY && nowMs - this.#saidAtMs >= AGAIN_MS;
    if (text === this.#said && !isDue) return;
    this.#said = text;
    this.#saidAtMs = nowMs;
    void this.bulletins.post(SITTERS, own);
  }
}
